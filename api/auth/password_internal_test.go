package auth

import (
	"context"
	"crypto/rand"
	"errors"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Only so many hashes at once: the next waits, also the one that is computed for an unknown username.
func TestHasher_turns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, err := newHasher(rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		if cap(h.turns) != 2 {
			t.Errorf("got %d turns, want 2", cap(h.turns))
		}
		for range maxHashing {
			h.turns <- struct{}{}
		}
		calls := map[string]func(context.Context) error{
			"hash": func(ctx context.Context) error { _, err := h.hash(ctx, "correct horse"); return err },
			"known": func(ctx context.Context) error {
				_, err := h.matches(ctx, "correct horse", h.decoy.String())
				return err
			},
			"unknown": func(ctx context.Context) error { _, err := h.matches(ctx, "correct horse", ""); return err },
		}
		for name, call := range calls {
			// Who waits too long gives up, and leaves no turn taken or lost.
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			if err := call(ctx); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s: got error %v, want %v", name, err, context.DeadlineExceeded)
			}
			cancel()

			done := make(chan error, 1)
			go func() { done <- call(t.Context()) }()
			synctest.Wait()
			select {
			case err := <-done:
				t.Errorf("%s does not wait for its turn (%v)", name, err)
				continue
			default:
			}
			<-h.turns
			if err := <-done; err != nil {
				t.Errorf("%s: %v", name, err)
			}
			h.turns <- struct{}{}
		}
		if len(h.turns) != maxHashing {
			t.Errorf("got %d turns taken, want %d", len(h.turns), maxHashing)
		}
	})
}

// Nothing is computed for who has left, even when it is nobody else's turn.
func TestHasher_left(t *testing.T) {
	h, err := newHasher(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range 20 { // the turn and the end of the context are both there: either may be seen first
		if _, err := h.hash(ctx, "correct horse"); !errors.Is(err, context.Canceled) {
			t.Fatalf("got error %v, want %v", err, context.Canceled)
		}
	}
}

// Nobody may sign in as somebody who is not there, not even with what the decoy might be the hash of.
func TestHasher_decoyMatchesNothing(t *testing.T) {
	h, err := newHasher(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if h.decoy.key, err = h.derive(t.Context(), "correct horse", h.decoy); err != nil {
		t.Fatal(err)
	}
	if ok, err := h.matches(t.Context(), "correct horse", ""); ok || err != nil {
		t.Errorf("got %v, %v, want false", ok, err)
	}
	if ok, err := h.matches(t.Context(), "correct horse", h.decoy.String()); !ok || err != nil {
		t.Errorf("got %v, %v, want true for the same hash when it is stored", ok, err)
	}
}

func FuzzPreparePassword(f *testing.F) {
	for _, s := range []string{"correct horse", "lo\u0308senord", "\u3000\u00a0        ", "12345678\u200d", "\u1100\u1161\u11a8"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, password string) {
		got, problem := preparePassword(password)
		if problem != "" {
			return
		}
		n := utf8.RuneCountInString(got)
		if n < MinPasswordChars || n > MaxPasswordChars || !utf8.ValidString(got) || !norm.NFC.IsNormalString(got) {
			t.Errorf("%q gives %q", password, got)
		}
		if again, problem := preparePassword(got); again != got || problem != "" {
			t.Errorf("%q gives %q, which gives %q %s", password, got, again, problem)
		}
	})
}

func FuzzDecodeHash(f *testing.F) {
	f.Add(encoded{cost: presentCost(), salt: make([]byte, 16), key: make([]byte, 32)}.String())
	f.Add("$argon2id$v=19$m=19456,t=2,p=257$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA")
	f.Fuzz(func(t *testing.T, s string) {
		e, err := decodeHash(s)
		if err != nil {
			return
		}
		limit := maxCost()
		if e.memory < 1 || e.memory > limit.memory || e.passes < 1 || e.passes > limit.passes || e.threads < 1 || e.threads > limit.threads {
			t.Errorf("%q asks for %+v", s, e.cost)
		}
		if again, err := decodeHash(e.String()); err != nil || again.String() != e.String() {
			t.Errorf("%q is read as %s, which is read as %s, %v", s, e, again, err)
		}
	})
}
