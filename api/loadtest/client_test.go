package loadtest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/google/uuid"
)

// client is one person with one phone.
type client struct {
	run     *run
	number  int
	group   *group
	rand    *rand.Rand
	account string
	access  string
	refresh string
}

// group are clients that play with one another. In each round one of them is the host.
type group struct {
	mu      sync.Mutex
	tables  map[int]*table
	members int
}

// table returns the group's table of a round.
func (g *group) table(round int) *table {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.tables == nil {
		g.tables = map[int]*table{}
	}
	if g.tables[round] == nil {
		g.tables[round] = newTable()
	}
	return g.tables[round]
}

// play plays games, in turn alone, with guests on one phone, and with the group, for as long as the run wants.
func (c *client) play() {
	c.signUp()
	for round := 0; c.run.goesOn(round); round++ {
		switch (round + c.number/grouped) % 3 { // all kinds at any time
		case 0:
			c.playOn(c.create(newTable(), round, "me"))
		case 1:
			c.playOn(c.create(newTable(), round, "me", "guest", "guest"))
		default:
			c.together(round)
		}
		c.renew()
	}
}

func (c *client) signUp() {
	a := c.send(call{kind: "account", method: "POST", path: "/v1/accounts", body: map[string]any{"name": fmt.Sprintf("N%d", c.number)}})
	c.expect(a, "Created")
	c.signedIn(a)
}

// renew gets new tokens, as a phone does every quarter of an hour.
func (c *client) renew() {
	a := c.send(call{kind: "refresh", method: "POST", path: "/v1/tokens", body: map[string]any{"refreshToken": c.refresh}})
	c.expect(a, "OK")
	c.signedIn(a)
}

func (c *client) signedIn(a answer) {
	s := read[struct {
		Account struct {
			ID string `json:"id"`
		} `json:"account"`
		AccessToken  string `json:"accessToken"`
		RefreshToken string `json:"refreshToken"`
	}](c, a)
	c.account, c.access, c.refresh = s.Account.ID, s.AccessToken, s.RefreshToken
}

// create makes a game of the round's ruleset and kind of dice. All combinations come up among a few clients.
func (c *client) create(t *table, round int, seats ...string) *table {
	rulesets := []string{"penta", "femlika", "bonanza", "tiotusen"}
	ruleset := rulesets[(c.number+round)%len(rulesets)]
	if ruleset == "tiotusen" && len(seats) == 1 {
		seats = append(seats, "guest")
	}
	wishes := make([]map[string]any, len(seats))
	for i, kind := range seats {
		wishes[i] = map[string]any{"kind": kind}
		if kind == "guest" {
			wishes[i]["name"] = fmt.Sprintf("G%d", i)
		}
	}
	body := map[string]any{
		"id": uuid.NewString(), "ruleset": ruleset, "seats": wishes,
		"dice":       c.oneOf("server", "client"),
		"visibility": c.oneOf("public", "private"),
		"start":      !slices.Contains(seats, "open") || c.once(2),
	}
	if ruleset == "penta" && body["dice"] == "server" {
		body["options"] = map[string]any{"autoEnterSeconds": 60} // under load a move may take more than three
	}
	c.change(t, call{kind: "create", method: "POST", path: "/v1/games", body: body})
	return t
}

// together plays a game with the group.
func (c *client) together(round int) {
	t := c.group.table(round)
	if round%c.group.members == c.number%c.group.members {
		seats := append(slices.Repeat([]string{"open"}, c.group.members-1), "me")
		c.rand.Shuffle(len(seats), func(i, j int) { seats[i], seats[j] = seats[j], seats[i] })
		c.playOn(c.create(t, round, seats...))
		return
	}
	g, changed := t.latest()
	if g.Seq == 0 {
		if !c.run.wait(changed) {
			return
		}
		g, _ = t.latest()
	}
	c.join(t, g)
	c.playOn(t)
}

// join takes a seat; the others of the group do so at the same moment.
func (c *client) join(t *table, g game) {
	body := map[string]any{"id": uuid.NewString()}
	if g.InviteCode != "" {
		body["inviteCode"] = g.InviteCode
	}
	if g.Dice == "server" {
		body["clientSeed"] = fmt.Sprintf("seed-of_%d", c.number)
	}
	c.change(t, call{kind: "join", method: "POST", path: g.path("seats"), body: body})
	if c.once(4) {
		body["id"] = uuid.NewString()
		c.expect(c.send(call{kind: "refused", method: "POST", path: g.path("seats"), body: body}), "alreadySeated", "gameNotOpen")
	}
}

func (g game) path(below string) string { return strings.TrimSuffix("/v1/games/"+g.ID+"/"+below, "/") }

// playOn plays a game until it is over, or gives up after a number of moves that is drawn at first.
func (c *client) playOn(t *table) {
	moves := c.run.length(c.rand)
	for !c.run.ended() {
		g, changed := t.latest()
		switch {
		case g.over():
			return
		case g.Status == "open" && g.full() && g.Host == c.account:
			c.change(t, call{kind: "start", method: "POST", path: g.path("start"), body: map[string]any{"id": uuid.NewString()}})
			continue
		case g.mover() == c.account && moves > 0:
			c.move(t, g)
			moves--
		case g.mover() == c.account:
			c.resign(t, g)
		case g.Status == "playing" && c.once(4):
			c.disturb(t, g)
		default:
			c.run.wait(changed)
		}
		if c.once(6) {
			c.look(t, g)
		}
	}
}

