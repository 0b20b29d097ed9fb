package storetest

import (
	"slices"
	"testing"

	"kast/repository"
)

var lists = []test{
	{"Lobby", func(t *testing.T, s repository.Store) {
		host := account(t, s, "Åsa")
		var want []string
		for i, change := range []func(*repository.NewGame){
			func(*repository.NewGame) {},
			func(g *repository.NewGame) { g.Summary.Visibility = "private" },
			func(g *repository.NewGame) { g.Summary.Status = "playing" },
			func(g *repository.NewGame) { g.Summary.Status = "closed" },
			func(g *repository.NewGame) { g.Summary.Ruleset, g.Seats = "bonanza", nil },
		} {
			g := newGame(host.ID)
			change(&g)
			create(t, s, g)
			if i == 0 || i == 4 {
				want = append([]string{g.ID}, want...)
			}
		}
		page, err := s.Lobby(t.Context(), repository.Page{Limit: 10})
		if err != nil {
			t.Fatalf("Lobby: %v", err)
		}
		equal(t, "lobby", ids(page), want)
		for _, g := range page.Games { // what a list tells of a game is what the game tells
			alone, _ := load(t, s, g.ID)
			equal(t, "listed game", g, alone)
		}

		a := next(want[0], page.Games[0].Head, 1) // its status is playing
		mustAppend(t, s, a)
		page, err = s.Lobby(t.Context(), repository.Page{Limit: 10})
		if err != nil {
			t.Fatalf("Lobby: %v", err)
		}
		equal(t, "lobby after a start", ids(page), want[1:])
	}},

	{"GamesOf", func(t *testing.T, s repository.Store) {
		me, other := account(t, s, "A"), account(t, s, "B")
		hostOnly := newGame(me.ID)
		hostOnly.Seats[0].AccountID = other.ID
		create(t, s, hostOnly)
		seatOnly := newGame(other.ID)
		seatOnly.Seats[0].AccountID = me.ID
		seatOnly.Summary.Status, seatOnly.Summary.Ruleset = "finished", "tiotusen"
		create(t, s, seatOnly)
		twice := newGame(me.ID)
		twice.Seats[3] = twice.Seats[0]
		twice.Seats[3].Seat = 3
		twice.Summary.Ruleset = "tiotusen"
		create(t, s, twice)
		game(t, s, other.ID)
		game(t, s, "")

		for _, c := range []struct {
			filter repository.GameFilter
			want   []string
		}{
			{repository.GameFilter{}, []string{twice.ID, seatOnly.ID, hostOnly.ID}},
			{repository.GameFilter{Status: "open"}, []string{twice.ID, hostOnly.ID}},
			{repository.GameFilter{Ruleset: "tiotusen"}, []string{twice.ID, seatOnly.ID}},
			{repository.GameFilter{Status: "finished", Ruleset: "tiotusen"}, []string{seatOnly.ID}},
			{repository.GameFilter{Status: "closed"}, nil},
		} {
			page, err := s.GamesOf(t.Context(), me.ID, c.filter, repository.Page{Limit: 10})
			if err != nil {
				t.Fatalf("GamesOf: %v", err)
			}
			equal(t, "games", ids(page), c.want)
		}
		for _, nobody := range []string{newID(), "", "x"} {
			page, err := s.GamesOf(t.Context(), nobody, repository.GameFilter{}, repository.Page{Limit: 10})
			if err != nil || len(page.Games) > 0 || page.Next != 0 {
				t.Errorf("GamesOf nobody: %v, %v", page, err)
			}
		}
	}},

	{"GamesOfWhoJoinsAndLeaves", func(t *testing.T, s repository.Store) {
		host, guest := account(t, s, "A"), account(t, s, "B")
		g := game(t, s, host.ID)
		mine := func(a repository.Account) int {
			page, err := s.GamesOf(t.Context(), a.ID, repository.GameFilter{}, repository.Page{Limit: 10})
			if err != nil {
				t.Fatalf("GamesOf: %v", err)
			}
			return len(page.Games)
		}
		join := next(g.ID, g.Head, 1)
		join.Seats = slices.Clone(g.Seats)
		join.Seats[3].Kind, join.Seats[3].AccountID = "account", guest.ID
		mustAppend(t, s, join)
		equal(t, "games of host and guest", []int{mine(host), mine(guest)}, []int{1, 1})

		leave := next(g.ID, headOf(join.Events), 1)
		leave.Seats = g.Seats[1:]
		leave.Host = &guest.ID
		mustAppend(t, s, leave)
		equal(t, "games of both after the host left", []int{mine(host), mine(guest)}, []int{0, 1})

		both := next(g.ID, headOf(leave.Events), 1)
		both.Host = new("")
		mustAppend(t, s, both)
		equal(t, "games of both in the end", []int{mine(host), mine(guest)}, []int{0, 0})
	}},

	// Pages hold what was there when the first was read, each game once, while new games arrive and others change.
	{"PagesAreStable", func(t *testing.T, s repository.Store) {
		me := account(t, s, "A")
		var want []string
		for range 10 {
			want = append([]string{game(t, s, me.ID).ID}, want...)
		}
		for what, list := range map[string]func(repository.Page) (repository.GamePage, error){
			"lobby": func(p repository.Page) (repository.GamePage, error) { return s.Lobby(t.Context(), p) },
			"games of": func(p repository.Page) (repository.GamePage, error) {
				return s.GamesOf(t.Context(), me.ID, repository.GameFilter{}, p)
			},
		} {
			var got []string
			var before int64
			for {
				page, err := list(repository.Page{Before: before, Limit: 3})
				if err != nil {
					t.Fatalf("%s: %v", what, err)
				}
				got = append(got, ids(page)...)
				if page.Next == 0 {
					break
				}
				before = page.Next
				game(t, s, me.ID) // newer than all that was asked for
			}
			if n := len(got) - len(want); n < 0 || !slices.Equal(got[n:], want) {
				t.Errorf("%s: got %v, want it to end with %v", what, got, want)
			}
			slices.Sort(got)
			if len(slices.Compact(got)) != len(got) {
				t.Errorf("%s: a game came twice", what)
			}
		}
	}},

	{"PageSizes", func(t *testing.T, s repository.Store) {
		for range 4 {
			game(t, s, "")
		}
		for _, c := range []struct{ limit, games int }{{0, 0}, {-1, 0}, {1, 1}, {3, 3}, {4, 4}, {5, 4}} {
			page, err := s.Lobby(t.Context(), repository.Page{Limit: c.limit})
			if err != nil {
				t.Fatalf("Lobby: %v", err)
			}
			more := page.Next != 0
			if len(page.Games) != c.games || more != (c.limit > 0 && c.limit < 4) {
				t.Errorf("limit %d: %d games, more: %v", c.limit, len(page.Games), more)
			}
		}
	}},

	{"GameIDs", func(t *testing.T, s repository.Store) {
		var want []string
		for range 5 {
			want = append(want, game(t, s, "").ID)
		}
		for _, limit := range []int{1, 2, 5, 9} {
			var got []string
			for after := int64(0); ; {
				page, next, err := s.GameIDs(t.Context(), after, limit)
				if err != nil || len(page) > limit {
					t.Fatalf("GameIDs: %d ids, %v", len(page), err)
				}
				got = append(got, page...)
				if next == 0 {
					break
				}
				after = next
			}
			equal(t, "ids", got, want)
		}
	}},
}

