package auth_test

import (
	"errors"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"kast/api/auth"
)

func TestChange_guestRegisters(t *testing.T) {
	f := newFixture(t)
	c, tokens := f.create(t, auth.NewAccount{Name: new("Anna")})
	a, err := f.Change(t.Context(), c, auth.AccountChange{Username: new("Åsa"), Password: new("correct horse")})
	if err != nil {
		t.Fatal(err)
	}
	if a.ID != c.AccountID || a.Name != "Anna" || a.Username != "Åsa" || a.UsernameKey != "åsa" {
		t.Errorf("got %+v, want the same person, registered", a)
	}
	f.caller(t, tokens)
	b, _, err := f.SignIn(t.Context(), "åsa", "correct horse")
	if err != nil || b != a {
		t.Errorf("got %+v, %v, want %+v", b, err, a)
	}
}

// The answer to an upgrade can get lost on a phone, which then sends it again.
func TestChange_guestRegistersAgain(t *testing.T) {
	f := newFixture(t)
	c, tokens := f.guest(t)
	upgrade := auth.AccountChange{Username: new("Åsa"), Password: new("correct horse")}
	first, err := f.Change(t.Context(), c, upgrade)
	if err != nil {
		t.Fatal(err)
	}
	again, err := f.Change(t.Context(), c, upgrade)
	if err != nil || again != first {
		t.Errorf("the same again: got %+v, %v, want %+v", again, err, first)
	}
	f.caller(t, tokens)
	for name, other := range map[string]auth.AccountChange{
		"another password": {Username: new("Åsa"), Password: new("another horse")},
		"another username": {Username: new("Åke"), Password: new("correct horse")},
		"a name too":       {Name: new("Eva"), Username: new("Åsa"), Password: new("correct horse")},
	} {
		if _, err := f.Change(t.Context(), c, other); !errors.Is(err, auth.ErrWrongPassword) {
			t.Errorf("%s: got %v, want ErrWrongPassword", name, err)
		}
	}
}

func TestChange_refused(t *testing.T) {
	f := newFixture(t)
	f.registered(t, "taken")
	guest, _ := f.guest(t)
	anna, _ := f.registered(t, "anna")
	type change = auth.AccountChange
	for _, test := range []struct {
		name    string
		c       auth.Caller
		ch      change
		want    error
		field   string
		problem auth.Problem
	}{
		{"guest, no password", guest, change{Username: new("eva")}, auth.ErrMalformed, "password", auth.Missing},
		{"guest, no username", guest, change{Password: new("correct horse")}, auth.ErrMalformed, "username", auth.Missing},
		{"guest, short password", guest, change{Username: new("eva"), Password: new("1234567")}, auth.ErrMalformed, "password", auth.TooShort},
		{"guest, bad username", guest, change{Username: new("\u200b"), Password: new("correct horse")}, auth.ErrBadName, "username", auth.BadCharacters},
		{"guest, bad name", guest, change{Name: new("")}, auth.ErrBadName, "name", auth.TooShort},
		{"guest, username taken", guest, change{Username: new("TAKEN"), Password: new("correct horse")}, auth.ErrUsernameTaken, "", ""},
		{"guest, old password", guest, change{Username: new("eva"), Password: new("correct horse"), OldPassword: new("")}, auth.ErrWrongPassword, "", ""},
		{"old password alone", anna, change{OldPassword: new("correct horse")}, auth.ErrMalformed, "password", auth.Missing},
		{"no old password", anna, change{Password: new("another horse")}, auth.ErrWrongPassword, "", ""},
		{"wrong old password", anna, change{Password: new("another horse"), OldPassword: new("incorrect horse")}, auth.ErrWrongPassword, "", ""},
		{"short old password", anna, change{Password: new("another horse"), OldPassword: new("c")}, auth.ErrWrongPassword, "", ""},
		{"wrong old password, name too", anna, change{Name: new("Eva"), Password: new("another horse"), OldPassword: new("")}, auth.ErrWrongPassword, "", ""},
		{"long password", anna, change{Password: new(string(make([]byte, 4096))), OldPassword: new("correct horse")}, auth.ErrMalformed, "password", auth.TooLong},
		{"username taken", anna, change{Username: new("ｔａｋｅｎ")}, auth.ErrUsernameTaken, "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			before, err := f.Account(t.Context(), test.c)
			if err != nil {
				t.Fatal(err)
			}
			_, err = f.Change(t.Context(), test.c, test.ch)
			if test.field != "" {
				wantField(t, err, test.want, test.field, test.problem)
			}
			wantError(t, err, test.want)
			if after, err := f.Account(t.Context(), test.c); after != before || err != nil {
				t.Errorf("got %+v, %v after a refused change, want %+v", after, err, before)
			}
		})
	}
}

