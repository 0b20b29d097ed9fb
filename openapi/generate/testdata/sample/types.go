package sample

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"
)

type problem struct {
	Type   string      `json:"type" format:"uri"`
	Title  string      `json:"title"`
	Status int         `json:"status" minimum:"400" maximum:"599"`
	Detail string      `json:"detail"`
	Code   problemCode `json:"code"`                     // why, for programs
	Seq    int64       `json:"seq,omitzero" minimum:"1"` // of the first event that is wrong
} // @name Problem

type problemCode string // @name ProblemCode

const (
	codeMalformed     problemCode = "malformed"            // 400 the request cannot be read
	codeUnauthorized  problemCode = "unauthenticated"      // 401 no token, or not a good one
	codeNotFound      problemCode = "notFound"             // 404 absent, or not for the caller
	codeNotYourTurn   problemCode = "notYourTurn"          // 409 another seat is on turn
	codeSeatsFull     problemCode = "seatsFull"            // 409 no seat is open
	codeAlreadySeated problemCode = "alreadySeated"        // 409 the caller has a seat
	codeStale         problemCode = "staleState"           // 412 the head has moved on
	codeTooLarge      problemCode = "tooLarge"             // 413 the body is too long
	codeMedia         problemCode = "unsupportedMediaType" // 415 the body is not JSON
	codeBadHold       problemCode = "badHold"              // 422 these dice cannot be held
	codeRate          problemCode = "rateLimited"          // 429 too many calls
	codeInternal      problemCode = "internal"             // 500 a fault of the server
	codeUnavailable   problemCode = "unavailable"          // 503 the store does not answer
)

type status string // @name GameStatus

const (
	statusOpen    status = "open"
	statusPlaying status = "playing"
)

type page[T any] struct {
	Items      []T    `json:"items"`
	NextCursor string `json:"nextCursor,omitzero"`
} // @name List

type base struct {
	ID        uuid.UUID `json:"id"`
	CreatedAt time.Time `json:"createdAt"`
}

type game struct {
	base
	Status     status          `json:"status"`
	Turn       *turn           `json:"turn,omitzero"` // absent unless it is played
	FinishedAt *time.Time      `json:"finishedAt,omitzero"`
	Boxes      map[string]int  `json:"boxes" minimum:"0" maximum:"50"`
	Luck       float64         `json:"luck"`
	Seen       []time.Time     `json:"seen"`
	Extra      json.RawMessage `json:"extra,omitempty" swaggertype:"object"`
	hidden     int
} // @name Game

type turn struct {
	Dice []int    `json:"dice" minimum:"1" maximum:"6" minItems:"0" maxItems:"6"` // as they lie
	May  []string `json:"may" enums:"roll,hold"`
	Seat uint8    `json:"seat"`
	Seq  int      `json:"seq"`
} // @name Turn

type moved struct {
	Game game `json:"game"`
} // @name Moved

type summary struct {
	ID    string   `json:"id" format:"uuid"`
	Name  string   `json:"name" minLength:"1" maxLength:"40" example:"Åsa"`
	Kind  seatKind `json:"kind,omitzero"`
	Level botLevel `json:"level,omitzero"`
} // @name GameSummary

type rollRequest struct {
	ID   string `json:"id,omitzero" format:"uuid"`
	Held []int  `json:"held,omitzero" minimum:"0" maximum:"5" maxItems:"6"`
	Note *note  `json:"note,omitzero"`
} // @name RollRequest

type note struct {
	Text string `json:"text" pattern:"^[a-z]*$"`
	Free bool   `json:"free" default:"true"`
	Must *bool  `json:"must"` // here a pointer tells whether it was sent
	Also *noted `json:"also"`
} // @name Note

type noted struct {
	At time.Time `json:"at"`
} // @name Noted

type health struct {
	Ready bool `json:"ready"`
} // @name Health

type seatKind string // @name SeatKind

const (
	seatMe   seatKind = "account"
	seatOpen seatKind = "open"
)

type botLevel string // @name BotLevel

const botBest botLevel = "best" // as well as can be

type event struct {
	Seats []any `json:"seats,omitzero"` // of two kinds
} // @name Event
