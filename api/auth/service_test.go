package auth_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"kast/api/auth"
	"kast/repository"
)

// fixture is a service over a store, with a clock that stands still until it is moved.
type fixture struct {
	*auth.Service
	store repository.Accounts
	clock *clock
}

type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

func newFixture(tb testing.TB) fixture {
	tb.Helper()
	return fixtureOver(tb, newStore(tb))
}

func fixtureOver(tb testing.TB, store repository.Accounts) fixture {
	tb.Helper()
	c := &clock{at: time.Date(2026, 3, 28, 23, 30, 0, 123_456_789, time.UTC)}
	s, err := auth.New(tb.Context(), store, auth.Options{Now: c.Now})
	if err != nil {
		tb.Fatal(err)
	}
	return fixture{Service: s, store: store, clock: c}
}

// guest makes a guest and returns who it is and its tokens.
func (f fixture) guest(tb testing.TB) (auth.Caller, auth.Tokens) {
	tb.Helper()
	return f.create(tb, auth.NewAccount{Language: "en"})
}

// registered makes an account with the password "correct horse".
func (f fixture) registered(tb testing.TB, username string) (auth.Caller, auth.Tokens) {
	tb.Helper()
	return f.create(tb, auth.NewAccount{Username: &username, Password: new("correct horse")})
}

func (f fixture) create(tb testing.TB, n auth.NewAccount) (auth.Caller, auth.Tokens) {
	tb.Helper()
	_, tokens, err := f.CreateAccount(tb.Context(), n)
	if err != nil {
		tb.Fatal(err)
	}
	return f.caller(tb, tokens), tokens
}

// caller is whom the access token stands for; it must be valid.
func (f fixture) caller(tb testing.TB, t auth.Tokens) auth.Caller {
	tb.Helper()
	c, err := f.Authenticate(tb.Context(), t.Access)
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

// wantError fails unless errors.Is finds want in err.
func wantError(tb testing.TB, err, want error) {
	tb.Helper()
	if !errors.Is(err, want) {
		tb.Errorf("got error %v, want %v", err, want)
	}
}

// wantField fails unless err is a FieldError of this kind, field and problem.
func wantField(tb testing.TB, err, kind error, field string, problem auth.Problem) {
	tb.Helper()
	var fe *auth.FieldError
	if !errors.As(err, &fe) || !errors.Is(err, kind) || fe.Field != field || fe.Problem != problem {
		tb.Errorf("got error %v, want %v: %s %s", err, kind, field, problem)
	}
}

// A second process, or a restart, must read the tokens of the first.
func TestNew_keepsItsKeys(t *testing.T) {
	f := newFixture(t)
	_, tokens := f.guest(t)
	again := fixtureOver(t, f.store)
	again.caller(t, tokens)
	if _, _, err := again.Refresh(t.Context(), tokens.Refresh); err != nil {
		t.Error(err)
	}
	if got, want := fmt.Sprint(again.JWKS()), fmt.Sprint(f.JWKS()); got != want {
		t.Errorf("got keys %s, want %s", got, want)
	}
}

func TestNew_startedAtOnce(t *testing.T) {
	store := newStore(t)
	services := make([]*auth.Service, 8)
	var wg sync.WaitGroup
	for i := range services {
		wg.Go(func() {
			s, err := auth.New(t.Context(), store, auth.Options{})
			if err != nil {
				t.Error(err)
			}
			services[i] = s
		})
	}
	wg.Wait()
	if got := len(keys(t, store)); got != 2 {
		t.Fatalf("got %d keys, want 2", got)
	}
	_, tokens, err := services[0].CreateAccount(t.Context(), auth.NewAccount{})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range services {
		if _, err := s.Authenticate(t.Context(), tokens.Access); err != nil {
			t.Error(err)
		}
	}
}

func TestNew_refusesSpoiltKeys(t *testing.T) {
	for _, purpose := range []string{"access", "refresh"} {
		store := newStore(t)
		k := repository.Key{ID: "k", Purpose: purpose, Secret: []byte("too short"), CreatedAt: time.Now()}
		if _, err := store.AddFirstKey(t.Context(), k); err != nil {
			t.Fatal(err)
		}
		_, err := auth.New(t.Context(), store, auth.Options{})
		if err == nil || strings.Contains(err.Error(), "too short") {
			t.Errorf("%s: got error %v, want one without the secret", purpose, err)
		}
	}
}

// A store that fails is not the caller's fault: never "unauthenticated".
func TestBrokenStore(t *testing.T) {
	store := openStore(t)
	f := fixtureOver(t, store)
	c, tokens := f.registered(t, "anna")
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	calls := map[string]func(context.Context) error{
		"Authenticate": func(ctx context.Context) error { _, err := f.Authenticate(ctx, tokens.Access); return err },
		"Refresh":      func(ctx context.Context) error { _, _, err := f.Refresh(ctx, tokens.Refresh); return err },
		"SignIn":       func(ctx context.Context) error { _, _, err := f.SignIn(ctx, "anna", "correct horse"); return err },
		"SignOut":      func(ctx context.Context) error { return f.SignOut(ctx, c) },
		"Account":      func(ctx context.Context) error { _, err := f.Account(ctx, c); return err },
		"Delete":       func(ctx context.Context) error { return f.Delete(ctx, c) },
		"Change": func(ctx context.Context) error {
			_, err := f.Change(ctx, c, auth.AccountChange{Name: new("Anna")})
			return err
		},
		"CreateAccount": func(ctx context.Context) error {
			_, _, err := f.CreateAccount(ctx, auth.NewAccount{})
			return err
		},
		"New": func(ctx context.Context) error { _, err := auth.New(ctx, store, auth.Options{}); return err },
	}
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			err := call(t.Context())
			wantError(t, err, repository.ErrUnavailable)
			if errors.Is(err, auth.ErrUnauthenticated) {
				t.Errorf("got %v, which blames the caller", err)
			}
		})
	}
}

