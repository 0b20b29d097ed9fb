package storetest

import (
	"errors"
	"testing"
	"time"

	"kast/repository"
)

// registered stores an account with a username.
func registered(t *testing.T, s repository.Store, username string) repository.Account {
	t.Helper()
	a := repository.Account{ID: newID(), Name: "N", Username: username, UsernameKey: "key-" + username, PasswordHash: "$argon2id$", CreatedAt: stored}
	if err := s.CreateAccount(t.Context(), a, signIn(a.ID)); err != nil {
		t.Fatalf("CreateAccount: %v", err)
	}
	return a
}

var accounts = []test{
	{"WhatWasStored", func(t *testing.T, s repository.Store) {
		guest := account(t, s, "Åsa")
		guest.CreatedAt = stored
		full := registered(t, s, "Kåre")
		for _, want := range []repository.Account{guest, full} {
			got, err := s.Account(t.Context(), want.ID)
			if err != nil {
				t.Fatalf("Account: %v", err)
			}
			equal(t, "account", got, want)
		}
		got, err := s.AccountByUsername(t.Context(), "key-Kåre")
		if err != nil {
			t.Fatalf("AccountByUsername: %v", err)
		}
		equal(t, "account", got, full)
	}},

	{"NotFound", func(t *testing.T, s repository.Store) {
		account(t, s, "guest")
		for _, id := range []string{newID(), "", "x"} {
			_, err := s.Account(t.Context(), id)
			want(t, "Account", err, repository.ErrNotFound)
			_, err = s.AccountByUsername(t.Context(), id) // not even that of a guest, who has none
			want(t, "AccountByUsername", err, repository.ErrNotFound)
			a := repository.Account{ID: id}
			want(t, "UpdateAccount", s.UpdateAccount(t.Context(), a, a, ""), repository.ErrNotFound)
			want(t, "DeleteAccount", s.DeleteAccount(t.Context(), id), repository.ErrNotFound)
		}
	}},

	{"UsernameTaken", func(t *testing.T, s repository.Store) {
		first := registered(t, s, "kim")
		second := repository.Account{ID: newID(), Username: "KIM", UsernameKey: first.UsernameKey, CreatedAt: stored}
		in := signIn(second.ID)
		want(t, "CreateAccount", s.CreateAccount(t.Context(), second, in), repository.ErrUsernameTaken)
		_, err := s.Account(t.Context(), second.ID)
		want(t, "Account", err, repository.ErrNotFound)
		_, err = s.SignIn(t.Context(), in.ID)
		want(t, "SignIn", err, repository.ErrNotFound)

		was := account(t, s, "guest")
		now := was
		now.Username, now.UsernameKey = "Kim", first.UsernameKey
		want(t, "UpdateAccount", s.UpdateAccount(t.Context(), was, now, ""), repository.ErrUsernameTaken)

		// A name that was given up is free again.
		renamed := first
		renamed.Username, renamed.UsernameKey = "bo", "key-bo"
		if err := s.UpdateAccount(t.Context(), first, renamed, ""); err != nil {
			t.Fatalf("UpdateAccount: %v", err)
		}
		if err := s.UpdateAccount(t.Context(), was, now, ""); err != nil {
			t.Errorf("UpdateAccount: %v", err)
		}
	}},

	{"UsernameAtOnce", func(t *testing.T, s repository.Store) {
		var won int
		for _, err := range atOnce(16, func(int) error {
			a := repository.Account{ID: newID(), Username: "kim", UsernameKey: "kim", CreatedAt: stored}
			return s.CreateAccount(t.Context(), a, signIn(a.ID))
		}) {
			switch {
			case err == nil:
				won++
			case !errors.Is(err, repository.ErrUsernameTaken):
				t.Errorf("CreateAccount: %v", err)
			}
		}
		if won != 1 {
			t.Errorf("%d accounts got one username", won)
		}
	}},

	{"Update", func(t *testing.T, s repository.Store) {
		was := account(t, s, "guest") // its CreatedAt is finer than what is stored: that is no conflict
		now := was
		now.Name, now.Username, now.UsernameKey, now.PasswordHash = "Åsa", "asa", "key-asa", "$argon2id$"
		now.CreatedAt = time.Time{} // never changes
		if err := s.UpdateAccount(t.Context(), was, now, ""); err != nil {
			t.Fatalf("UpdateAccount: %v", err)
		}
		want(t, "the same again", s.UpdateAccount(t.Context(), was, now, ""), repository.ErrConflict)
		got, err := s.Account(t.Context(), was.ID)
		if err != nil {
			t.Fatalf("Account: %v", err)
		}
		now.CreatedAt = stored
		equal(t, "account", got, now)
	}},

	{"UpdateAtOnce", func(t *testing.T, s repository.Store) {
		was := account(t, s, "guest")
		var won int
		for _, err := range atOnce(16, func(i int) error {
			now := was
			now.Name = "name " + string(rune('a'+i))
			return s.UpdateAccount(t.Context(), was, now, "")
		}) {
			switch {
			case err == nil:
				won++
			case !errors.Is(err, repository.ErrConflict):
				t.Errorf("UpdateAccount: %v", err)
			}
		}
		if won != 1 {
			t.Errorf("%d updates built on one state", won)
		}
	}},

	{"UpdateEndsOtherSignIns", func(t *testing.T, s repository.Store) {
		a, b := account(t, s, "A"), account(t, s, "B")
		var ins []repository.SignIn
		for _, owner := range []repository.Account{a, a, b} {
			in := signIn(owner.ID)
			if err := s.CreateSignIn(t.Context(), in); err != nil {
				t.Fatalf("CreateSignIn: %v", err)
			}
			ins = append(ins, in)
		}
		now := a
		now.PasswordHash = "new"
		if err := s.UpdateAccount(t.Context(), a, now, ins[0].ID); err != nil {
			t.Fatalf("UpdateAccount: %v", err)
		}
		for i, target := range []error{nil, repository.ErrNotFound, nil} {
			_, err := s.SignIn(t.Context(), ins[i].ID)
			want(t, "SignIn", err, target)
		}
	}},
}
