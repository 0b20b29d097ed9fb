// Package gamelog is the notation of a game: how its events are written as JSON, chained by hash, and proven.
// docs/log-format.md describes it for readers without this code. What is written here today must read the same for
// ever: names never change, and the golden logs of openapi/conformance guard that.
package gamelog
