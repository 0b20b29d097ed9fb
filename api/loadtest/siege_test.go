package loadtest

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/google/uuid"
)

// siege is a server that dies and comes back, and those who play on it meanwhile. They do as phones should: they make a
// call with the same id until it is answered.
type siege struct {
	t      *testing.T
	ctx    context.Context // bounds the whole
	cancel context.CancelFunc
	http   *http.Client
	ledger ledger

	mu       sync.Mutex
	url      string        // of the last server that listened
	replaced chan struct{} // closed when url is another
	ending   bool          // no new games
	calls    int           // that were answered
	repeats  int           // of these, whose first answer was lost
	target   int           // of calls
	reached  chan struct{} // closed when there are so many
	people   []person      // all who played
	over     map[string]game
}

func newSiege(t *testing.T, bound time.Duration) *siege {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), bound)
	t.Cleanup(cancel)
	transport := &http.Transport{MaxIdleConnsPerHost: 64, DisableCompression: true}
	t.Cleanup(transport.CloseIdleConnections)
	return &siege{
		t: t, ctx: ctx, cancel: cancel, http: &http.Client{Transport: transport},
		replaced: make(chan struct{}), over: map[string]game{},
	}
}

// fail ends the test, and the player who calls it.
func (s *siege) fail(format string, args ...any) {
	if s.ctx.Err() == nil || !s.t.Failed() { // the first is what matters
		s.t.Errorf(format, args...)
	}
	s.cancel()
	runtime.Goexit()
}

// listens tells everybody that there is a server again.
func (s *siege) listens(url string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.url = url
	close(s.replaced)
	s.replaced = make(chan struct{})
}

func (s *siege) server() (url string, replaced <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.url, s.replaced
}

// end lets players go on to the end of their games, and begin no others.
func (s *siege) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ending = true
}

func (s *siege) goesOn() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.ending && !s.t.Failed()
}

// after returns what is closed once so many more calls have been answered. Only one may wait at a time.
func (s *siege) after(calls int) <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.target, s.reached = s.calls+calls, make(chan struct{})
	return s.reached
}

// answered counts calls that changed a game.
func (s *siege) answered(status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls++
	if status == http.StatusOK {
		s.repeats++
	}
	if s.reached != nil && s.calls >= s.target {
		close(s.reached)
		s.reached = nil
	}
}

// insist makes a call until it is answered.
func (s *siege) insist(access string, q call) answer {
	for {
		url, replaced := s.server()
		a := answer{call: q}
		if a.err = roundTrip(s.http, url, access, q, &a); a.err == nil {
			return a
		}
		select {
		case <-replaced:
		case <-s.ctx.Done():
			s.fail("%s %s: no server any more: %v", q.method, q.path, a.err)
		}
	}
}

// want takes apart an answer that must have one of these statuses.
func want[T any](s *siege, a answer, statuses ...int) (v T) {
	if !slices.Contains(statuses, a.status) {
		s.fail("%s %s %v: %d %s", a.call.method, a.call.path, a.call.body, a.status, a.body)
	}
	if err := json.Unmarshal(a.body, &v); err != nil {
		s.fail("%s %s: %v in %s", a.call.method, a.call.path, err, a.body)
	}
	return v
}

// register makes an account. A lost answer leaves one behind that nobody uses.
func (s *siege) register(name string) person {
	r := want[struct {
		Account struct {
			ID string `json:"id"`
		} `json:"account"`
		AccessToken string `json:"accessToken"`
	}](s, s.insist("", call{method: "POST", path: "/v1/accounts", body: map[string]any{"name": name}}), http.StatusCreated)
	p := person{r.Account.ID, r.AccessToken}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.people = append(s.people, p)
	return p
}

// changes is the answer of GET /v1/me/changes.
type changes struct {
	Items []struct {
		ID     string `json:"id"`
		Seq    int    `json:"seq"`
		Status string `json:"status"`
	} `json:"items"`
	NextCursor string `json:"nextCursor"`
}

// changes asks which games of somebody there are.
func (s *siege) changes(who person) changes {
	return want[changes](s, s.insist(who.token, call{method: "GET", path: "/v1/me/changes"}), http.StatusOK)
}

// party are two accounts that play games with each other.
type party struct {
	*siege
	number int
	rand   *rand.Rand
	by     map[string]person
}

