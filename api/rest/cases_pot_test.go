package rest_test

import (
	"slices"
	"strconv"
	"testing"
)

// potTable is a game of tiotusen with the client's dice, all seats moved by one account.
type potTable struct {
	*client
	game gameView
}

func (w *world) potTable(players int) *potTable {
	w.t.Helper()
	c := w.guest("Ada")
	kinds := append([]string{"me"}, slices.Repeat([]string{"guest"}, players-1)...)
	return &potTable{client: c, game: c.newGame("tiotusen", "client", kinds...)}
}

// roll rolls the free dice.
func (p *potTable) roll(dice ...int) eventView {
	p.t.Helper()
	ch := p.move(p.game.ID, "rolls", object{"dice": placed(p.game.Turn, dice)})
	p.game = ch.Game
	return ch.lastOf("rolled")
}

// lastOf is the last event of a type.
func (ch changed) lastOf(what string) (last eventView) {
	for _, e := range ch.Events {
		if e.Type == what {
			last = e
		}
	}
	return last
}

func (p *potTable) hold(values ...int) {
	p.t.Helper()
	p.game = p.move(p.game.ID, "holds", object{"held": positionsOf(p.game.Turn, values)}).Game
}

// bank holds these values and stops.
func (p *potTable) bank(values ...int) int {
	p.t.Helper()
	ch := p.move(p.game.ID, "banks", object{"held": positionsOf(p.game.Turn, values)})
	p.game = ch.Game
	return *ch.lastOf("banked").Points
}

// gain banks points that one roll can give.
func (p *potTable) gain(points int) {
	p.t.Helper()
	dice := map[int][]int{
		4000: {1, 1, 1, 1, 1, 2}, 1000: {1, 1, 1, 2, 3, 3}, 800: {4, 4, 4, 4, 2, 3}, 500: {5, 5, 5, 2, 3, 3}, 400: {4, 4, 4, 2, 3, 3},
		350: {3, 3, 3, 5, 2, 4}, 150: {1, 5, 2, 3, 3, 4}, 100: {1, 2, 2, 3, 3, 4},
	}[points]
	p.roll(dice...)
	held := map[int][]int{
		4000: {1, 1, 1, 1, 1}, 1000: {1, 1, 1}, 800: {4, 4, 4, 4}, 500: {5, 5, 5}, 400: {4, 4, 4}, 350: {3, 3, 3, 5}, 150: {1, 5}, 100: {1},
	}[points]
	want(p.t, "points", p.bank(held...), points)
}

// bust plays a turn that gains nothing.
func (p *potTable) bust() {
	p.t.Helper()
	p.roll(1, 2, 2, 3, 3, 4)
	p.hold(1)
	want(p.t, "outcome", p.roll(2, 2, 3, 3, 4).Outcome, "bust")
}

// refusedHold tries to hold values.
func (p *potTable) refusedHold(values ...int) {
	p.t.Helper()
	p.post("/v1/games/"+p.game.ID+"/holds", object{"held": positionsOf(p.game.Turn, values)}).refused(422, "badHold")
}

// TestPot_Pairs: three pairs are nothing, whatever other games say (D31, D32).
func TestPot_Pairs(t *testing.T) {
	t.Parallel()
	p := newWorld(t).potTable(2)
	p.roll(4, 3, 3, 3, 4, 3)
	p.refusedHold(4, 3, 3, 3, 4, 3)
	p.refusedHold(3, 3)
	for n, points := range map[int]int{4: 600, 3: 300} {
		p.hold(slices.Repeat([]int{3}, n)...)
		want(t, "held points", *p.game.Turn.HeldPoints, points)
	}
	p.hold(3, 3, 3)
	p.roll(2, 2, 4)
	for _, dice := range [][]int{{2, 2, 3, 3, 4, 4}, {2, 2, 3, 3, 6, 6}} {
		seat := p.game.onTurn()
		before := p.game.Seats[seat].Total
		e := p.roll(dice...)
		want(t, "zilch", []any{e.Outcome, *e.Points, p.game.Seats[seat].Total - before, *p.game.Pot}, []any{"zilch", -1000, -1000, 0})
		want(t, "on turn", p.game.onTurn(), 1-seat)
	}
}