// ids returns the games' ids of a page.
func ids(p repository.GamePage) []string {
	var ids []string
	for _, g := range p.Games {
		ids = append(ids, g.ID)
	}
	return ids
}

var rebuilds = []test{
	{"Replaces", func(t *testing.T, s repository.Store) {
		host := account(t, s, "A")
		g := game(t, s, host.ID)
		want, _ := load(t, s, g.ID)
		want.Summary = repository.Summary{
			Ruleset: "femlika", RulesVersion: 1, Status: "finished", Dice: "client",
			Visibility: "private", Options: "{}", TurnSeat: -1, StartedAt: stored,
		}
		want.Seats = want.Seats[:2]
		want.Seats[0].Total, want.Seats[1].Placement = 99, 4
		standings := []repository.Standing{want.Seats[0].Standing, want.Seats[1].Standing}
		if err := s.Rebuild(t.Context(), g.ID, g.Head, want.Summary, standings); err != nil {
			t.Fatalf("Rebuild: %v", err)
		}
		got, events := load(t, s, g.ID)
		equal(t, "game", got, want)
		equal(t, "events", events, g.Events)
		page, err := s.Lobby(t.Context(), repository.Page{Limit: 9})
		if err != nil || len(page.Games) > 0 {
			t.Errorf("the lobby still has %v (%v)", ids(page), err)
		}
	}},

	{"MakesMissingSeats", func(t *testing.T, s repository.Store) {
		g := newGame("")
		g.Seats = nil
		create(t, s, g)
		standing := repository.Standing{Seat: 0, Kind: "account", Total: 3}
		if err := s.Rebuild(t.Context(), g.ID, g.Head, g.Summary, []repository.Standing{standing}); err != nil {
			t.Fatalf("Rebuild: %v", err)
		}
		got, _ := load(t, s, g.ID)
		equal(t, "seats", got.Seats, []repository.Seat{{Standing: standing}})
	}},

	{"NotTheHead", func(t *testing.T, s repository.Store) {
		g := game(t, s, "")
		mustAppend(t, s, next(g.ID, g.Head, 1))
		before, _ := load(t, s, g.ID)
		err := s.Rebuild(t.Context(), g.ID, g.Head, summary("closed"), nil)
		want(t, "Rebuild at an old head", err, repository.ErrConflict)
		after, _ := load(t, s, g.ID)
		equal(t, "game", after, before)
	}},
}
