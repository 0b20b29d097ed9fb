package rest_test

import "testing"

// TestBadHolds: positions that cannot be held.
func TestBadHolds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.guest("Ada")
	five := c.newGame("penta", "client", "me")
	five = c.move(five.ID, "rolls", object{"dice": []int{1, 2, 3, 4, 6}}).Game
	six := c.newGame("tiotusen", "client", "me", "guest")
	six = c.move(six.ID, "rolls", object{"dice": []int{1, 5, 2, 3, 4, 4}}).Game
	for _, g := range []gameView{five, six} {
		unchanged := standstill(t, c, g.ID)
		for _, held := range []string{
			"[0,0]", "[0,1,0]", "[-1]", "[6]", "[7]", "[8]", "[63]", "[64]", "[255]", "[256]", "[4294967296]", "[9223372036854775807]",
			"[-9223372036854775808]", "[0,1,2,3,4,5,6]", "[0,1,2,3,4,5,0,1,2,3,4,5]",
		} {
			c.post("/v1/games/"+g.ID+"/holds", `{"held":`+held+`}`).refused(422, "badHold")
			c.post("/v1/games/"+g.ID+"/rolls", `{"held":`+held+`,"dice":[1,1,1,1,1]}`).refused(422, "badHold")
			if g.ID == six.ID {
				c.post("/v1/games/"+g.ID+"/banks", `{"held":`+held+`}`).refused(422, "badHold")
			}
		}
		unchanged()
	}
	c.post("/v1/games/"+five.ID+"/holds", object{"held": []int{5}}).refused(422, "badHold")
	c.post("/v1/games/"+five.ID+"/rolls", object{"held": []int{0, 1, 2, 3, 4}, "dice": []int{1, 2, 3, 4, 6}}).refused(422, "badHold")
	c.post("/v1/games/"+six.ID+"/holds", object{"held": []int{2}}).refused(422, "badHold")    // scores nothing
	c.post("/v1/games/"+six.ID+"/holds", object{"held": []int{0, 4}}).refused(422, "badHold") // one of the two scores nothing

	// The order is free; what is stored ascends.
	ch := c.move(five.ID, "holds", object{"held": []int{4, 0, 2}})
	want(t, "held", [][]int{ch.Events[0].Held, ch.Game.Turn.Held}, [][]int{{0, 2, 4}, {0, 2, 4}})
	c.move(six.ID, "holds", object{"held": []int{0}})
	six = c.move(six.ID, "rolls", object{"dice": []int{1, 1, 2, 3, 4, 6}}).Game
	for _, held := range [][]int{{0}, {0, 1}} { // set aside earlier
		c.post("/v1/games/"+six.ID+"/holds", object{"held": held}).refused(422, "badHold")
	}
	want(t, "locked", six.Turn.Locked, []int{0})
	c.move(six.ID, "holds", object{"held": []int{1}})
}

// TestBadDice: dice that cannot have been rolled.
func TestBadDice(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.guest("Ada")
	for ruleset, fine := range map[string]string{"femlika": "1,2,3,4,5", "tiotusen": "1,2,2,3,4,6"} {
		kinds := []string{"me", "guest"}
		g := c.newGame(ruleset, "client", kinds...)
		path := "/v1/games/" + g.ID + "/rolls"
		unchanged := standstill(t, c, g.ID)
		for _, dice := range []string{"0", "7", "-1", "256", "257", "9223372036854775807", "-9223372036854775808"} {
			c.post(path, `{"dice":[`+dice+fine[1:]+`]}`).refused(422, "badDice")
			c.post(path, `{"dice":[`+fine[:len(fine)-1]+dice+`]}`).refused(422, "badDice")
		}
		for _, dice := range []string{"", "1", fine[2:], fine + ",1", fine + "," + fine, fine + ",1,1,1"} {
			c.post(path, `{"dice":[`+dice+`]}`).refused(422, "badDice")
		}
		c.post(path, nil).refused(422, "badDice")
		for _, dice := range []string{"3.7", "1e0", `"1"`, "null", "[1]", "9223372036854775808"} {
			c.post(path, `{"dice":[`+dice+fine[1:]+`]}`).refused(400, "malformed")
		}
		unchanged()
		c.post(path, `{"dice":[`+fine+`]}`).is(201)
		unchanged = standstill(t, c, g.ID)
		for _, dice := range []string{"2" + fine[1:], "6" + fine[1:]} { // the kept die changed
			c.post(path, `{"held":[0],"dice":[`+dice+`]}`).refused(422, "badDice")
		}
		unchanged()
		c.post(path, `{"held":[0],"dice":[`+fine+`]}`).is(201)
	}
}

// TestBadSeats: nobody gives up for somebody else.
func TestBadSeats(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo := w.guest("Ada"), w.guest("Bo")
	g := ada.create(object{"ruleset": "penta", "visibility": "public", "seats": seats("me", "guest", "open")})
	bo.join(g, nil)
	path := "/v1/games/" + g.ID + "/resignations"
	unchanged := standstill(t, ada, g.ID)
	for _, seat := range []int{2, 3, 7} {
		ada.post(path, object{"seat": seat}).refused(403, "notSeated")
	}
	for _, seat := range []int{0, 1, 3, 7} {
		bo.post(path, object{"seat": seat}).refused(403, "notSeated")
	}
	for _, seat := range []int{-1, 8, 1 << 40} {
		bo.post(path, object{"seat": seat}).refused(400, "malformed")
	}
	unchanged()
	ada.post(path, object{"seat": 1}).is(201)
	ada.post(path, object{"seat": 1}).refused(409, "gameNotPlaying")
	bo.post(path, object{"seat": 2}).is(201)
}

// TestBadSeeds: a client seed is short and plain, and there must be dice to mix it into.
func TestBadSeeds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo := w.guest("Ada"), w.guest("Bo")
	const longest = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-"
	for _, dice := range []string{"server", "client"} {
		g := ada.create(object{"ruleset": "penta", "dice": dice, "visibility": "public", "start": false, "seats": seats("me", "open")})
		unchanged := standstill(t, ada, g.ID)
		for _, seed := range []string{longest + "x", " ", "a b", "a,b", "a|b", "å", "a\n", "a\x00", "=", "+/", "a.b"} {
			bo.post("/v1/games/"+g.ID+"/seats", object{"clientSeed": seed}).refused(400, "malformed")
			ada.post("/v1/games/"+g.ID+"/start", object{"clientSeed": seed}).refused(400, "malformed")
		}
		if dice == "client" {
			bo.post("/v1/games/"+g.ID+"/seats", object{"clientSeed": "x"}).refused(422, "badOptions")
			ada.post("/v1/games/"+g.ID+"/start", object{"clientSeed": "x"}).refused(422, "badOptions")
		}
		unchanged()
		seed := map[string]string{"server": longest, "client": ""}[dice]
		want(t, "seed", bo.join(g, object{"clientSeed": seed}).Events[0].ClientSeed, seed)
		ada.move(g.ID, "start", object{"clientSeed": seed})
	}
	// A host without a seat, and without guests, has nothing to mix it into either.
	g := ada.create(object{"ruleset": "penta", "visibility": "public", "start": false, "seats": seats("open")})
	bo.join(g, nil)
	ada.post("/v1/games/"+g.ID+"/start", object{"clientSeed": "x"}).refused(422, "badOptions")
	ada.move(g.ID, "start", nil)
}
