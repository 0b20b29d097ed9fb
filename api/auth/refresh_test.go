package auth_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"kast/api/auth"
	"kast/repository"
)

// refreshed uses a refresh token and returns the new tokens.
func (f fixture) refreshed(tb testing.TB, token string) auth.Tokens {
	tb.Helper()
	_, t, err := f.Refresh(tb.Context(), token)
	if err != nil {
		tb.Fatal(err)
	}
	return t
}

func TestRefresh_chain(t *testing.T) {
	f := newFixture(t)
	c, first := f.guest(t)
	seen := map[string]bool{first.Refresh: true}
	token := first.Refresh
	for range 5 {
		f.clock.Advance(48 * time.Hour)
		a, next, err := f.Refresh(t.Context(), token)
		if err != nil {
			t.Fatal(err)
		}
		if a.ID != c.AccountID || f.caller(t, next) != c || next.ExpiresIn != 900 {
			t.Errorf("got %v, want the tokens of %v", a, c)
		}
		if seen[next.Refresh] {
			t.Error("a refresh token came twice")
		}
		seen[next.Refresh] = true
		token = next.Refresh
	}
}

// The answer got lost on the phone, which asks again.
func TestRefresh_again(t *testing.T) {
	for _, test := range []struct {
		name  string
		after time.Duration
		again bool // whether the same successor comes again
	}{
		{"at once", 0, true},
		{"59 s", 59 * time.Second, true},
		{"60 s", 60 * time.Second, true},
		{"60.001 s", 60*time.Second + time.Millisecond, false},
		{"a day", 24 * time.Hour, false},
		{"clock set back", -time.Hour, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := newFixture(t)
			_, first := f.guest(t)
			second := f.refreshed(t, first.Refresh)
			f.clock.Advance(test.after)
			_, got, err := f.Refresh(t.Context(), first.Refresh)
			if test.again {
				if err != nil || got.Refresh != second.Refresh {
					t.Fatalf("got another successor, or error %v", err)
				}
				f.caller(t, got)
				f.refreshed(t, got.Refresh)
				return
			}
			f.wantEnded(t, err, second)
		})
	}
}

// wantEnded fails unless err is ErrUnauthenticated and the tokens of the sign-in are dead.
func (f fixture) wantEnded(t *testing.T, err error, tokens auth.Tokens) {
	t.Helper()
	wantError(t, err, auth.ErrUnauthenticated)
	_, err = f.Authenticate(t.Context(), tokens.Access)
	wantError(t, err, auth.ErrUnauthenticated)
	_, _, err = f.Refresh(t.Context(), tokens.Refresh)
	wantError(t, err, auth.ErrUnauthenticated)
}

// Once the successor was used, the used token comes from somebody else.
func TestRefresh_reuse(t *testing.T) {
	f := newFixture(t)
	_, first := f.guest(t)
	other := f.anotherSignIn(t)
	second := f.refreshed(t, first.Refresh)
	third := f.refreshed(t, second.Refresh)
	f.caller(t, third)
	_, _, err := f.Refresh(t.Context(), first.Refresh)
	f.wantEnded(t, err, third)
	f.caller(t, other)
}

// anotherSignIn is one that must survive what happens to others.
func (f fixture) anotherSignIn(t *testing.T) auth.Tokens {
	t.Helper()
	_, tokens := f.guest(t)
	return tokens
}

// A generation that was never given, as after an older copy of the store was put back.
func TestRefresh_fromTheFuture(t *testing.T) {
	f := newFixture(t)
	c, tokens := f.guest(t)
	for range 3 {
		_, _, err := f.Refresh(t.Context(), f.forgeRefresh(t, 1, c.SignInID, 2))
		f.wantEnded(t, err, tokens)
	}
}

// A clock that jumps costs a device one more refresh, and never its sign-in.
func TestRefresh_clockJumps(t *testing.T) {
	for name, jump := range map[string]time.Duration{"on": 5 * time.Hour, "back": -5 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			_, tokens := f.guest(t)
			_, lost, err := f.Refresh(t.Context(), tokens.Refresh)
			if err != nil {
				t.Fatal(err)
			}
			f.caller(t, lost)
			f.clock.Advance(jump)
			_, err = f.Authenticate(t.Context(), lost.Access)
			wantError(t, err, auth.ErrUnauthenticated) // it is over, or has not begun
			_, fresh, err := f.Refresh(t.Context(), lost.Refresh)
			if err != nil {
				t.Fatal(err)
			}
			f.caller(t, fresh)
			f.clock.Advance(-jump) // and put right again
			_, fresh, err = f.Refresh(t.Context(), fresh.Refresh)
			if err != nil {
				t.Fatal(err)
			}
			f.caller(t, fresh)
		})
	}
}

