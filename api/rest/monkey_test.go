package rest_test

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestMonkey makes calls at random, right and wrong ones, by several callers in several games. Every answer must be as
// the contract says and none may be a fault of the server's; what is left must verify. See world.
func TestMonkey(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	r := rand.New(rand.NewPCG(20260517, 1))
	pick := func(values ...any) any { return values[r.IntN(len(values))] }
	clients := []*client{w.guest("Ada"), w.guest("Bo"), w.guest("Cy"), w.nobody()}
	var games []gameView
	var ids []string
	numbers := func(most int) []int {
		n := r.Perm(most + r.IntN(2))
		return n[:r.IntN(len(n)+1)]
	}
	dice := func() []int {
		d := make([]int, 5+r.IntN(2))
		for i := range d {
			d[i] = 1 + r.IntN(6)
		}
		return d
	}
	made := func(status int, a answer) {
		if a.status == status {
			games = append(games, decode[changed](a).Game)
		}
	}
	statuses := map[int]int{}
	for i := range 1500 {
		c := clients[r.IntN(len(clients))]
		if r.IntN(10) > 0 && c.token == "" {
			c = clients[0]
		}
		body := object{}
		if r.IntN(2) == 0 {
			if len(ids) == 0 || r.IntN(5) > 0 {
				ids = append(ids, newID())
			}
			body["id"] = ids[len(ids)-1-r.IntN(min(len(ids), 5))]
		}
		if len(games) == 0 || i%40 == 0 {
			body["ruleset"] = pick("penta", "femlika", "bonanza", "tiotusen", "tiotusen")
			body["dice"] = pick("server", "client")
			body["visibility"] = pick("private", "public", "public")
			body["start"] = pick(true, true, false)
			kinds := []string{"me"}
			for range r.IntN(4) {
				kinds = append(kinds, pick("open", "guest", "bot", "me", "open", "guest").(string))
			}
			r.Shuffle(len(kinds), func(i, j int) { kinds[i], kinds[j] = kinds[j], kinds[i] })
			body["seats"] = seats(kinds...)
			made(201, c.post("/v1/games", body))
			continue
		}
		k := len(games) - 1 - r.IntN(min(len(games), 4))
		if now := clients[0].get("/v1/games/" + games[k].ID); now.status == 200 && r.IntN(2) == 0 { // a right one
			g := decode[gameView](now)
			if g.Status == "playing" {
				tb := tableOf(g, r.Uint64(), moversOf(g, clients)...)
				tb.play()
				statuses[201]++
			}
			continue
		}
		g := games[k]
		headers := []string{}
		if r.IntN(10) == 0 {
			headers = []string{"If-Match", `"` + g.Head + `"`}
		}
		route := pick("rolls", "rolls", "rolls", "holds", "holds", "entries", "entries", "banks", "banks", "resignations", "seats", "seats", "start", "leave", "read").(string)
		switch route {
		case "rolls":
			if g.Dice == "client" && r.IntN(8) > 0 || r.IntN(20) == 0 {
				body["dice"] = dice()
			}
			if r.IntN(2) == 0 {
				body["held"] = numbers(5)
			}
		case "holds":
			body["held"] = numbers(5)
			if now := clients[0].get("/v1/games/" + g.ID); r.IntN(4) > 0 && now.status == 200 && g.Ruleset == "tiotusen" {
				if turn := decode[gameView](now).Turn; turn != nil && slices.Contains(turn.May, "hold") {
					body["held"] = scoring(turn)
				}
			}
		case "entries":
			body["box"] = boxes[r.IntN(len(boxes))]
		case "banks":
			if r.IntN(3) == 0 {
				body["held"] = numbers(5)
			}
			if r.IntN(10) == 0 {
				body["box"] = "ones"
			}
		case "resignations":
			if r.IntN(6) > 0 {
				continue
			}
			if r.IntN(2) == 0 {
				body["seat"] = r.IntN(9)
			}
		case "seats":
			body["inviteCode"] = g.InviteCode
			if r.IntN(3) == 0 {
				body["clientSeed"] = pick("", "seed", "_-")
			}
		case "leave":
			if r.IntN(4) == 0 {
				statuses[c.delete("/v1/games/"+g.ID+"/seats/me", headers...).status]++
			}
			continue
		case "read":
			for _, below := range []string{"", "/events?after=3", "/replay?limit=3", "/fairness", "?seq=2"} {
				statuses[c.get("/v1/games/"+g.ID+below).status]++
			}
			continue
		}
		a := c.post("/v1/games/"+g.ID+"/"+route, body, headers...)
		statuses[a.status]++
	}
	for _, status := range []int{200, 201, 400, 401, 403, 404, 409, 412, 422} {
		if statuses[status] == 0 {
			t.Errorf("no call was answered %d: %v", status, statuses)
		}
	}
	t.Log(statuses)
}

// moversOf are the callers who move the seats of a running game.
func moversOf(g gameView, clients []*client) []*client {
	movers := make([]*client, len(g.Seats))
	for i, seat := range g.Seats {
		for _, c := range clients {
			if c.id != "" && (c.id == seat.AccountID || c.id == g.Host && seat.Kind != "account") {
				movers[i] = c
			}
		}
	}
	return movers
}
