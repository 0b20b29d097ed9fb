package auth_test

import (
	"errors"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"kast/api/auth"
)

func TestCreateAccount_guest(t *testing.T) {
	f := newFixture(t)
	for language, want := range map[string]string{
		"sv": `^Gäst [0-9]{4}$`, "en": `^Guest [0-9]{4}$`, "": `^Guest [0-9]{4}$`, "fi": `^Guest [0-9]{4}$`,
	} {
		a, tokens, err := f.CreateAccount(t.Context(), auth.NewAccount{Language: language})
		if err != nil {
			t.Fatal(err)
		}
		if !regexp.MustCompile(want).MatchString(a.Name) || a.Username != "" || a.UsernameKey != "" || a.PasswordHash != "" {
			t.Errorf("%q: got %+v, want a guest named %s", language, a, want)
		}
		if name, err := auth.CheckName(a.Name); name != a.Name || err != nil {
			t.Errorf("the default name %q is none: %v", a.Name, err)
		}
		c := f.caller(t, tokens)
		if id, err := uuid.Parse(a.ID); err != nil || id.String() != a.ID || c.AccountID != a.ID {
			t.Errorf("got id %q, caller %v", a.ID, c)
		}
		if got, err := f.Account(t.Context(), c); got != a || err != nil {
			t.Errorf("got account %+v, %v, want %+v", got, err, a)
		}
		if want := f.clock.Now().Truncate(time.Millisecond); !a.CreatedAt.Equal(want) {
			t.Errorf("got CreatedAt %v, want %v", a.CreatedAt, want)
		}
	}
	a, _, err := f.CreateAccount(t.Context(), auth.NewAccount{Name: new(" Åsa "), Language: "sv"})
	if err != nil || a.Name != "Åsa" {
		t.Errorf("got %q, %v, want Åsa", a.Name, err)
	}
}

func TestCreateAccount_registered(t *testing.T) {
	f := newFixture(t)
	a, tokens, err := f.CreateAccount(t.Context(), auth.NewAccount{
		Username: new(" E\u0301tienne "), Password: new("correct horse"), Language: "sv",
	})
	if err != nil {
		t.Fatal(err)
	}
	if a.Name != "Étienne" || a.Username != "Étienne" || a.UsernameKey != "étienne" {
		t.Errorf("got %q, %q, %q, want Étienne", a.Name, a.Username, a.UsernameKey)
	}
	f.caller(t, tokens)
	if !regexp.MustCompile(`^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$`).MatchString(a.PasswordHash) {
		t.Errorf("got password hash %q, want argon2id as OWASP has it", a.PasswordHash)
	}

	// Every spelling is the same username, and taken.
	for _, username := range []string{"étienne", "e\u0301tienne", "ÉTIENNE", " Étienne", "Ｅ\u0301ＴＩＥＮＮＥ"} {
		_, _, err := f.CreateAccount(t.Context(), auth.NewAccount{Username: &username, Password: new("another horse")})
		if err != auth.ErrUsernameTaken { //nolint:errorlint // the bare sentinel is promised
			t.Errorf("%q: got error %v, want %v", username, err, auth.ErrUsernameTaken)
		}
	}
	// Names are not unique, and do not stand for the username.
	b, _, err := f.CreateAccount(t.Context(), auth.NewAccount{Name: new("Étienne")})
	if err != nil || b.Name != "Étienne" {
		t.Errorf("got %q, %v, want a guest with the name of another", b.Name, err)
	}
}

