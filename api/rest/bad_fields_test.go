package rest_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// kind says what may stand in a field.
type kind int

const (
	aString kind = iota
	anID
	anEnum
	aNumber
	aSwitch
	aList   // of numbers
	anArray // of objects
	anObject
)

// wrong lists JSON that no field of this kind takes.
func (k kind) wrong() []string {
	values := map[string][]kind{
		`"x"`: {aString}, `"penta"`: {aString, anEnum}, `1`: {aNumber}, `true`: {aSwitch}, `[]`: {aList, anArray}, `{}`: {anObject},
		`[1]`: {aList}, `[{}]`: {}, `"1"`: {aString}, `"true"`: {aString}, `1.5`: {}, `0.0`: {}, `1e2`: {}, `1e999`: {}, `-1e999`: {},
		`9223372036854775808`: {}, `-9223372036854775809`: {}, `123456789012345678901234567890`: {},
		`null`: {}, `[null]`: {}, `["1"]`: {}, `[1.5]`: {}, `[3.7]`: {}, `[1,[2]]`: {}, `[true]`: {}, `[9223372036854775808]`: {},
		`NaN`: {}, `Infinity`: {}, `undefined`: {}, `'x'`: {}, `01`: {}, `+1`: {}, `.5`: {}, `0x1`: {}, ``: {},
	}
	for _, s := range []string{
		``, `x`, `00000000-0000-0000-0000-00000000000`, `00000000-0000-0000-0000-0000000000000`, `00000000000000000000000000000000`,
		`{00000000-0000-0000-0000-000000000000}`, `urn:uuid:00000000-0000-0000-0000-000000000000`, `abc\n`,
		`00000000-0000-0000-0000-00000000000g`, ` 00000000-0000-0000-0000-000000000000`, `00000000-0000-0000-0000-000000000000\n`,
		`00000000-0000-0000-0000-00000000000\u0000`, `00000000_0000_0000_0000_000000000000`,
	} {
		values[`"`+s+`"`] = []kind{aString}
	}
	for _, s := range []string{`PENTA`, `Open`, `me\u0000`, `chance `, `tiotusén`} {
		values[`"`+s+`"`] = []kind{aString}
	}
	var wrong []string
	for v, takers := range values {
		if !slices.Contains(takers, k) {
			wrong = append(wrong, v)
		}
	}
	return wrong
}

// bodyFields are the fields of the bodies of all calls.
func bodyFields() map[string]map[string]kind {
	return map[string]map[string]kind{
		"create": {
			"id": anID, "ruleset": anEnum, "dice": anEnum, "visibility": anEnum, "options": anObject, "seats": anArray, "start": aSwitch,
		},
		"join":    {"id": anID, "inviteCode": aString, "clientSeed": aString},
		"start":   {"id": anID, "clientSeed": aString},
		"roll":    {"id": anID, "held": aList, "dice": aList},
		"hold":    {"id": anID, "held": aList},
		"enter":   {"id": anID, "box": anEnum},
		"bank":    {"id": anID, "held": aList},
		"resign":  {"id": anID, "seat": aNumber},
		"rematch": {"id": anID, "clientSeed": aString},
	}
}

// raw writes a body with one field in place of what it has there, as it is given.
func raw(body object, field, value string) string {
	rest := object{}
	for k, v := range body {
		if k != field {
			rest[k] = v
		}
	}
	b, err := json.Marshal(rest)
	if err != nil {
		panic(err)
	}
	inner := strings.TrimSuffix(string(b), "}")
	if len(rest) > 0 {
		inner += ","
	}
	return inner + fmt.Sprintf("%q:%s}", field, value)
}

