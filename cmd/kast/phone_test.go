package main

import (
	"bytes"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"

	"github.com/google/uuid"
)

// phones are clients that share a way to the server. They know no rules, only what the server tells.
type phones struct {
	t         *testing.T
	http      *http.Client
	url       string
	byAccount map[string]*phone

	mu     sync.Mutex
	random *rand.ChaCha8
}

// phone is one signed-in client.
type phone struct{ name, account, token string }

// The parts of the answers that the phones use.
type (
	changedAnswer struct {
		Events []map[string]any
		Game   gameAnswer
	}
	gameAnswer struct {
		ID, Status, Head, InviteCode string
		Seq                          int
		Seats                        []struct {
			AccountID        string
			Total, Placement int
		}
		Turn *turnAnswer
	}
	turnAnswer struct {
		Seat, Points, HeldPoints int
		Dice, Held, Locked       []int
		Groups                   map[string]int
		May                      []string
		Boxes                    []struct {
			Box           string
			Points, Bonus int
		}
	}
)

// draw gives random bytes that are the same at every run, as long as the calls come in the same order.
func (p *phones) Read(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.random == nil {
		p.random = rand.NewChaCha8([32]byte{1})
	}
	return p.random.Read(b)
}

func (p *phones) newID() string {
	return uuid.Must(uuid.NewRandomFromReader(p)).String()
}

// die rolls one of the players' own dice.
func (p *phones) die() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return 1 + int(p.random.Uint64()%6)
}

func (p *phones) register(name string) *phone {
	p.t.Helper()
	var answer struct {
		Account     struct{ ID string }
		AccessToken string
	}
	p.call(&phone{}, http.MethodPost, "/v1/accounts", map[string]any{"name": name}, http.StatusCreated, &answer)
	ph := &phone{name: name, account: answer.Account.ID, token: answer.AccessToken}
	p.byAccount[ph.account] = ph
	return ph
}

// change makes a call that changes a game.
func (p *phones) change(by *phone, status int, path string, body map[string]any) changedAnswer {
	var answer changedAnswer
	p.call(by, http.MethodPost, path, body, status, &answer)
	return answer
}

// call makes a call that must be answered with the given status.
func (p *phones) call(by *phone, method, path string, body map[string]any, status int, answer any) {
	var content io.Reader
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			p.t.Error(err)
			return
		}
		content = bytes.NewReader(b)
	}
	r, err := http.NewRequestWithContext(p.t.Context(), method, p.url+path, content)
	if err != nil {
		p.t.Error(err)
		return
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if by.token != "" {
		r.Header.Set("Authorization", "Bearer "+by.token)
	}
	a, err := p.http.Do(r)
	if err != nil {
		p.t.Error(err)
		return
	}
	defer a.Body.Close()
	b, err := io.ReadAll(a.Body)
	if err != nil || a.StatusCode != status {
		p.t.Errorf("%s %s %v: %s, want %d: %s, %v", method, path, body, a.Status, status, b, err)
		return
	}
	if err := json.Unmarshal(b, answer); err != nil {
		p.t.Errorf("%s %s: %v in %s", method, path, err, b)
	}
}