// play plays one game after another until the siege ends.
func (s *siege) play(number int) {
	for round := 0; s.goesOn(); round++ {
		p := &party{siege: s, number: number, rand: rand.New(rand.NewPCG(uint64(number), uint64(round))), by: map[string]person{}}
		host, guest := s.register("Host"), s.register("Guest")
		p.by[host.account], p.by[guest.account] = host, guest
		began := map[string]string{host.account: s.changes(host).NextCursor, guest.account: s.changes(guest).NextCursor}
		g := p.open(host, guest, number+round)
		var watching sync.WaitGroup
		for _, who := range []person{host, guest} {
			watching.Go(func() { s.follow(who, g.ID) })
			watching.Go(func() { s.followAll(who, g.ID, began[who.account]) })
		}
		p.playOn(g)
		watching.Wait()
	}
}

// open makes a game that both play in, of the round's rules.
func (p *party) open(host, guest person, round int) game {
	ruleset := []string{"penta", "femlika", "bonanza", "tiotusen"}[round%4]
	dice := []string{"server", "client"}[p.rand.IntN(2)]
	third := map[string]any{"kind": "guest", "name": "Third"}
	if ruleset == "tiotusen" { // the computer needs no tables there, which a server has to make first
		dice, third = "server", map[string]any{"kind": "bot", "level": "best"}
	}
	body := map[string]any{
		"id": uuid.NewString(), "ruleset": ruleset, "dice": dice, "visibility": "public", "start": true,
		"seats": []map[string]any{{"kind": "me"}, third, {"kind": "open"}},
	}
	if dice == "server" { // clocks run, and none runs out
		switch ruleset {
		case "penta":
			body["options"] = map[string]any{"autoEnterSeconds": 60}
		case "bonanza":
			body["options"] = map[string]any{"turnSeconds": 90}
		}
	}
	g := p.change(host, call{method: "POST", path: "/v1/games", body: body})
	body = map[string]any{"id": uuid.NewString()}
	if dice == "server" {
		body["clientSeed"] = fmt.Sprintf("party-%d", p.number)
	}
	return p.change(guest, call{method: "POST", path: g.path("seats"), body: body})
}

// playOn plays a game to its end.
func (p *party) playOn(g game) {
	for !g.over() {
		if p.t.Failed() {
			return
		}
		who, known := p.by[g.mover()]
		if !known {
			p.fail("game %s, %s: nobody is on turn", g.ID, g.Status)
		}
		m := g.next(p.rand)
		m.body["id"] = uuid.NewString()
		if p.rand.IntN(150) == 0 {
			m = move{"resign", "resignations", map[string]any{"id": m.body["id"]}}
			if g.Seats[g.Turn.Seat].Kind == "guest" {
				m.body["seat"] = g.Turn.Seat
			}
		}
		g = p.change(who, call{kind: m.kind, method: "POST", path: g.path(m.path), body: m.body})
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.over[g.ID] = g
}

// change makes a call that changes a game, now and then twice at once. However often it was sent, and however often the
// server died of it, it has one answer.
func (p *party) change(who person, q call) game {
	answers := make([]answer, 1+p.rand.IntN(8)/7)
	var wg sync.WaitGroup
	for i := range answers {
		wg.Go(func() { answers[i] = p.insist(who.token, q) })
	}
	wg.Wait()
	first := want[changed](p.siege, answers[0], http.StatusCreated, http.StatusOK)
	status := answers[0].status
	for _, a := range answers[1:] {
		other := want[changed](p.siege, a, http.StatusCreated, http.StatusOK)
		if !slices.Equal(other.Events, first.Events) {
			p.fail("%s %v: caused %v and %v", q.path, q.body, first.Events, other.Events)
		}
		status = max(status, a.status) // 201 if one of them is
	}
	if !slices.ContainsFunc(first.Events, func(e event) bool { return e.ID == q.body["id"] }) {
		p.fail("%s %v: caused %v", q.path, q.body, first.Events)
	}
	if err := p.ledger.note(first.Game.ID, first.Events, true); err != nil {
		p.fail("%s: %v", q.path, err)
	}
	p.answered(status)
	return first.Game
}

// get makes a request for a stream, to a server that there is now. The stream is nil when the connection could not be made
// and there may be another server by now.
func (s *siege) get(who person, path, lastID string) io.ReadCloser {
	url, replaced := s.server()
	r, err := http.NewRequestWithContext(s.ctx, http.MethodGet, url+path, nil)
	if err != nil {
		s.fail("%v", err)
	}
	r.Header.Set("Authorization", "Bearer "+who.token)
	if lastID != "" {
		r.Header.Set("Last-Event-ID", lastID)
	}
	res, err := s.http.Do(r)
	if err != nil {
		select {
		case <-replaced:
		case <-s.ctx.Done():
			s.fail("%s: no server any more: %v", path, err)
		}
		return nil
	}
	if res.StatusCode != http.StatusOK {
		body, _ := io.ReadAll(res.Body)
		res.Body.Close()
		s.fail("%s after %q: %s %s", path, lastID, res.Status, body)
	}
	return res.Body
}