// TestBadFields: every field of every call with everything that it does not take: 400, and nothing changes.
func TestBadFields(t *testing.T) {
	t.Parallel()
	for name, build := range legalCalls() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			l := build(w)
			unchanged := untouched(t, l)
			bad := func(body string) {
				t.Helper()
				l.by.post(l.url(), body).refused(400, "malformed")
			}
			for field, k := range bodyFields()[name] {
				for _, value := range k.wrong() {
					bad(raw(l.body, field, value))
				}
				whole, err := json.Marshal(l.with(object{field: l.body[field]}))
				if err != nil {
					t.Fatal(err)
				}
				bad(raw(l.body, field, fmt.Sprintf(`"x",%q:"x"`, field)))                             // twice
				bad(strings.TrimSuffix(string(whole), "}") + fmt.Sprintf(`,%q:1}`, field))            // twice
				bad(raw(l.body, strings.ToUpper(field), `"x"`))                                       // in other case
				bad(raw(l.body, strings.ToUpper(field[:1])+field[1:], `"x"`))                         // in other case
				bad(raw(l.body, field+"s", `"x"`))                                                    // unknown
				bad(raw(l.body, field+`\u0000`, `"x"`))                                               // unknown
				bad(strings.Replace(string(whole), fmt.Sprintf("%q", field), `"`+field+`\ud800"`, 1)) // no Unicode
			}
			for _, field := range []string{"gameId", "by", "points", "bonus", "account", "seq", "at", "outcome", "", "__proto__", "$ref"} {
				bad(raw(l.body, field, `1`))
			}
			for field := range l.body {
				if field == "ruleset" || field == "seats" || field == "box" || name == "hold" {
					without := l.with(nil)
					delete(without, field)
					l.by.post(l.url(), without).refused(400, "malformed")
				}
			}
			unchanged()
			// And it would have gone well.
			l.by.post(l.url(), l.body).is(201)
		})
	}
}

// untouched returns what checks that a call has changed nothing.
func untouched(t *testing.T, l legal) func() {
	t.Helper()
	if l.game.ID != "" {
		return standstill(t, l.by, l.game.ID)
	}
	return func() {
		t.Helper()
		want(t, "games", string(l.by.get("/v1/me/games").is(200).body), `{"items":[]}`)
	}
}

// TestBadFields_Nested: the same inside a body.
func TestBadFields_Nested(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.guest("Ada")
	for _, seat := range []string{
		`{}`, `{"kind":null}`, `{"kind":1}`, `{"kind":""}`, `{"kind":"account"}`, `{"kind":"Me"}`, `{"kind":"me","name":"x"}`,
		`{"kind":"open","name":"x"}`, `{"kind":"guest"}`, `{"kind":"guest","name":null}`, `{"kind":"guest","name":1}`,
		`{"kind":"guest","name":["x"]}`, `{"kind":"guest","name":"x","level":"best"}`, `{"kind":"bot"}`, `{"kind":"bot","level":""}`,
		`{"kind":"bot","level":"Best"}`, `{"kind":"bot","level":1}`, `{"kind":"bot","level":"best","name":"x"}`, `{"kind":"me","level":"best"}`, `{"kind":"me","level":""}`, `{"kind":"me","name":""}`,
		`{"kind":"me","kind":"me"}`, `{"kind":"me","KIND":"me"}`, `{"kind":"me","accountId":"x"}`, `null`, `"me"`, `[]`, `1`,
	} {
		c.post("/v1/games", `{"ruleset":"penta","dice":"client","seats":[`+seat+`]}`).refused(400, "malformed")
		c.post("/v1/games", `{"ruleset":"penta","dice":"client","seats":[{"kind":"me"},`+seat+`]}`).refused(400, "malformed")
	}
	for _, options := range []string{
		`{"x":1}`, `{"advice":1}`, `{"advice":null}`, `{"advice":"true"}`, `{"turnSeconds":"0"}`, `{"turnSeconds":0.5}`, `{"turnSeconds":true}`,
		`{"turnSeconds":0,"turnSeconds":0}`, `{"turnSeconds":0,"TURNSECONDS":0}`, `{"autoEnterSeconds":[]}`, `{"autoEnterSeconds":1e99}`,
		`{"ownPot":0}`, `{"ownPot":{}}`, `{"advice":true,"advice":true}`,
	} {
		c.post("/v1/games", `{"ruleset":"penta","seats":[{"kind":"me"}],"options":`+options+`}`).refused(400, "malformed")
	}
	want(t, "games", string(c.get("/v1/me/games").is(200).body), `{"items":[]}`)
}

