package rest_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"testing"

	"kast/domain/bestplay"
	"kast/domain/game"
)

// BenchmarkCosts is what the calls take that cost most for their size, from the handler on: docs/threats.md has what it says.
//
//	go test ./api/rest -run '^$' -bench Costs -cpu 1
func BenchmarkCosts(b *testing.B) {
	w := newWorld(b)
	ada := w.guest("Ada")
	eight := []game.SeatKind{game.AccountSeat}
	for len(eight) < 8 {
		eight = append(eight, game.GuestSeat)
	}
	call := func(b *testing.B, method, path string, sent []byte, status int) int {
		b.Helper()
		r := httptest.NewRequestWithContext(b.Context(), method, path, bytes.NewReader(sent))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+ada.token)
		rec := httptest.NewRecorder()
		w.server.Config.Handler.ServeHTTP(rec, r)
		if rec.Code != status {
			b.Fatalf("%s %s: got %d %s", method, path, rec.Code, shortened(rec.Body.Bytes()))
		}
		return rec.Body.Len()
	}
	id := newUUID()
	d := newDevice(1, id, game.Tiotusen, eight...)
	d.dare(b, 4600)
	log := bodyBytes(d.log(len(d.lines), false))
	call(b, http.MethodPut, "/v1/games/"+id+"/log", log, http.StatusCreated)

	b.Run("a new log", func(b *testing.B) {
		b.ReportMetric(float64(len(d.lines)), "events")
		for range b.N {
			b.StopTimer()
			other := newUUID()
			fresh := d.log(len(d.lines), false)
			fresh["events"].([]object)[0]["gameId"] = other
			sent := bodyBytes(fresh)
			b.StartTimer()
			call(b, http.MethodPut, "/v1/games/"+other+"/log", sent, http.StatusCreated)
		}
	})
	b.Run("the same log again", func(b *testing.B) {
		for b.Loop() {
			call(b, http.MethodPut, "/v1/games/"+id+"/log", log, http.StatusOK)
		}
	})
	b.Run("events that are none", func(b *testing.B) {
		none := bodyBytes(object{"events": make([]int, 5000)})
		for b.Loop() {
			call(b, http.MethodPut, "/v1/games/"+newUUID()+"/log", none, http.StatusBadRequest)
		}
	})
	b.Run("review", func(b *testing.B) {
		size := 0
		for b.Loop() {
			size = call(b, http.MethodGet, "/v1/games/"+id+"/review", nil, http.StatusOK)
		}
		b.ReportMetric(float64(size>>10), "KiB")
	})
}

// dare plays to the end as beginners do, who stop at nothing until the log has so many events: so there is much to decide.
func (d *device) dare(tb testing.TB, events int) {
	tb.Helper()
	for range toTheEnd {
		seat := d.state.OnTurn()
		if seat == game.NoSeat {
			return
		}
		c := bestplay.Casual(d.state, game.ByPlayer)
		if roll, ok := c.(game.Roll); ok {
			held := roll.Held
			if held == nil {
				held = d.state.Turn.Held.Positions()
			}
			c = d.roll(game.ByPlayer, seat, held)
		}
		if bank, ok := c.(game.Bank); ok && len(d.lines) < events {
			held := bank.Held
			if held == nil {
				held = d.state.Turn.Held.Positions()
			}
			if d.do(d.roll(game.ByPlayer, seat, held)) == nil {
				continue
			}
		}
		d.must(c)
	}
	tb.Fatal("the game does not end")
}
