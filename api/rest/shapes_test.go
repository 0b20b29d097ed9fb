package rest_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
)

// The shapes of answers as a client would write them, from the contract alone.

type problem struct {
	Type, Title, Detail, Code string
	Status                    int
}

type account struct {
	ID, Name, Username string
	Guest              bool
	CreatedAt          string
}

type signedIn struct {
	Account                              account
	AccessToken, RefreshToken, TokenType string
	ExpiresIn                            int
}

type gameView struct {
	ID, Ruleset, Status, Dice, Visibility, Host, InviteCode, WatchCode, Head string
	Rematch                                                                  string
	Seq, RulesVersion                                                        int
	ServerTime, CreatedAt, StartedAt, FinishedAt                             string
	Options                                                                  map[string]any
	Seats                                                                    []seatView
	Turn                                                                     *turnView
	Pot                                                                      *int
	FinalRound                                                               *struct{ Seat, Score int }
}

type seatView struct {
	Seat                                    int
	Kind, AccountID, Name, BotLevel, Status string
	ReservedFor                             string
	Total, Placement                        int
	IsIn                                    *bool
	Card                                    *cardView
}

type cardView struct {
	Boxes                                              map[string]int
	UpperSum, UpperBonus, LowerSum, FiveBonuses, Total int
}

type turnView struct {
	Seat, Round, Roll  int
	RollsLeft          *int
	Dice, Held, Locked []int
	Groups             map[string]int
	Points, HeldPoints *int
	Needs350           *bool
	May                []string
	Boxes              []entryView
	MustSacrifice      *bool
	Best               []boxValue
	Deadline           string
}

type boxValue struct {
	Box           string
	ExpectedTotal float64
}

type entryView struct {
	Box           string
	Points, Bonus int
	Joker, Strike bool
	Confirm       string
}

type eventView struct {
	Seq                int
	ID, Type, At, By   string
	Prev, Hash         string
	Seat               *int
	Dice, Held         []int
	Outcome, Box       string
	Points, Bonus      *int
	Joker              *bool
	Seats              json.RawMessage
	ClientSeed         string
	ClientSeeds        []string
	Placements         []int
	ServerSeed         string
	Commitment, GameID string
	Options            map[string]any
	DiceMode, Ruleset  string
	Visibility         string
	RulesVersion       int
}

type changed struct {
	Events []eventView
	Game   gameView
}

type list[T any] struct {
	Items      []T
	NextCursor string
}

// frame is a step of a replay, its parts as they came.
type frame struct{ Event, Game json.RawMessage }

type summaryView struct {
	ID, Ruleset, Status, Dice, Visibility, Host, Head string
	Seq                                               int
	CreatedAt, UpdatedAt, StartedAt, FinishedAt       string
	Options                                           map[string]any
	Seats                                             []seatView
	Turn                                              *struct{ Seat, Round int }
}

type fairnessView struct {
	Algorithm, Commitment, ServerSeed string
	ClientSeeds                       []string
}

// object is a body, written short.
type object = map[string]any

// seats are the seats of a new game by kind; a guest is called by its number.
func seats(kinds ...string) []object {
	all := make([]object, len(kinds))
	for i, kind := range kinds {
		all[i] = object{"kind": kind}
		switch kind {
		case "guest":
			all[i]["name"] = fmt.Sprintf("Guest %d", i)
		case "bot":
			all[i]["level"] = "best"
		}
	}
	return all
}

// create makes a game.
func (c *client) create(body object) gameView {
	c.t.Helper()
	return decode[changed](c.post("/v1/games", body).is(http.StatusCreated)).Game
}

// newGame makes a game of a ruleset with these seats and default options.
func (c *client) newGame(ruleset, dice string, kinds ...string) gameView {
	c.t.Helper()
	return c.create(object{"ruleset": ruleset, "dice": dice, "seats": seats(kinds...)})
}

// move is a POST under a game that must succeed.
func (c *client) move(game, what string, body any) changed {
	c.t.Helper()
	return decode[changed](c.post("/v1/games/"+game+"/"+what, body).is(http.StatusCreated))
}

// join takes a seat, with the invite code if the game has one.
func (c *client) join(g gameView, body object) changed {
	c.t.Helper()
	all := object{}
	if g.InviteCode != "" {
		all["inviteCode"] = g.InviteCode
	}
	maps.Copy(all, body)
	return c.move(g.ID, "seats", all)
}

// game reads a game.
func (c *client) game(id string) gameView {
	c.t.Helper()
	return decode[gameView](c.get("/v1/games/" + id).is(http.StatusOK))
}

// log reads a whole log, event by event as it came.
func (c *client) log(id string) (events []json.RawMessage) {
	c.t.Helper()
	for after := "0"; after != ""; {
		page := decode[list[json.RawMessage]](c.get("/v1/games/" + id + "/events?limit=500&after=" + after).is(http.StatusOK))
		events = append(events, page.Items...)
		after = page.NextCursor
	}
	return events
}

// last is the last event of a change.
func (ch changed) last() eventView { return ch.Events[len(ch.Events)-1] }

// types are the types of the events of a change.
func (ch changed) types() []string {
	types := make([]string, len(ch.Events))
	for i, e := range ch.Events {
		types[i] = e.Type
	}
	return types
}

func (g gameView) totals() []int {
	totals := make([]int, len(g.Seats))
	for i, seat := range g.Seats {
		totals[i] = seat.Total
	}
	return totals
}

func (g gameView) placements() []int {
	placements := make([]int, len(g.Seats))
	for i, seat := range g.Seats {
		placements[i] = seat.Placement
	}
	return placements
}

// onTurn is the seat on turn, -1 for none.
func (g gameView) onTurn() int {
	if g.Turn == nil {
		return -1
	}
	return g.Turn.Seat
}

// newID draws an id as a client would.
func newID() string { return uuid.NewString() }

// want fails the test when two values differ.
func want[T any](t testing.TB, what string, got, want T) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}