// TestPot_Entry: 350 points get a seat in, and nothing less (D34).
func TestPot_Entry(t *testing.T) {
	t.Parallel()
	for _, enough := range []bool{true, false} {
		p := newWorld(t).potTable(2)
		e := p.roll(1, 5, 2, 2, 2, 5)
		want(t, "pot", []any{e.Outcome, *e.Points, *p.game.Pot}, []any{"pot", 400, 400})
		want(t, "is in", *p.game.Seats[0].IsIn, false)
		p.roll(1, 1, 2, 3, 4, 6)
		p.hold(1, 1)
		p.roll(1, 5, 2, 2)
		want(t, "needs 350", *p.game.Turn.Needs350, true)
		if enough {
			want(t, "banked", p.bank(1, 5), 750)
			want(t, "pot", *p.game.Pot, 0)
			want(t, "is in", *p.game.Seats[1].IsIn, true)
			continue
		}
		p.hold(1)
		want(t, "may", p.game.Turn.May, []string{"roll", "hold"})
		unchanged := standstill(t, p.client, p.game.ID)
		p.post("/v1/games/"+p.game.ID+"/banks", nil).refused(422, "cannotBank")
		p.post("/v1/games/"+p.game.ID+"/banks", object{"held": positionsOf(p.game.Turn, []int{1})}).refused(422, "cannotBank")
		unchanged()
		want(t, "on turn", p.game.onTurn(), 1)
	}
}

// TestPot_Order: roll, hold, then roll or stop (D35).
func TestPot_Order(t *testing.T) {
	t.Parallel()
	p := newWorld(t).potTable(2)
	path := "/v1/games/" + p.game.ID
	unchanged := standstill(t, p.client, p.game.ID)
	p.post(path+"/banks", nil).refused(422, "mustRollFirst")
	p.post(path+"/banks", object{"held": []int{0}}).refused(422, "mustRollFirst")
	p.post(path+"/holds", object{"held": []int{0}}).refused(422, "mustRollFirst")
	p.post(path+"/rolls", object{"held": []int{0}, "dice": []int{1, 1, 1, 2, 3, 4}}).refused(422, "badHold")
	p.post(path+"/entries", object{"box": "ones"}).refused(422, "wrongRuleset")
	unchanged()
	p.roll(1, 1, 1, 2, 3, 4)
	unchanged = standstill(t, p.client, p.game.ID)
	p.post(path+"/banks", nil).refused(422, "mustHold")
	p.post(path+"/banks", object{"held": []int{}}).refused(422, "mustHold")
	p.post(path+"/rolls", object{"dice": []int{1, 1, 1, 1, 1, 1}}).refused(422, "mustHold")
	p.post(path+"/rolls", object{"held": []int{}, "dice": []int{1, 1, 1, 1, 1, 1}}).refused(422, "mustHold")
	unchanged()
}

// TestPot_Straight: it takes six dice of one roll, feeds the pot, and the same seat rolls again (D37).
func TestPot_Straight(t *testing.T) {
	t.Parallel()
	p := newWorld(t).potTable(2)
	p.roll(1, 2, 3, 4, 5, 5)
	p.hold(1, 5, 5)
	want(t, "points of 1 5 5", *p.game.Turn.HeldPoints, 200)
	p.refusedHold(1, 2, 3, 4, 5)
	p.hold(1)
	p.roll(2, 3, 4, 5, 6) // a straight with the 1 that was set aside would be none
	want(t, "pot", *p.game.Pot, 0)
	p.hold(5)
	p.roll(2, 3, 4, 6)
	want(t, "on turn after a bust", p.game.onTurn(), 1)

	p.roll(2, 3, 4, 5, 6, 6)
	p.hold(5)
	want(t, "points of a 5", *p.game.Turn.HeldPoints, 50)
	p.roll(2, 2, 3, 3, 4)

	e := p.roll(6, 5, 4, 3, 2, 1)
	want(t, "straight", []any{e.Outcome, *e.Points, *p.game.Pot, p.game.onTurn()}, []any{"straight", 1000, 1000, 0})
	turn := p.game.Turn
	want(t, "turn", []any{turn.Roll, *turn.Points, *turn.Needs350, turn.May, len(turn.Locked), turn.Dice},
		[]any{1, 0, true, []string{"roll"}, 0, []int{6, 5, 4, 3, 2, 1}})
	p.post("/v1/games/"+p.game.ID+"/banks", nil).refused(422, "cannotBank")
	e = p.roll(2, 2, 3, 3, 4, 4)
	want(t, "no first roll", []any{e.Outcome, e.Points == nil, *p.game.Pot, p.game.onTurn(), p.game.totals()}, []any{"bust", true, 1000, 1, []int{0, 0}})
}

