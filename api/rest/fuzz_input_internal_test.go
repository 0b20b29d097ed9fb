package rest

import (
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"kast/api/limit"
	"kast/api/play"
	"kast/api/shape"
	"kast/domain/dice"
	"kast/domain/game"
	"kast/domain/potplay"
	"kast/domain/scorecard"
	"kast/repository"
)

// FuzzCursor reads a cursor as each list does. What is taken is what we wrote, and belongs to that list alone.
func FuzzCursor(f *testing.F) {
	penta := repository.RecordFilter{Ruleset: "penta", Dice: "server", Kind: "solo"}
	for _, cursor := range []string{
		"", "x", "AAAAAAAAAAAAAAAA", cursorOf(1), cursorOf(-1), changeCursor(0), changeCursor(1 << 62), cursorOf(1) + "=", "%00",
		recordCursorOf(penta, repository.RecordPlace{Total: 375, Account: 7}), recordCursorOf(penta, repository.RecordPlace{Total: -5, Account: 1 << 62}),
	} {
		f.Add(cursor)
	}
	others := []repository.RecordFilter{
		{Ruleset: "bonanza", Dice: "server", Kind: "solo"},
		{Ruleset: "penta", Dice: "client", Kind: "solo"},
		{Ruleset: "penta", Dice: "server", Kind: "table"},
	}
	f.Fuzz(func(t *testing.T, cursor string) {
		place, ok := placeOf(cursor)
		if ok && (place <= 0 || cursorOf(place) != cursor) {
			t.Errorf("%q is place %d", cursor, place)
		}
		if change, isChange := changeOf(cursor); isChange != ok || isChange && (change < 0 || changeCursor(change) != cursor) {
			t.Errorf("%q is change %d", cursor, change)
		}
		record, isRecord := recordPlaceOf(penta, cursor)
		if !isRecord {
			return
		}
		if ok || record.Account <= 0 || recordCursorOf(penta, record) != cursor {
			t.Errorf("%q is the record %+v", cursor, record)
		}
		for _, other := range others {
			if _, alsoThere := recordPlaceOf(other, cursor); alsoThere {
				t.Errorf("%q is a place in %+v too", cursor, other)
			}
		}
	})
}

// FuzzPosition reads a position that advice is asked for, of every ruleset. What is taken can be judged.
func FuzzPosition(f *testing.F) {
	for _, body := range []string{
		`{}`, `{"card":{"boxes":{}},"rollsLeft":3}`, `{"card":{"boxes":{"ones":3,"five":50},"fiveBonuses":100},"dice":[1,2,3,4,5],"rollsLeft":2}`,
		`{"card":{"boxes":{"ones":-1}},"dice":[7],"rollsLeft":-1}`, `{"card":{"boxes":{"ONES":1}},"rollsLeft":99999999999}`,
		`{"needs350":true,"pot":0,"points":0,"groups":{},"free":6,"first":true}`,
		`{"needs350":false,"pot":1000000,"points":999950,"groups":{"6":3,"01":3},"free":3,"first":false,"need":1000000,"ownPot":true,"dice":[1,5,5]}`,
		`{"needs350":false,"pot":50,"points":1000,"groups":{"1":5},"free":1,"first":false,"dice":[1]}`,
	} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		for _, rules := range game.Rulesets() {
			var r adviceRequest
			if bind(request(http.MethodPost, []byte(body)), &r) != nil {
				return
			}
			if rules.Engine == game.PotEngine {
				fuzzPotPosition(t, r)
				continue
			}
			card, err := r.card(rules, true)
			if err != nil {
				refusedWell(t, err)
				continue
			}
			d, err := r.dice(scorecard.Dice)
			if err == nil {
				err = checkPosition(card, d, *r.RollsLeft)
			}
			if err != nil {
				refusedWell(t, err)
			}
		}
	})
}

func fuzzPotPosition(t *testing.T, r adviceRequest) {
	t.Helper()
	p, err := r.position()
	if err == nil {
		p.Dice, err = r.dice(p.Free)
	}
	if err != nil {
		refusedWell(t, err)
		return
	}
	if p.Pot+p.Points > 20_000 { // as good as any, and each pot has a graph of its own
		return
	}
	b, err := encode(shape.PotAdvice(p, potplay.Evaluate(p), func(m dice.Mask) dice.Mask { return m }))
	if err != nil || len(b) > 1<<16 {
		t.Errorf("%+v: %d bytes, %v", p, len(b), err)
	}
}

// FuzzUpload reads the body of an uploaded log: it can be judged, or is refused.
func FuzzUpload(f *testing.F) {
	for _, body := range []string{
		`{"events":[]}`, `{"events":[{}]}`, `{"events":[null]}`, `{"events":[1]}`, `{"names":[],"events":[{"seq":1}]}`, `{"events":[{"seq":1,"seq":2}]}`,
		`{"events":[{"seq":2,"id":"0d9f7e3c-5f5e-4c55-9d0c-3a0f2f9b7a11","type":"rolled","at":"2026-05-17T18:30:00.000Z","seat":0,"by":"player","dice":[1,2,3,4,5]}],"names":["","Åsa"]}`,
		`{"events":[{"seq":2,"id":"0d9f7e3c-5f5e-4c55-9d0c-3a0f2f9b7a11","type":"rolled","at":"2026-05-17T18:30:00.000Z","seat":0,"by":"player","dice":[9,2,3,4,5]}]}`,
	} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		u, err := readUpload([]byte(body))
		if err != nil {
			if breach, ok := known(err); !ok {
				t.Errorf("%s: %v", body, err)
			} else if breach.code != codeBadLog {
				refusedWell(t, err)
			}
			return
		}
		if len(u.Drafts) == 0 || len(u.Drafts) > play.MaxUpload || len(u.Names) > mostSeats {
			t.Errorf("%s: %d events, %d names", body, len(u.Drafts), len(u.Names))
		}
	})
}

// FuzzForwarded reads where a caller calls from, by what a proxy says. It is an address, or as good as none; nobody but the
// proxy is believed; and what a caller writes before the proxy's own word changes nothing.
func FuzzForwarded(f *testing.F) {
	for _, header := range []string{"", "192.0.2.1", "192.0.2.1, 10.0.0.1", "x", ",", "[2001:db8::1]:80", "2001:db8::1", "::ffff:10.0.0.1", "\x00", "1.2.3.4:5", "fe80::1%eth0"} {
		f.Add(header)
	}
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	from := func(remote string, header ...string) string {
		c := request(http.MethodGet, nil)
		c.Echo().IPExtractor = extractor(proxies)
		c.Request().RemoteAddr = remote
		c.Request().Header["X-Forwarded-For"] = header
		return address(c)
	}
	f.Fuzz(func(t *testing.T, header string) {
		at := from("10.0.0.1:1", header)
		if again := limit.Address(strings.TrimSuffix(at, "/64")); at != "" && again != at {
			t.Errorf("%q: %q", header, at)
		}
		if at := from("192.0.2.9:1", header); at != "192.0.2.9" {
			t.Errorf("%q is believed of a stranger: %q", header, at)
		}
		if at := from("10.0.0.1:1", header+", 192.0.2.9"); at != "192.0.2.9" {
			t.Errorf("%q hides the caller: %q", header, at)
		}
		if at := from("10.0.0.1:1", header, "192.0.2.9"); at != "192.0.2.9" {
			t.Errorf("%q in a line of its own hides the caller: %q", header, at)
		}
	})
}
