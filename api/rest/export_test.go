package rest_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kast/repository"
	"kast/repository/sqlite"
)

type exportView struct {
	Account struct{ ID, Name, Username string }
	SignIns []struct{ ID string }
	Games   []struct {
		Game   gameView
		Events []struct {
			Seq  int
			Hash string
		}
	}
}

// Everybody gets all that is stored of them, and nothing of what only others may know.
func TestExport(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo := w.registered("ada", "correct horse"), w.guest("Bo")
	second := ada.signedIn(w.nobody().post("/v1/tokens", object{"username": "ada", "password": "correct horse"}).is(http.StatusOK))
	shared := ada.create(object{"ruleset": "penta", "seats": seats("me", "open")})
	bo.join(shared, object{"inviteCode": shared.InviteCode})
	solo := ada.create(object{"ruleset": "femlika", "seats": seats("me")})
	ada.move(solo.ID, "rolls", nil)
	bo.create(object{"ruleset": "femlika", "seats": seats("me")})

	a := second.get("/v1/me/export").is(http.StatusOK)
	e := decode[exportView](a)
	if e.Account.ID != ada.id || e.Account.Username != "ada" || len(e.SignIns) != 2 {
		t.Errorf("got account %+v and %d sign-ins", e.Account, len(e.SignIns))
	}
	var got []string
	for _, g := range e.Games {
		got = append(got, g.Game.ID)
		if len(g.Events) == 0 || len(g.Events) != g.Game.Seq || g.Events[len(g.Events)-1].Hash != g.Game.Head {
			t.Errorf("game %s: %d events, want those up to %d", g.Game.ID, len(g.Events), g.Game.Seq)
		}
	}
	if diff := cmp.Diff([]string{shared.ID, solo.ID}, got); diff != "" {
		t.Errorf("games (-want +got):\n%s", diff)
	}
	if body := string(a.body); strings.Contains(body, "argon2") || strings.Contains(body, "serverSeed") {
		t.Error("the export has a secret in it")
	}
	w.nobody().get("/v1/me/export").refused(http.StatusUnauthorized, "unauthenticated")

	// Who has nothing gets that.
	if e := decode[exportView](w.guest("Cy").get("/v1/me/export").is(http.StatusOK)); len(e.Games) != 0 || len(e.SignIns) != 1 {
		t.Errorf("got %+v", e)
	}
}

// stuck is a caller who does not take the answer, once it has begun, until told to.
type stuck struct {
	*httptest.ResponseRecorder
	begun chan struct{}
	once  sync.Once
	read  chan struct{}
}

func (s *stuck) Write(b []byte) (int, error) {
	s.once.Do(func() { close(s.begun) })
	<-s.read
	return s.ResponseRecorder.Write(b)
}

// TestExport_atOnce: an account has two exports under way, not more; those of others, and later ones, are not kept waiting.
func TestExport_atOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo := w.guest("Ada"), w.guest("Bo")
	read := make(chan struct{})
	var under sync.WaitGroup
	for range 2 {
		s := &stuck{ResponseRecorder: httptest.NewRecorder(), begun: make(chan struct{}), read: read}
		under.Go(func() {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/v1/me/export", nil)
			r.Header.Set("Authorization", "Bearer "+ada.token)
			w.server.Config.Handler.ServeHTTP(s, r)
		})
		<-s.begun
	}
	ada.get("/v1/me/export").refused(429, "rateLimited")
	bo.get("/v1/me/export").is(200)
	close(read)
	under.Wait()
	ada.get("/v1/me/export").is(200)
}

// noEvents is a store that cannot read logs.
type noEvents struct{ repository.Store }

func (noEvents) Events(context.Context, string, int, int) ([]repository.Event, error) {
	return nil, errors.New("the disk is scratched")
}

// An export that cannot be finished is no document, and looks like none: the connection ends before it.
func TestExport_brokenOff(t *testing.T) {
	t.Parallel()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "kast.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w := newWorldOn(t, noEvents{db}, &clock{at: time.Date(2026, 5, 17, 18, 30, 0, 0, time.UTC)})
	w.faulty = true
	ada := w.guest("Ada")
	ada.create(object{"ruleset": "penta", "seats": seats("me")})
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, w.server.URL+"/v1/me/export", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+ada.token)
	// It depends on how much was on its way whether there is the beginning of an answer. On a connection that was used before the
	// client would ask again.
	fresh := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	if a, err := fresh.Do(r); err == nil {
		defer a.Body.Close()
		if body, err := io.ReadAll(a.Body); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%d, %q, %v, want that it breaks off", a.StatusCode, body, err)
		}
	}
	if log := w.log.String(); strings.Count(log, "scratched") != 1 || !strings.Contains(log, `"/v1/me/export"`) {
		t.Errorf("logged: %s", log)
	}
}