// TestPot_Goes: the pot goes on until somebody takes it (D38).
func TestPot_Goes(t *testing.T) {
	t.Parallel()
	p := newWorld(t).potTable(3)
	p.bust()
	p.gain(350)
	p.bust()
	e := p.roll(2, 2, 2, 2, 2, 5)
	want(t, "pot", []any{e.Outcome, *e.Points, *p.game.Pot, p.game.totals(), *p.game.Seats[0].IsIn}, []any{"pot", 850, 850, []int{0, 350, 0}, false})
	p.gain(100)
	want(t, "pot below 350", *p.game.Pot, 850)
	p.roll(3, 3, 3, 5, 2, 4)
	want(t, "banked", p.bank(3, 3, 3, 5), 1200)
	want(t, "pot and scores", []any{*p.game.Pot, p.game.totals()}, []any{0, []int{0, 450, 1200}})
	now := decode[gameView](p.get("/v1/games/" + p.game.ID).is(200))
	want(t, "replayed", decode[gameView](p.get("/v1/games/"+p.game.ID+"?seq="+strconv.Itoa(now.Seq)).is(200)), now)
}

// TestPot_FinalRound: whoever is overtaken may answer, and an equal total overtakes nobody (D40).
func TestPot_FinalRound(t *testing.T) {
	t.Parallel()
	for _, overtakes := range []bool{true, false} {
		p := newWorld(t).potTable(3)
		for _, round := range [][]int{{4000, 4000, 4000}, {4000, 4000, 0}, {1000, 1000, 0}, {800, 500, 0}, {0, 400, 0}, {0}} {
			for _, points := range round {
				if points == 0 {
					p.bust()
				} else {
					p.gain(points)
				}
			}
		}
		want(t, "scores", p.game.totals(), []int{9800, 9900, 4000})
		if p.game.FinalRound != nil {
			t.Errorf("final round %v before 10 000", p.game.FinalRound)
		}
		p.gain(150)
		want(t, "leader", *p.game.FinalRound, struct{ Seat, Score int }{1, 10050})
		p.roll(2, 2, 3, 3, 4, 6)
		want(t, "scores", p.game.totals(), []int{9800, 10050, 3000})
		if !overtakes {
			p.roll(1, 1, 5, 2, 3, 3)
			want(t, "banked", p.bank(1, 1, 5), 250)
			want(t, "end", []any{p.game.Status, p.game.totals(), p.game.placements()}, []any{"finished", []int{10050, 10050, 3000}, []int{2, 1, 3}})
			continue
		}
		p.roll(3, 3, 3, 2, 4, 4)
		want(t, "banked", p.bank(3, 3, 3), 300)
		want(t, "leader", *p.game.FinalRound, struct{ Seat, Score int }{0, 10100})
		for seat := 1; seat <= 2; seat++ {
			want(t, "on turn", p.game.onTurn(), seat)
			p.bust()
		}
		want(t, "end", []any{p.game.Status, p.game.placements()}, []any{"finished", []int{1, 2, 3}})
	}
}

// TestPot_OwnPot: with the option a pot of the final round is as a straight.
func TestPot_OwnPot(t *testing.T) {
	t.Parallel()
	c := newWorld(t).guest("Ada")
	g := c.create(object{"ruleset": "tiotusen", "dice": "client", "seats": seats("me", "guest"), "options": object{"ownPot": true}})
	want(t, "option", g.Options["ownPot"], any(true))
	p := &potTable{client: c, game: g}
	e := p.roll(1, 1, 1, 1, 1, 1)
	want(t, "before the final round", []any{*e.Points, p.game.onTurn()}, []any{8000, 1})
	p.bust()
	p.roll(1, 1, 1, 1, 2, 3)
	want(t, "banked", p.bank(1, 1, 1, 1), 10000)
	e = p.roll(1, 5, 2, 2, 2, 5)
	want(t, "in the final round", []any{e.Outcome, *p.game.Pot, p.game.onTurn(), *p.game.Turn.Needs350, p.game.Turn.May}, []any{"pot", 400, 1, true, []string{"roll"}})
}