// TestBadOptions: games that no ruleset allows.
func TestBadOptions(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.guest("Ada")
	for _, body := range []string{
		`{"ruleset":"penta","seats":[]}`,
		`{"ruleset":"penta","seats":[{"kind":"me"},{"kind":"me"}]}`,
		`{"ruleset":"penta","seats":[` + strings.Repeat(`{"kind":"open"},`, 8) + `{"kind":"me"}]}`,
		`{"ruleset":"bonanza","seats":[` + strings.Repeat(`{"kind":"open"},`, 4) + `{"kind":"me"}]}`,
		`{"ruleset":"tiotusen","seats":[{"kind":"me"}]}`,
		`{"ruleset":"penta","seats":[{"kind":"me"}],"options":{"turnSeconds":30}}`,
		`{"ruleset":"penta","seats":[{"kind":"me"},{"kind":"open"}],"options":{"turnSeconds":44}}`,
		`{"ruleset":"bonanza","seats":[{"kind":"me"},{"kind":"open"}],"options":{"turnSeconds":0}}`,
		`{"ruleset":"bonanza","dice":"client","seats":[{"kind":"me"},{"kind":"open"}],"options":{"turnSeconds":45}}`,
		`{"ruleset":"penta","dice":"client","seats":[{"kind":"me"}],"options":{"autoEnterSeconds":3}}`,
		`{"ruleset":"penta","seats":[{"kind":"me"}],"options":{"turnSeconds":-1}}`,
		`{"ruleset":"penta","seats":[{"kind":"me"}],"options":{"turnSeconds":1}}`,
		`{"ruleset":"bonanza","seats":[{"kind":"me"},{"kind":"open"}],"options":{"turnSeconds":3600}}`,
		`{"ruleset":"penta","seats":[{"kind":"me"}],"options":{"autoEnterSeconds":-1}}`,
		`{"ruleset":"penta","seats":[{"kind":"me"}],"options":{"autoEnterSeconds":61}}`,
		`{"ruleset":"tiotusen","seats":[{"kind":"me"},{"kind":"open"}],"options":{"autoEnterSeconds":0}}`,
		`{"ruleset":"penta","seats":[{"kind":"me"}],"options":{"ownPot":false}}`,
		`{"ruleset":"tiotusen","dice":"client","seats":[{"kind":"me"},{"kind":"open"}],"options":{"turnSeconds":30}}`,
	} {
		c.post("/v1/games", body).refused(422, "badOptions")
	}
	want(t, "games", string(c.get("/v1/me/games").is(200).body), `{"items":[]}`)
}

// TestBadNames: what nobody may be called (G16). U+200B is nothing, U+202E turns writing round.
func TestBadNames(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.guest("Ada")
	for _, name := range []string{
		"", " ", "\u3000", "\u200b\u200b\u200b", "\u202eabc", "a\nb", "a\u0000b", "\ufeffx", "\u0301x", strings.Repeat("x", 41),
		strings.Repeat("å", 41), strings.Repeat("x", 2000), "\u2800",
	} {
		w.nobody().post("/v1/accounts", object{"name": name}).refused(422, "badName")
		w.nobody().post("/v1/accounts", object{"username": name, "password": "long enough"}).refused(422, "badName")
		c.do("PATCH", "/v1/me", object{"name": name}).refused(422, "badName")
		c.post("/v1/games", object{"ruleset": "penta", "seats": []object{{"kind": "guest", "name": name}}}).refused(422, "badName")
	}
	want(t, "name", decode[account](c.get("/v1/me").is(200)).Name, "Ada")
	for name, kept := range map[string]string{
		"Åsa Öberg": "Åsa Öberg", " Åsa  Öberg ": "Åsa Öberg", "e\u0301tienne": "étienne", strings.Repeat("🎲", 40): strings.Repeat("🎲", 40),
		strings.Repeat("å", 40): strings.Repeat("å", 40), `"<script>&`: `"<script>&`, "李": "李",
	} {
		a := w.nobody().post("/v1/accounts", object{"name": name}).is(201)
		want(t, "name", decode[signedIn](a).Account.Name, kept)
		g := c.create(object{"ruleset": "penta", "seats": []object{{"kind": "guest", "name": name}}})
		want(t, "name of the guest", g.Seats[0].Name, kept)
	}
}

