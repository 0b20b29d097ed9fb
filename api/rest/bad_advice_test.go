package rest_test

import (
	"net/http"
	"strings"
	"testing"
)

// TestBadAdvice_scorecard: positions that no scorecard game has.
func TestBadAdvice_scorecard(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.guest("Ada")
	const path = "/v1/rulesets/penta/advice"
	full := `"ones":1,"twos":2,"threes":3,"fours":4,"fives":5,"sixes":6,"threeOfAKind":7,"fourOfAKind":8,"fullHouse":25,` +
		`"smallStraight":30,"largeStraight":40,"chance":9,"fiveOfAKind":50`
	for _, body := range []string{
		`{}`, ``, `{"card":{"boxes":{}}}`, `{"rollsLeft":3}`, `{"card":{},"rollsLeft":3}`, `{"card":null,"rollsLeft":3}`,
		`{"card":[],"rollsLeft":3}`, `{"card":{"boxes":[]},"rollsLeft":3}`, `{"card":{"boxes":{},"x":1},"rollsLeft":3}`,
		`{"card":{"boxes":{}},"rollsLeft":4}`, `{"card":{"boxes":{}},"rollsLeft":-1}`, `{"card":{"boxes":{}},"rollsLeft":"3"}`,
		`{"card":{"boxes":{}},"rollsLeft":2.5}`, `{"card":{"boxes":{}},"rollsLeft":2}`, `{"card":{"boxes":{}},"rollsLeft":0}`,
		`{"card":{"boxes":{}},"rollsLeft":3,"dice":[1,2,3,4,5]}`, `{"card":{"boxes":{}},"rollsLeft":1,"dice":[1,2,3,4,"5"]}`,
		`{"card":{"boxes":{}},"rollsLeft":1,"dice":{}}`, `{"card":{"boxes":{"Ones":1}},"rollsLeft":3}`,
		`{"card":{"boxes":{"yatzy":50}},"rollsLeft":3}`, `{"card":{"boxes":{"ones":6}},"rollsLeft":3}`,
		`{"card":{"boxes":{"ones":-1}},"rollsLeft":3}`, `{"card":{"boxes":{"twos":3}},"rollsLeft":3}`,
		`{"card":{"boxes":{"fullHouse":24}},"rollsLeft":3}`, `{"card":{"boxes":{"chance":31}},"rollsLeft":3}`,
		`{"card":{"boxes":{"chance":4}},"rollsLeft":3}`, `{"card":{"boxes":{"fiveOfAKind":100}},"rollsLeft":3}`,
		`{"card":{"boxes":{},"fiveBonuses":-100},"rollsLeft":3}`, `{"card":{"boxes":{"ones":1},"fiveBonuses":100},"rollsLeft":3}`,
		`{"card":{"boxes":{"ones":1,"fiveOfAKind":0},"fiveBonuses":100},"rollsLeft":3}`,
		`{"card":{"boxes":{"ones":1,"fiveOfAKind":50},"fiveBonuses":50},"rollsLeft":3}`,
		`{"card":{"boxes":{"ones":1,"fiveOfAKind":50},"fiveBonuses":200},"rollsLeft":3}`,
		`{"card":{"boxes":{},"fiveBonuses":1000000000},"rollsLeft":3}`,
		`{"card":{"boxes":{"ones":1,"ones":2}},"rollsLeft":3}`, `{"card":{"boxes":{` + full + `}},"rollsLeft":3}`,
		`{"card":{"boxes":{` + full + `}},"rollsLeft":0,"dice":[1,2,3,4,5]}`,
		`{"card":{"boxes":{}},"rollsLeft":3,"x":1}`, `{"card":{"boxes":{}},"rollsLeft":3,"pot":0}`,
		`{"card":{"boxes":{}},"rollsLeft":3,"needs350":false}`, `{"card":{"boxes":{}},"rollsLeft":3,"groups":{}}`,
		`{"card":{"boxes":{}},"rollsLeft":3,"ownPot":false}`, `{"card":{"boxes":{}},"rollsLeft":3,"need":1}`,
	} {
		c.post(path, body).refused(400, "malformed")
	}
	for _, dice := range []string{`[]`, `[1,2,3,4]`, `[1,2,3,4,5,6]`, `[0,2,3,4,5]`, `[1,2,3,4,7]`, `[1,2,3,4,-1]`, `[1,2,3,4,257]`} {
		c.post(path, `{"card":{"boxes":{}},"rollsLeft":1,"dice":`+dice+`}`).refused(422, "badDice")
	}
	good := `{"card":{"boxes":{}},"rollsLeft":3}`
	c.post("/v1/rulesets/yatzy/advice", good).refused(404, "notFound")
	c.post("/v1/rulesets/Penta/advice", good).refused(404, "notFound")
	c.post("/v1/rulesets/yatzy/advice", `{"x":1}`).refused(400, "malformed")
	w.nobody().post(path, good).refused(401, "unauthenticated")
	w.nobody().post("/v1/rulesets/yatzy/advice", good).refused(401, "unauthenticated")
	w.nobody().post(path, `{}`).refused(400, "malformed")
	c.post(path, good, "Content-Type", "text/plain").refused(415, "unsupportedMediaType")
	c.post(path, `{"x":"`+strings.Repeat("x", 64<<10)+`"}`).refused(413, "tooLarge")
	c.post(path, good+good).refused(400, "malformed")
}