// dry is a random source that gives n bytes and then fails.
type dry struct{ n int }

var errDry = errors.New("no randomness")

func (d *dry) Read(b []byte) (int, error) {
	if d.n < len(b) {
		return 0, errDry
	}
	d.n -= len(b)
	return len(b), nil
}

// Without randomness there are no keys, ids or salts, rather than weak ones.
func TestNoRandomness(t *testing.T) {
	for n := range 200 {
		source := &dry{n: n}
		s, err := auth.New(t.Context(), blank{}, auth.Options{Random: source})
		if err == nil {
			_, _, err = s.CreateAccount(t.Context(), auth.NewAccount{})
		}
		// The keys take 32 + 32 + 16 bytes, the decoy 16 + 32, the account and its sign-in 16 each and the name 2.
		if enough := n >= 162; (err == nil) != enough || err != nil && !errors.Is(err, errDry) {
			t.Errorf("%d bytes: got error %v", n, err)
		}
	}
}

// What a log line might format by mistake holds no secret.
func TestFormatShowsNoSecrets(t *testing.T) {
	store := newStore(t)
	f := fixtureOver(t, store)
	_, tokens := f.guest(t)
	secrets := []string{tokens.Access, tokens.Refresh}
	for _, k := range keys(t, store) {
		for _, verb := range []string{"%s", "%v", "%x", "%#v"} {
			secrets = append(secrets, fmt.Sprintf(verb, k.Secret))
		}
	}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
		for _, v := range []any{f.Service, *f.Service, tokens, &tokens, struct{ T auth.Tokens }{tokens}} {
			text := fmt.Sprintf(verb, v)
			for _, secret := range secrets {
				if strings.Contains(text, strings.Trim(secret, "[]")) {
					t.Errorf("%s of a %T shows a secret", verb, v)
				}
			}
		}
	}
}