func TestCreateAccount_refused(t *testing.T) {
	f := newFixture(t)
	long := strings.Repeat("a", 129)
	for _, test := range []struct {
		name    string
		n       auth.NewAccount
		kind    error
		field   string
		problem auth.Problem
	}{
		{"no password", auth.NewAccount{Username: new("anna")}, auth.ErrMalformed, "password", auth.Missing},
		{"no username", auth.NewAccount{Password: new("correct horse")}, auth.ErrMalformed, "username", auth.Missing},
		{"empty name", auth.NewAccount{Name: new("")}, auth.ErrBadName, "name", auth.TooShort},
		{"bad name", auth.NewAccount{Name: new("\u202e")}, auth.ErrBadName, "name", auth.BadCharacters},
		{"empty username", auth.NewAccount{Username: new(" "), Password: new("correct horse")}, auth.ErrBadName, "username", auth.TooShort},
		{"long username", auth.NewAccount{Username: &long, Password: new("correct horse")}, auth.ErrBadName, "username", auth.TooLong},
		{"empty password", auth.NewAccount{Username: new("anna"), Password: new("")}, auth.ErrMalformed, "password", auth.TooShort},
		{"short password", auth.NewAccount{Username: new("anna"), Password: new("1234567")}, auth.ErrMalformed, "password", auth.TooShort},
		// 14 bytes, but 7 characters.
		{"short in characters", auth.NewAccount{Username: new("anna"), Password: new("öööööö\u0301")}, auth.ErrMalformed, "password", auth.TooShort},
		{"long password", auth.NewAccount{Username: new("anna"), Password: &long}, auth.ErrMalformed, "password", auth.TooLong},
		{"huge password", auth.NewAccount{Username: new("anna"), Password: new(strings.Repeat("a", 1<<20))}, auth.ErrMalformed, "password", auth.TooLong},
		{"control character", auth.NewAccount{Username: new("anna"), Password: new("12345678\n")}, auth.ErrMalformed, "password", auth.BadCharacters},
		{"no UTF-8", auth.NewAccount{Username: new("anna"), Password: new("12345678\xff")}, auth.ErrMalformed, "password", auth.BadCharacters},
	} {
		t.Run(test.name, func(t *testing.T) {
			a, tokens, err := f.CreateAccount(t.Context(), test.n)
			wantField(t, err, test.kind, test.field, test.problem)
			if a.ID != "" || tokens != (auth.Tokens{}) {
				t.Errorf("got %+v in spite of the error", a)
			}
			for _, secret := range []*string{test.n.Password, test.n.Username, test.n.Name} {
				if secret != nil && len(*secret) > 4 && strings.Contains(err.Error(), *secret) {
					t.Errorf("error %q repeats the input", err)
				}
			}
		})
	}
	// None of these has taken the username.
	f.registered(t, "anna")
}

func TestCreateAccount_sameUsernameAtOnce(t *testing.T) {
	f := newFixture(t)
	var made atomic.Int32
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			_, _, err := f.CreateAccount(t.Context(), auth.NewAccount{Username: new("anna"), Password: new("correct horse")})
			switch {
			case err == nil:
				made.Add(1)
			case !errors.Is(err, auth.ErrUsernameTaken):
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if made.Load() != 1 {
		t.Errorf("got %d accounts with one username, want 1", made.Load())
	}
}

func TestDelete(t *testing.T) {
	f := newFixture(t)
	c, tokens := f.registered(t, "anna")
	other, otherTokens := f.guest(t)
	if err := f.Delete(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	_, err := f.Authenticate(t.Context(), tokens.Access)
	wantError(t, err, auth.ErrUnauthenticated)
	_, _, err = f.Refresh(t.Context(), tokens.Refresh)
	wantError(t, err, auth.ErrUnauthenticated)
	_, _, err = f.SignIn(t.Context(), "anna", "correct horse")
	wantError(t, err, auth.ErrUnauthenticated)
	_, err = f.Account(t.Context(), c)
	wantError(t, err, auth.ErrUnauthenticated)
	_, err = f.Change(t.Context(), c, auth.AccountChange{Name: new("Anna")})
	wantError(t, err, auth.ErrUnauthenticated)
	wantError(t, f.Delete(t.Context(), c), auth.ErrUnauthenticated)
	if got := f.caller(t, otherTokens); got != other {
		t.Errorf("got %v, want %v", got, other)
	}
	f.registered(t, "anna") // the username is free again
}