func TestChange_names(t *testing.T) {
	f := newFixture(t)
	c, tokens := f.registered(t, "anna")
	before, err := f.Account(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if a, err := f.Change(t.Context(), c, auth.AccountChange{}); a != before || err != nil {
		t.Errorf("no change: got %+v, %v, want %+v", a, err, before)
	}
	want := before
	want.Name, want.Username, want.UsernameKey = "Anna B", "ANNA", "anna"
	a, err := f.Change(t.Context(), c, auth.AccountChange{Name: new("Anna  B"), Username: new("ANNA")})
	if a != want || err != nil {
		t.Errorf("got %+v, %v, want %+v", a, err, want)
	}
	if stored, err := f.Account(t.Context(), c); stored != want || err != nil {
		t.Errorf("got %+v, %v stored, want %+v", stored, err, want)
	}
	f.caller(t, tokens)
}

func TestChange_password(t *testing.T) {
	f := newFixture(t)
	c, tokens := f.registered(t, "anna")
	_, others, err := f.SignIn(t.Context(), "anna", "correct horse")
	if err != nil {
		t.Fatal(err)
	}
	_, bystander := f.guest(t)
	if _, err := f.Change(t.Context(), c, auth.AccountChange{
		Password: new("another horse"), OldPassword: new("correct\u00a0horse"),
	}); err != nil {
		t.Fatal(err)
	}
	_, err = f.Authenticate(t.Context(), others.Access)
	wantError(t, err, auth.ErrUnauthenticated)
	_, _, err = f.Refresh(t.Context(), others.Refresh)
	wantError(t, err, auth.ErrUnauthenticated)
	f.caller(t, tokens)
	f.refreshed(t, tokens.Refresh)
	f.caller(t, bystander)
	_, _, err = f.SignIn(t.Context(), "anna", "correct horse")
	wantError(t, err, auth.ErrUnauthenticated)
	if _, _, err = f.SignIn(t.Context(), "anna", "another horse"); err != nil {
		t.Error(err)
	}
}

// Of two changes from one old password, one wins and the other finds it wrong.
func TestChange_passwordAtOnce(t *testing.T) {
	f := newFixture(t)
	c, _ := f.registered(t, "anna")
	var changed atomic.Int32
	var wg sync.WaitGroup
	for _, password := range []string{"another horse", "a third horse", "a fourth horse"} {
		wg.Go(func() {
			_, err := f.Change(t.Context(), c, auth.AccountChange{Password: &password, OldPassword: new("correct horse")})
			switch {
			case err == nil:
				changed.Add(1)
			case !errors.Is(err, auth.ErrWrongPassword):
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if changed.Load() != 1 {
		t.Errorf("got %d changes from one old password, want 1", changed.Load())
	}
}

// Changes of different fields do not undo each other.
func TestChange_fieldsAtOnce(t *testing.T) {
	f := newFixture(t)
	c, _ := f.registered(t, "anna")
	var wg sync.WaitGroup
	for _, ch := range []auth.AccountChange{
		{Name: new("Anna B")}, {Username: new("annab")}, {Password: new("another horse"), OldPassword: new("correct horse")},
	} {
		wg.Go(func() {
			if _, err := f.Change(t.Context(), c, ch); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	a, _, err := f.SignIn(t.Context(), "annab", "another horse")
	if err != nil || a.Name != "Anna B" {
		t.Errorf("got %+v, %v, want all three changes", a, err)
	}
}

// However many changes of an account come at once, each is made.
func TestChange_manyAtOnce(t *testing.T) {
	f := newFixture(t)
	c, _ := f.guest(t)
	var wg sync.WaitGroup
	for i := range 100 {
		wg.Go(func() {
			name := "Anna " + strconv.Itoa(i)
			if a, err := f.Change(t.Context(), c, auth.AccountChange{Name: &name}); err != nil || a.Name != name {
				t.Errorf("got %q, %v", a.Name, err)
			}
		})
	}
	wg.Wait()
}

func TestChange_givesUp(t *testing.T) {
	f := fixtureOver(t, contested{newStore(t)})
	c, _ := f.guest(t)
	_, err := f.Change(t.Context(), c, auth.AccountChange{Name: new("Anna")})
	wantError(t, err, auth.ErrBusy)
}