// TestBadAdvice_tiotusen: positions that no turn of tiotusen has.
func TestBadAdvice_tiotusen(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.guest("Ada")
	const path = "/v1/rulesets/tiotusen/advice"
	good := object{"needs350": false, "pot": 0, "points": 0, "groups": object{}, "free": 6, "first": true}
	c.post(path, good).is(http.StatusOK)
	for field := range good {
		body := legal{body: good}.with(nil)
		delete(body, field)
		c.post(path, body).refused(400, "malformed")
	}
	for _, fields := range []object{
		{"pot": 25},
		{"pot": -50},
		{"pot": 1000050},
		{"pot": "0"},
		{"pot": 0.5},
		{"points": 75, "free": 5},
		{"points": -50},
		{"points": 1000050, "free": 5},
		{"points": 50},
		{"points": 1e300},
		{"free": 0, "first": false},
		{"free": 7, "first": false},
		{"free": -1, "first": false},
		{"free": 5},
		{"groups": object{"0": 3}},
		{"groups": object{"7": 3}},
		{"groups": object{"03": 3}},
		{"groups": object{"x": 3}},
		{"groups": object{"3": 2}, "free": 4, "first": false},
		{"groups": object{"3": 7}},
		{"groups": object{"3": 259}},
		{"groups": object{"3": 3}},
		{"groups": object{"3": -253}},
		{"groups": object{"3": 3, "4": 3}, "free": 1, "first": false},
		{"groups": object{"3": 4}, "free": 3, "first": false},
		{"groups": []int{3}},
		{"need": 0},
		{"need": -50},
		{"need": 1000001},
		{"need": "50"},
		{"needs350": 1},
		{"first": "true"},
		{"ownPot": 0},
		{"card": object{"boxes": object{}}},
		{"rollsLeft": 3},
		{"box": "ones"},
	} {
		c.post(path, legal{body: good}.with(fields)).refused(400, "malformed")
	}
	for _, dice := range [][]int{{}, {1, 2, 3, 4, 5}, {1, 2, 3, 4, 5, 6, 6}, {0, 1, 2, 3, 4, 5}, {1, 2, 3, 4, 5, 7}} {
		c.post(path, legal{body: good}.with(object{"dice": dice})).refused(422, "badDice")
	}
	c.post(path, legal{body: good}.with(object{"dice": []int{1, 2}, "free": 3, "first": false})).refused(422, "badDice")
	w.nobody().post(path, good).refused(401, "unauthenticated")
}