// TestBadAccounts: the fields of accounts and sign-ins.
func TestBadAccounts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c, nobody := w.guest("Ada"), w.nobody()
	for field, k := range map[string]kind{"name": aString, "username": aString, "password": aString} {
		for _, value := range k.wrong() {
			nobody.post("/v1/accounts", raw(object{}, field, value)).refused(400, "malformed")
			c.do("PATCH", "/v1/me", raw(object{}, field, value)).refused(400, "malformed")
		}
		for _, body := range []string{`{"%[1]s":"long enough","%[1]s":"long enough"}`, `{"%[1]s":"long enough","%[2]s":"x"}`, `{"%[1]ss":"x"}`} {
			body = fmt.Sprintf(body, field, strings.ToUpper(field))
			body, _, _ = strings.Cut(body, "%!")
			nobody.post("/v1/accounts", body).refused(400, "malformed")
			c.do("PATCH", "/v1/me", body).refused(400, "malformed")
		}
	}
	for field := range map[string]kind{"username": aString, "password": aString, "refreshToken": aString} {
		for _, value := range aString.wrong() {
			nobody.post("/v1/tokens", raw(object{}, field, value)).refused(400, "malformed")
		}
	}
	for _, body := range []object{
		{"username": "ada"},
		{"password": "long enough"},
		{"username": "ada", "password": "short"},
		{"username": "ada", "password": strings.Repeat("x", 129)},
		{"username": "ada", "password": ""},
		{"name": "Ada", "guest": true},
		{"username": "ada", "password": "long enough", "oldPassword": "x"},
	} {
		nobody.post("/v1/accounts", body).refused(400, "malformed")
	}
	for _, body := range []object{
		{},
		{"username": "ada"},
		{"password": "long enough"},
		{"refreshToken": "x", "username": "ada"},
		{"refreshToken": "x", "password": "long enough"},
		{"username": "a", "password": "b", "refreshToken": "c"},
		{"name": "x"},
	} {
		nobody.post("/v1/tokens", body).refused(400, "malformed")
	}
	for _, body := range []object{
		{"username": "ada"}, {"password": "long enough"}, {"username": "ada", "password": "short"}, {"oldPassword": "x"}, {"guest": false}, {"id": newID()},
	} {
		c.do("PATCH", "/v1/me", body).refused(400, "malformed")
	}
	for _, token := range []string{"", "x", c.token, c.refresh + "x", strings.ToUpper(c.refresh), strings.Repeat("A", 60000)} {
		nobody.post("/v1/tokens", object{"refreshToken": token}).refused(401, "unauthenticated")
	}
	for _, username := range []string{"", "nobody", "Ada", "\u200b", strings.Repeat("x", 50000)} {
		nobody.post("/v1/tokens", object{"username": username, "password": "short"}).refused(401, "unauthenticated")
	}
	want(t, "account", decode[account](c.get("/v1/me").is(200)), account{ID: c.id, Name: "Ada", Guest: true, CreatedAt: "2026-05-17T18:30:00.000Z"})
}
