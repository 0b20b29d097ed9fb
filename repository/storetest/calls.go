package storetest

import (
	"errors"
	"strings"
	"testing"

	"kast/repository"
)

var calls = []test{
	{"OfCreateAndAppend", func(t *testing.T, s repository.Store) {
		host := account(t, s, "A")
		g := newGame(host.ID)
		g.Call = callFor(host.ID, g.Events)
		create(t, s, g)
		stranger := account(t, s, "B") // holds no seat
		a := next(g.ID, g.Head, 3)
		a.Call = callFor(stranger.ID, a.Events)
		a.Call.Request = "POST /x Ö"
		mustAppend(t, s, a)
		b := next(g.ID, headOf(a.Events), 1)
		b.Call = callFor("", b.Events)
		b.Call.Request = strings.Repeat("0f", 32)
		mustAppend(t, s, b)
		for _, want := range []*repository.Call{g.Call, a.Call, b.Call} {
			got, err := s.Call(t.Context(), g.ID, want.ID)
			if err != nil {
				t.Fatalf("Call: %v", err)
			}
			equal(t, "call", got, *want)
		}
	}},

	{"NotFound", func(t *testing.T, s repository.Store) {
		g := newGame("")
		g.Call = callFor("", g.Events)
		create(t, s, g)
		other := game(t, s, "")
		for what, c := range map[string][2]string{
			"an id that nobody used":     {g.ID, newID()},
			"an event that is no call":   {g.ID, g.Events[0].ID},
			"a call of another game":     {other.ID, g.Call.ID},
			"a call of no game":          {newID(), g.Call.ID},
			"an id that cannot be used":  {g.ID, "abc"},
			"a game id that cannot be":   {"abc", g.Call.ID},
			"an id in upper case":        {g.ID, strings.ToUpper(g.Call.ID)},
			"the id of the game, unused": {g.ID, g.ID},
		} {
			_, err := s.Call(t.Context(), c[0], c[1])
			want(t, what, err, repository.ErrNotFound)
		}
	}},

	{"CallerThatIsNobody", func(t *testing.T, s repository.Store) {
		g := newGame("")
		g.Call = callFor(newID(), g.Events)
		create(t, s, g)
		got, err := s.Call(t.Context(), g.ID, g.Call.ID)
		if err != nil || got.AccountID != "" {
			t.Errorf("Call: account %q, error %v; want none", got.AccountID, err)
		}
	}},

	// The same call sent many times at once is carried out once; the others find it.
	{"RepeatedAtOnce", func(t *testing.T, s repository.Store) {
		host := account(t, s, "A")
		g := game(t, s, host.ID)
		id := newID()
		var won int
		for _, err := range atOnce(16, func(int) error {
			a := next(g.ID, g.Head, 2)
			a.Events[1].ID = id
			a.Call = callFor(host.ID, a.Events)
			return s.Append(t.Context(), a)
		}) {
			switch {
			case err == nil:
				won++
			case !errors.Is(err, repository.ErrConflict):
				t.Errorf("Append: %v", err)
			}
		}
		if won != 1 {
			t.Errorf("the call was carried out %d times", won)
		}
		got, err := s.Call(t.Context(), g.ID, id)
		if err != nil || got.FirstSeq != 3 || got.LastSeq != 4 {
			t.Errorf("Call: %+v, %v; want events 3 to 4", got, err)
		}
	}},
}
