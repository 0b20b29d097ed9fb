package storetest

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"kast/repository"
)

var signIns = []test{
	{"Life", func(t *testing.T, s repository.Store) {
		a := account(t, s, "A")
		in := signIn(a.ID)
		if err := s.CreateSignIn(t.Context(), in); err != nil {
			t.Fatalf("CreateSignIn: %v", err)
		}
		in.CreatedAt, in.RotatedAt = stored, stored
		check := func() {
			t.Helper()
			got, err := s.SignIn(t.Context(), in.ID)
			if err != nil {
				t.Fatalf("SignIn: %v", err)
			}
			equal(t, "sign-in", got, in)
		}
		check()
		if err := s.RotateSignIn(t.Context(), in.ID, 0, moment.Add(time.Hour)); err != nil {
			t.Fatalf("RotateSignIn: %v", err)
		}
		in.Generation, in.RotatedAt = 1, stored.Add(time.Hour)
		check()
		want(t, "RotateSignIn from before", s.RotateSignIn(t.Context(), in.ID, 0, moment), repository.ErrConflict)
		want(t, "RotateSignIn from later", s.RotateSignIn(t.Context(), in.ID, 2, moment), repository.ErrConflict)
		check()
		for range 2 { // one that has ended is no error
			if err := s.EndSignIn(t.Context(), in.ID); err != nil {
				t.Fatalf("EndSignIn: %v", err)
			}
		}
		_, err := s.SignIn(t.Context(), in.ID)
		want(t, "SignIn after its end", err, repository.ErrNotFound)
		want(t, "RotateSignIn after its end", s.RotateSignIn(t.Context(), in.ID, 1, moment), repository.ErrNotFound)
	}},

	{"List", func(t *testing.T, s repository.Store) {
		a, b := account(t, s, "A"), account(t, s, "B")
		first, second, other := signIn(a.ID), signIn(a.ID), signIn(b.ID)
		second.CreatedAt = second.CreatedAt.Add(time.Hour)
		for _, in := range []*repository.SignIn{&second, &other, &first} {
			if err := s.CreateSignIn(t.Context(), *in); err != nil {
				t.Fatalf("CreateSignIn: %v", err)
			}
			in.CreatedAt = in.CreatedAt.UTC().Truncate(time.Millisecond)
			in.RotatedAt = in.RotatedAt.UTC().Truncate(time.Millisecond)
		}
		list := func(id string) []repository.SignIn {
			t.Helper()
			got, err := s.SignIns(t.Context(), id)
			if err != nil {
				t.Fatalf("SignIns: %v", err)
			}
			return slices.DeleteFunc(got, func(in repository.SignIn) bool {
				return in.ID != first.ID && in.ID != second.ID && in.ID != other.ID // that with which the account was made
			})
		}
		equal(t, "sign-ins", list(a.ID), []repository.SignIn{first, second})
		if err := s.EndSignIn(t.Context(), first.ID); err != nil {
			t.Fatalf("EndSignIn: %v", err)
		}
		equal(t, "sign-ins after an end", list(a.ID), []repository.SignIn{second})
		equal(t, "sign-ins of nobody", len(list(newID()))+len(list("x")), 0)
	}},

	{"NotFound", func(t *testing.T, s repository.Store) {
		for _, id := range []string{newID(), "", "x"} {
			_, err := s.SignIn(t.Context(), id)
			want(t, "SignIn", err, repository.ErrNotFound)
			want(t, "RotateSignIn", s.RotateSignIn(t.Context(), id, 0, moment), repository.ErrNotFound)
			want(t, "EndSignIn", s.EndSignIn(t.Context(), id), nil)
			want(t, "CreateSignIn of nobody", s.CreateSignIn(t.Context(), signIn(id)), repository.ErrNotFound)
		}
	}},

	{"RotateAtOnce", func(t *testing.T, s repository.Store) {
		a := account(t, s, "A")
		in := signIn(a.ID)
		if err := s.CreateSignIn(t.Context(), in); err != nil {
			t.Fatalf("CreateSignIn: %v", err)
		}
		for from := range 5 {
			var won int
			for _, err := range atOnce(16, func(int) error { return s.RotateSignIn(t.Context(), in.ID, from, moment) }) {
				switch {
				case err == nil:
					won++
				case !errors.Is(err, repository.ErrConflict):
					t.Errorf("RotateSignIn: %v", err)
				}
			}
			if won != 1 {
				t.Errorf("generation %d was raised %d times", from, won)
			}
		}
	}},
}

var keys = []test{
	{"OldestFirst", func(t *testing.T, s repository.Store) {
		if got, err := s.Keys(t.Context()); err != nil || len(got) > 0 {
			t.Fatalf("Keys of a new store: %v, %v", got, err)
		}
		var want []repository.Key
		for i := range 3 {
			// The clock may go backwards: oldest is what was stored first.
			k := repository.Key{ID: fmt.Sprint("k", i), Purpose: fmt.Sprint("p", i), Secret: []byte{0, byte(i)}, CreatedAt: stored.Add(-time.Duration(i) * time.Hour)}
			got, err := s.AddFirstKey(t.Context(), k)
			if err != nil {
				t.Fatalf("AddFirstKey: %v", err)
			}
			equal(t, "key", got, k)
			want = append(want, k)
		}
		again, err := s.AddFirstKey(t.Context(), repository.Key{ID: "other", Purpose: "p1", Secret: []byte{9}, CreatedAt: stored})
		if err != nil {
			t.Fatalf("AddFirstKey: %v", err)
		}
		equal(t, "first key", again, want[1])
		got, err := s.Keys(t.Context())
		if err != nil {
			t.Fatalf("Keys: %v", err)
		}
		equal(t, "keys", got, want)
	}},

	{"FirstAtOnce", func(t *testing.T, s repository.Store) {
		got := make([]repository.Key, 16)
		for _, err := range atOnce(16, func(i int) (err error) {
			got[i], err = s.AddFirstKey(t.Context(), repository.Key{ID: fmt.Sprint(i), Purpose: "tokens", Secret: []byte{byte(i)}, CreatedAt: stored})
			return err
		}) {
			if err != nil {
				t.Fatalf("AddFirstKey: %v", err)
			}
		}
		all, err := s.Keys(t.Context())
		if err != nil || len(all) != 1 {
			t.Fatalf("Keys: %d of them, %v; want one", len(all), err)
		}
		for _, k := range got {
			equal(t, "key", k, all[0])
		}
	}},
}
