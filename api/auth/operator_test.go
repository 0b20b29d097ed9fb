package auth_test

import (
	"errors"
	"testing"
	"time"

	"kast/api/auth"
)

func TestSetPassword(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx := t.Context()
	username, old := "Ada", "correct horse"
	a, tokens, err := f.CreateAccount(ctx, auth.NewAccount{Username: &username, Password: &old})
	if err != nil {
		t.Fatal(err)
	}
	got, err := f.SetPassword(ctx, " ADA", "battery staple")
	if err != nil || got.ID != a.ID || got.Username != "Ada" {
		t.Fatalf("got %+v, %v", got, err)
	}
	if _, err := f.Authenticate(ctx, tokens.Access); !errors.Is(err, auth.ErrUnauthenticated) {
		t.Errorf("the access token of before: %v", err)
	}
	if _, _, err := f.Refresh(ctx, tokens.Refresh); !errors.Is(err, auth.ErrUnauthenticated) {
		t.Errorf("the refresh token of before: %v", err)
	}
	if _, _, err := f.SignIn(ctx, "Ada", old); !errors.Is(err, auth.ErrUnauthenticated) {
		t.Errorf("the old password: %v", err)
	}
	if _, _, err := f.SignIn(ctx, "Ada", "battery staple"); err != nil {
		t.Errorf("the new password: %v", err)
	}
	if _, err := f.SetPassword(ctx, "Bo", "battery staple"); !errors.Is(err, auth.ErrUnknownUsername) {
		t.Errorf("nobody's: %v", err)
	}
	if _, err := f.SetPassword(ctx, "Ada", "short"); !errors.Is(err, auth.ErrMalformed) {
		t.Errorf("a short one: %v", err)
	}
}

func TestAddAccount(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	a, err := f.AddAccount(t.Context(), "Ada", "correct horse")
	if err != nil {
		t.Fatal(err)
	}
	if all, err := f.SignIns(t.Context(), auth.Caller{AccountID: a.ID}); err != nil || len(all) != 0 {
		t.Errorf("sign-ins: %v, %v", all, err)
	}
	if got, _, err := f.SignIn(t.Context(), "ada", "correct horse"); err != nil || got.ID != a.ID {
		t.Errorf("sign in: %v, %v", got, err)
	}
	if _, err := f.AddAccount(t.Context(), "ADA", "correct horse"); !errors.Is(err, auth.ErrUsernameTaken) {
		t.Errorf("again: %v", err)
	}
}

// Guests go when they were not used since a time; each refresh is a use.
func TestRemoveGuests(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	used, tokens := f.guest(t)
	unused, _ := f.guest(t)
	const days = 24 * time.Hour
	f.clock.Advance(20 * days)
	if _, _, err := f.Refresh(t.Context(), tokens.Refresh); err != nil {
		t.Fatal(err)
	}
	f.clock.Advance(11 * days)
	if n, err := f.RemoveGuests(t.Context(), f.clock.Now().Add(-30*days)); n != 1 || err != nil {
		t.Errorf("removed %d, %v", n, err)
	}
	if _, err := f.Account(t.Context(), used); err != nil {
		t.Errorf("the one in use: %v", err)
	}
	if _, err := f.Account(t.Context(), unused); !errors.Is(err, auth.ErrUnauthenticated) {
		t.Errorf("the unused one: %v", err)
	}
	if n, err := f.RemoveGuests(t.Context(), f.clock.Now().Add(-30*days)); n != 0 || err != nil {
		t.Errorf("removed %d more, %v", n, err)
	}
}
