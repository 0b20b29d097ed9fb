// Package rest is Kast's face to the outside: routes, shapes of requests and answers, problems. A handler reads what
// the call says, asks play or auth, and writes the answer; errors go up to one place (problem.go).
//
// The annotations above the handlers make the published contract; see openapi/generate.
package rest

// @title       Kast
// @version     1
// @description Dice games for phones, on a server that anyone can host. JSON in and out. Absent fields do not apply; nothing is ever null.
// @description
// @description A game is an append-only log of events. Every POST that adds to a log takes a client-chosen `id` (a UUID): sent again, it answers 200 with the same events instead of doing anything twice. `ETag` is the game's head; a move with `If-Match` is made only on the state that the caller has seen.
// @description
// @description Errors are `application/problem+json` (RFC 9457) with a stable `code` for programs and a `detail` for people in the language of `Accept-Language` (`sv`, `en`). What can be wrong is looked at in this order: the form of the request (400, 413, 415), the token (401), whether it comes too often (429), whether the caller may know of the game or do this (404, 403), whether the `id` was used before (200, 409), `If-Match` (412), the game and the turn (409), the rules (422).
// @description
// @description Wrong passwords, new accounts, wrong codes, and how many games and uploads an account makes a day are limited. Answers that count have `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers): of each policy the quota `q` in a window of `w` seconds, what remains `r`, and the seconds `t` until all of it does.
// @tag.name        accounts
// @tag.description Guests and registered players, sign-in, tokens.
// @tag.name        rulesets
// @tag.description The four games as data, with their rules in Swedish and English.
// @tag.name        games
// @tag.description Making, finding and reading games.
// @tag.name        tables
// @tag.description Inviting, taking seats, leaving, starting.
// @tag.name        watching
// @tag.description Seeing private games without a seat.
// @tag.name        live
// @tag.description Following games as they go on: Server-Sent Events. docs/live.md says how to reconnect.
// @tag.name        moves
// @tag.description Rolling, holding, entering, banking, giving up.
// @tag.name        statistics
// @tag.description Best totals, what one's games come to, how the dice fall.
// @tag.name        system
// @tag.description The server itself and this contract.
