package rest_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"
	"time"

	"kast/domain/game"
)

// phone is an app that plays without the network and syncs when there is one. What it has saved outlives it being
// killed; what it knows of the server it learns from answers that arrive.
type phone struct {
	t      testing.TB
	chance *rand.Rand
	by     *client
	id     string // of the game that it plays with its own dice
	saved  *device
	synced int // events of it that the server is known to have
	late   []object
	online []onlineMove // moves of a game with server dice that were not answered yet, oldest first
	game   string       // of that game
	made   []string     // ids of moves that were answered
}

// onlineMove is a move as the app sends it, again and again until an answer arrives.
type onlineMove struct {
	path string
	body object
}

// fate is what may happen to a request on its way.
type fate int

const (
	arrives fate = iota
	lostBefore
	lostAfter
	doubled
	delayed
	fates
)

// sync sends what the server may not have.
func (p *phone) sync(of fate) {
	log := p.saved.log(len(p.saved.lines), p.chance.IntN(2) == 0)
	switch of {
	case lostBefore:
	case delayed:
		p.late = append(p.late, log)
	case doubled:
		p.send(log)
		p.confirm(log)
	case lostAfter:
		p.send(log)
	case arrives, fates:
		p.confirm(log)
	}
}

// send is an upload whose answer nobody reads.
func (p *phone) send(log object) {
	a := p.by.upload(p.id, log)
	if a.status != http.StatusOK && a.status != http.StatusCreated {
		p.t.Fatalf("upload: %d %s", a.status, shortened(a.body))
	}
}

func (p *phone) confirm(log object) {
	p.send(log)
	p.synced = max(p.synced, len(log["events"].([]object)))
}

// deliver lets a request of before arrive now.
func (p *phone) deliver() {
	if len(p.late) > 0 {
		i := p.chance.IntN(len(p.late))
		p.send(p.late[i])
		p.late = slices.Delete(p.late, i, i+1)
	}
}

// play makes moves without the network. The app may be killed before it has saved them, and its clock be put anywhere.
func (p *phone) play() {
	next := p.saved.fork(p.chance.Uint64())
	if p.chance.IntN(4) == 0 {
		next.at = time.Date(1975+p.chance.IntN(100), 1, 1, 0, 0, 0, 0, time.UTC)
	}
	next.play(1 + p.chance.IntN(12))
	if p.chance.IntN(8) > 0 {
		p.saved = next
	}
}

// press queues a move of the game with server dice, as far as the app knows what may be done there.
func (p *phone) press() {
	if len(p.online) == 0 {
		p.online = append(p.online, onlineMove{"rolls", object{"id": newUUID()}}, onlineMove{"entries", object{"id": newUUID()}})
	}
}

// flush sends the oldest move that was not answered.
func (p *phone) flush(of fate) {
	if len(p.online) == 0 || of == lostBefore || of == delayed {
		return
	}
	m := p.online[0]
	if _, named := m.body["box"]; m.path == "entries" && !named {
		g := p.by.game(p.game)
		if g.Status != "playing" {
			p.online = nil
			return
		}
		m.body["box"] = g.Turn.Boxes[0].Box
	}
	first := p.by.post("/v1/games/"+p.game+"/"+m.path, m.body)
	if first.status >= http.StatusBadRequest && first.problem().Code != "gameNotPlaying" {
		p.t.Fatalf("%s: %d %s", m.path, first.status, shortened(first.body))
	}
	if of == lostAfter {
		return
	}
	if of == doubled {
		p.by.post("/v1/games/"+p.game+"/"+m.path, m.body).is(http.StatusOK)
	}
	p.online = p.online[1:]
	if first.status < http.StatusBadRequest {
		p.made = append(p.made, m.body["id"].(string))
	}
}

// Whatever happens to requests and app on the way, phone and server end equal, and each move is stored once.
func TestPhone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i := range phoneSchedules {
		if err := schedule(t, w, uint64(i)); err != nil {
			t.Fatalf("schedule %d: %v", i, err)
		}
	}
}

func schedule(t *testing.T, w *world, seed uint64) error {
	t.Helper()
	chance := rand.New(rand.NewPCG(seed, 3))
	by := w.guest("Ada").offContract()
	p := &phone{t: t, chance: chance, by: by, id: newUUID()}
	rulesets := game.Rulesets()
	kinds := [][]game.SeatKind{
		{game.AccountSeat, game.GuestSeat},
		{game.AccountSeat, game.BotSeat},
		{game.GuestSeat, game.GuestSeat, game.GuestSeat},
	}
	p.saved = newDevice(seed, p.id, rulesets[chance.IntN(len(rulesets))].ID, kinds[chance.IntN(len(kinds))]...)
	p.game = by.create(object{"ruleset": "penta", "seats": seats("me")}).ID
	for range 12 + chance.IntN(12) {
		of := fate(chance.IntN(int(fates)))
		switch chance.IntN(6) {
		case 0, 1:
			p.play()
		case 2:
			p.sync(of)
		case 3:
			p.deliver()
		case 4:
			p.press()
		case 5:
			p.flush(of)
		}
	}
	// The network is back for good: all that is under way arrives, in any order.
	p.sync(arrives)
	for len(p.late) > 0 {
		p.deliver()
	}
	for len(p.online) > 0 {
		p.flush(arrives)
	}
	if p.synced != len(p.saved.lines) {
		return fmt.Errorf("the phone believes that %d of %d events are stored", p.synced, len(p.saved.lines))
	}
	if len(p.saved.lines) == 0 {
		return errors.New("nothing was played")
	}
	if got := by.stored(p.id); !slices.Equal(got, p.saved.jsons(len(p.saved.lines))) {
		return fmt.Errorf("%d events stored, %d on the phone, or others", len(got), len(p.saved.lines))
	}
	return once(by.stored(p.game), p.made)
}

// once checks that a log has each of these ids exactly once.
func once(log, ids []string) error {
	found := map[string]int{}
	for _, e := range rawObjects(log) {
		found[e["id"].(string)]++
	}
	for _, id := range ids {
		if found[id] != 1 {
			return errors.New("move " + id + " is not stored exactly once")
		}
	}
	return nil
}