// forgeRefresh seals a token with the service's own key, independently of its code.
func (f fixture) forgeRefresh(tb testing.TB, version byte, signIn string, generation uint32) string {
	tb.Helper()
	id := uuid.MustParse(signIn)
	b := append([]byte{version}, id[:]...)
	b = binary.BigEndian.AppendUint32(b, generation)
	for _, k := range keys(tb, f.store) {
		if k.Purpose == "refresh" {
			mac := hmac.New(sha256.New, k.Secret)
			mac.Write(b)
			return b64.EncodeToString(mac.Sum(b))
		}
	}
	tb.Fatal("no refresh key")
	return ""
}

// Garbage is refused without touching the sign-in that it may name.
func TestRefresh_garbage(t *testing.T) {
	f := newFixture(t)
	c, tokens := f.guest(t)
	good := tokens.Refresh
	if forged := f.forgeRefresh(t, 1, c.SignInID, 0); forged != good {
		t.Fatalf("the format has changed: got %d letters, want those of the format", len(good))
	}
	raw, err := b64.DecodeString(good)
	if err != nil {
		t.Fatal(err)
	}
	bad := []string{
		"", " ", "garbage", good[1:], good[:len(good)-1], good + "=", good + "\n", "\n" + good[1:], " " + good, good + good,
		strings.Repeat("A", len(good)), strings.Repeat("\n", len(good)), strings.Repeat("\xff", len(good)),
		strings.Repeat("a", 1<<20), tokens.Access, good[:35] + "\n" + good[36:],
		f.forgeRefresh(t, 0, c.SignInID, 0), f.forgeRefresh(t, 2, c.SignInID, 0), f.forgeRefresh(t, 1, uuid.NewString(), 0),
	}
	for i := range raw {
		for bit := range 8 {
			changed := bytes.Clone(raw)
			changed[i] ^= 1 << bit
			bad = append(bad, b64.EncodeToString(changed))
		}
	}
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	for _, letter := range alphabet {
		if s := good[:len(good)-1] + string(letter); s != good {
			bad = append(bad, s)
		}
	}
	for _, token := range bad {
		a, got, err := f.Refresh(t.Context(), token)
		if err != auth.ErrUnauthenticated || got != (auth.Tokens{}) || a.ID != "" { //nolint:errorlint // not wrapped: it never says why
			t.Errorf("%.80q: got error %v, want %v", token, err, auth.ErrUnauthenticated)
		}
	}
	f.refreshed(t, good)
}

func FuzzRefresh(f *testing.F) {
	fix := newFixture(f)
	_, tokens := fix.guest(f)
	f.Add(tokens.Refresh)
	f.Add(tokens.Refresh[:70])
	f.Add(strings.Repeat("A", 71))
	f.Fuzz(func(t *testing.T, token string) {
		_, got, err := fix.Refresh(t.Context(), token)
		if (err == nil) != (token == tokens.Refresh) || err != nil && !errors.Is(err, auth.ErrUnauthenticated) {
			t.Errorf("%q: got %v", token, err)
		}
		if err == nil && got.Refresh == token {
			t.Errorf("%q is its own successor", token)
		}
	})
}

// However many use one token at once, all get the same successor, and it works.
func TestRefresh_atOnce(t *testing.T) {
	f := newFixture(t)
	_, tokens := f.guest(t)
	for range 20 {
		var wg sync.WaitGroup
		got := make([]auth.Tokens, 8)
		for i := range got {
			wg.Go(func() {
				_, next, err := f.Refresh(t.Context(), tokens.Refresh)
				if err != nil {
					t.Error(err)
				}
				got[i] = next
			})
		}
		wg.Wait()
		for _, next := range got {
			if next.Refresh != got[0].Refresh {
				t.Fatal("two successors of one token")
			}
			f.caller(t, next)
		}
		tokens = got[0]
	}
}

// A store that never lets a token rotate is a fault, and ends nobody's sign-in.
func TestRefresh_givesUp(t *testing.T) {
	f := fixtureOver(t, contested{newStore(t)})
	_, tokens := f.guest(t)
	_, _, err := f.Refresh(t.Context(), tokens.Refresh)
	wantError(t, err, repository.ErrConflict)
	f.caller(t, tokens)
}

// A thief and the owner use one stolen token at odds: the sign-in ends, whoever comes first.
func TestRefresh_stolen(t *testing.T) {
	f := newFixture(t)
	_, stolen := f.guest(t)
	thief := f.refreshed(t, stolen.Refresh)
	thief = f.refreshed(t, thief.Refresh)
	_, _, err := f.Refresh(t.Context(), stolen.Refresh)
	f.wantEnded(t, err, thief)
}
