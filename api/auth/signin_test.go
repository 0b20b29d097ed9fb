package auth_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"kast/api/auth"
	"kast/repository"
)

func TestSignIn(t *testing.T) {
	f := newFixture(t)
	username, password := "Åsa Öberg", "lösen ord 🎲🎲"
	first, firstTokens := f.create(t, auth.NewAccount{Username: &username, Password: &password})
	f.guest(t)

	// Each sign-in is one of its own, with the username and password in any spelling.
	a, tokens, err := f.SignIn(t.Context(), "a\u030aSA  O\u0308BERG ", "lo\u0308sen\u00a0ord\u3000🎲🎲")
	if err != nil {
		t.Fatal(err)
	}
	c := f.caller(t, tokens)
	if a.Username != username || c.AccountID != first.AccountID || c.SignInID == first.SignInID || tokens.ExpiresIn != 900 {
		t.Errorf("got %+v, %v, want another sign-in of %v", a, c, first)
	}
	if err := f.SignOut(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	f.caller(t, firstTokens)
}

func TestSignIn_refused(t *testing.T) {
	f := newFixture(t)
	f.registered(t, "anna")
	guest, _, err := f.CreateAccount(t.Context(), auth.NewAccount{Name: new("Berta")})
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct{ username, password string }{
		"wrong password":    {"anna", "incorrect horse"},
		"other case":        {"anna", "Correct horse"},
		"unknown username":  {"berit", "correct horse"},
		"a guest's name":    {guest.Name, "correct horse"},
		"a guest's id":      {guest.ID, "correct horse"},
		"empty":             {"", ""},
		"empty username":    {"", "correct horse"},
		"empty password":    {"anna", ""},
		"bad username":      {"\u202e", "correct horse"},
		"huge username":     {strings.Repeat("a", 1<<20), "correct horse"},
		"huge password":     {"anna", strings.Repeat("a", 1<<20)},
		"password no UTF-8": {"anna", "correct horse\xff"},
	} {
		a, tokens, err := f.SignIn(t.Context(), test.username, test.password)
		if err != auth.ErrUnauthenticated || a.ID != "" || tokens != (auth.Tokens{}) { //nolint:errorlint // it never says why
			t.Errorf("%s: got %+v, %v, want %v", name, a, err, auth.ErrUnauthenticated)
		}
	}
}

// A new password ends the sign-ins that began with the old one, also one that is just beginning.
func TestSignIn_passwordChangedMeanwhile(t *testing.T) {
	store := &meanwhile{Accounts: newStore(t)}
	f := fixtureOver(t, store)
	c, _ := f.registered(t, "anna")
	var signIn string
	store.do = func(si repository.SignIn) {
		signIn = si.ID
		if _, err := f.Change(t.Context(), c, auth.AccountChange{
			Password: new("another horse"), OldPassword: new("correct horse"),
		}); err != nil {
			t.Error(err)
		}
	}
	_, _, err := f.SignIn(t.Context(), "anna", "correct horse")
	wantError(t, err, auth.ErrUnauthenticated)
	if _, err := f.store.SignIn(t.Context(), signIn); !errors.Is(err, repository.ErrNotFound) {
		t.Errorf("got error %v for the sign-in that was beginning, want %v", err, repository.ErrNotFound)
	}
}

// setHash puts another password hash into the store.
func (f fixture) setHash(t *testing.T, c auth.Caller, hash string) {
	t.Helper()
	was, err := f.store.Account(t.Context(), c.AccountID)
	if err != nil {
		t.Fatal(err)
	}
	a := was
	a.PasswordHash = hash
	if err := f.store.UpdateAccount(t.Context(), was, a, ""); err != nil {
		t.Fatal(err)
	}
}

// A hash in the store that nobody can compute is a fault, and never asks for endless memory.
func TestSignIn_spoiltHash(t *testing.T) {
	f := newFixture(t)
	c, _ := f.registered(t, "anna")
	const salt, key = "c2FsdHNhbHRzYWx0c2FsdA", "a2V5a2V5a2V5a2V5a2V5a2V5a2V5a2V5a2V5a2V5a2U"
	for _, hash := range []string{
		"correct horse", "$", "$$$$$", "$2a$10$abcdefghijklmnopqrstuu",
		"$argon2i$v=19$m=19456,t=2,p=1$" + salt + "$" + key,
		"$argon2id$v=16$m=19456,t=2,p=1$" + salt + "$" + key,
		"$argon2id$v=19$m=4294967295,t=2,p=1$" + salt + "$" + key,
		"$argon2id$v=19$m=19456,t=4294967295,p=1$" + salt + "$" + key,
		"$argon2id$v=19$m=19456,t=2,p=255$" + salt + "$" + key,
		"$argon2id$v=19$m=19456,t=2,p=257$" + salt + "$" + key,
		"$argon2id$v=19$m=0,t=2,p=1$" + salt + "$" + key,
		"$argon2id$v=19$m=19456,t=0,p=1$" + salt + "$" + key,
		"$argon2id$v=19$m=19456,t=2,p=0$" + salt + "$" + key,
		"$argon2id$v=19$m=-1,t=2,p=1$" + salt + "$" + key,
		"$argon2id$v=19$m=19456,t=2$" + salt + "$" + key,
		"$argon2id$v=19$t=2,m=19456,p=1$" + salt + "$" + key,
		"$argon2id$v=19$m=19456,t=2,p=1$$",
		"$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$" + key,
		"$argon2id$v=19$m=19456,t=2,p=1$" + salt + "$",
		"$argon2id$v=19$m=19456,t=2,p=1$" + salt + "$*",
		"$argon2id$v=19$m=19456,t=2,p=1$" + salt + "$" + key + "$",
		"$argon2id$v=19$m=19456,t=2,p=1$" + salt + "$" + strings.Repeat("a", 1<<16),
	} {
		f.setHash(t, c, hash)
		_, _, err := f.SignIn(t.Context(), "anna", "correct horse")
		if err == nil || errors.Is(err, auth.ErrUnauthenticated) || strings.Contains(err.Error(), hash) {
			t.Errorf("%.60s: got error %v, want a fault that does not show the hash", hash, err)
		}
	}
}

// The work that a hash asks for is its own, so that a later version can ask for more.
func TestSignIn_otherCost(t *testing.T) {
	f := newFixture(t)
	c, _ := f.registered(t, "anna")
	// Computed with OpenSSL from "correct horse" and the salt "saltsalt".
	f.setHash(t, c, "$argon2id$v=19$m=64,t=3,p=2$c2FsdHNhbHQ$BSNygq7nyPV9b8q8hJpqwGH5bTVUxIkt7UIQkZzRwIg")
	if _, _, err := f.SignIn(t.Context(), "anna", "incorrect horse"); !errors.Is(err, auth.ErrUnauthenticated) {
		t.Errorf("got error %v, want %v", err, auth.ErrUnauthenticated)
	}
	if _, _, err := f.SignIn(t.Context(), "anna", "correct horse"); err != nil {
		t.Error(err)
	}
}

func TestSignIn_givesUp(t *testing.T) {
	f := newFixture(t)
	f.registered(t, "anna")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, _, err := f.SignIn(ctx, "anna", "correct horse")
	wantError(t, err, context.Canceled)
}