// move makes a move of the seat on turn.
func (c *client) move(t *table, g game) {
	m := g.next(c.rand)
	m.body["id"] = uuid.NewString()
	q := call{kind: m.kind, method: "POST", path: g.path(m.path), body: m.body}
	switch c.rand.IntN(16) {
	case 0:
		q.ifMatch = g.Head
	case 1:
		stale := q
		stale.kind, stale.ifMatch = "stale", strings.Repeat("0", 64)
		c.expect(c.send(stale), "staleState")
	case 2: // two phones of one person, on the same state
		other := q
		other.kind, other.body = "race", maps.Clone(q.body)
		other.body["id"] = uuid.NewString()
		q.kind, q.ifMatch, other.ifMatch = "race", g.Head, g.Head
		won := 0
		for _, a := range c.atOnce(q, other) {
			c.expect(a, "Created", "staleState")
			if a.outcome() == "Created" {
				c.accept(t, a)
				won++
			}
		}
		if won > 1 {
			c.run.fail("game %s: %d moves on one state", g.ID, won)
		}
		c.get(t, g)
		return
	case 3: // the id of the creation, which is the game's
		taken := q
		taken.kind, taken.body = "refused", maps.Clone(q.body)
		taken.body["id"] = g.ID
		c.expect(c.send(taken), "idInUse")
	}
	// In a game with others the last of them may have given up meanwhile, which ends it.
	if a := c.change(t, q, "gameNotPlaying", "staleState"); a.outcome() != "Created" {
		c.get(t, g)
	}
}

// resign gives up the seat on turn.
func (c *client) resign(t *table, g game) {
	body := map[string]any{"id": uuid.NewString()}
	if g.Seats[g.Turn.Seat].Kind == "guest" {
		body["seat"] = g.Turn.Seat
	}
	q := call{kind: "resign", method: "POST", path: g.path("resignations"), body: body}
	if a := c.change(t, q, "gameNotPlaying"); a.outcome() != "Created" {
		c.get(t, g)
	}
}

// disturb does something while others are on turn.
func (c *client) disturb(t *table, g game) {
	if c.once(100) {
		c.change(t, call{
			kind: "resign", method: "POST", path: g.path("resignations"), body: map[string]any{"id": uuid.NewString()},
		}, "gameNotPlaying")
		return
	}
	body := map[string]any{"id": uuid.NewString()}
	if g.Dice == "client" {
		body["dice"] = []int{1, 2, 3, 4, 5, 5}[:len(g.Turn.Dice)]
		if len(g.Turn.Dice) == 0 {
			return
		}
	}
	// The turn may have come since g was seen: then it is a roll like any other.
	q := call{kind: "refused", method: "POST", path: g.path("rolls"), body: body}
	a := c.send(q)
	c.expect(a, "notYourTurn", "gameNotPlaying", "Created")
	if a.outcome() == "Created" {
		c.accept(t, a)
	}
}

// change makes a call that changes a game, now and then several times: after one another or at once. Beside success it
// may end as in tolerated.
func (c *client) change(t *table, q call, tolerated ...string) answer {
	how := c.rand.IntN(16)
	answers := []answer{}
	switch how {
	case 0:
		answers = c.atOnce(q, q, q)
	case 1:
		answers = append(answers, c.send(q))
		again := q
		again.kind = "repeat"
		answers = append(answers, c.send(again))
	default:
		answers = append(answers, c.send(q))
	}
	var first *answer
	for i, a := range answers {
		c.expect(a, append(tolerated, "Created", "OK")...)
		if a.outcome() != "Created" {
			continue
		}
		if first != nil {
			c.run.fail("%s %v: carried out twice", q.path, q.body)
		}
		first = &answers[i]
	}
	if first == nil {
		if i := slices.IndexFunc(answers, func(a answer) bool { return a.outcome() == "OK" }); i >= 0 {
			c.run.fail("%s %v: a repeat of what was never carried out: %s", q.path, q.body, answers[i].body)
		}
		return answers[0]
	}
	want := read[changed](c, *first).Events
	for _, a := range answers {
		if a.outcome() == "OK" {
			if got := read[changed](c, a).Events; !reflect.DeepEqual(got, want) {
				c.run.fail("%s %v: repeated it gave %v, and %v before", q.path, q.body, got, want)
			}
		}
		if a.outcome() == "OK" || a.outcome() == "Created" {
			c.accept(t, a)
		}
	}
	if how == 2 { // the id again, for something else
		other := call{kind: "refused", method: "POST", path: read[changed](c, *first).Game.path("holds")}
		other.body = map[string]any{"id": q.body["id"], "held": []int{}}
		c.expect(c.send(other), "idInUse")
	}
	return *first
}

// atOnce makes calls at the same moment.
func (c *client) atOnce(calls ...call) []answer {
	answers := make([]answer, len(calls))
	var wg sync.WaitGroup
	for i, q := range calls {
		wg.Go(func() { answers[i] = c.send(q) })
	}
	wg.Wait()
	return answers
}

// accept takes in what a call led to.
func (c *client) accept(t *table, a answer) {
	r := read[changed](c, a)
	// What is shown beside the log, such as best boxes that are still worked out, stands behind the head.
	head, _, _ := strings.Cut(strings.Trim(a.etag, `"`), ".")
	if head != r.Game.Head {
		c.run.fail("%s: ETag %s, head %s", a.call.path, a.etag, r.Game.Head)
	}
	first := a.outcome() == "Created"
	if err := c.run.ledger.note(r.Game.ID, r.Events, first); err != nil {
		c.run.fail("%s: %v", a.call.path, err)
	}
	if first {
		c.run.carriedOut(a.call.path)
	}
	t.saw(r.Game)
}

// once is true once in n times.
func (c *client) once(n int) bool { return c.rand.IntN(n) == 0 }

func (c *client) oneOf(values ...string) string { return values[c.rand.IntN(len(values))] }
