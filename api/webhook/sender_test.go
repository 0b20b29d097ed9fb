package webhook_test

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// inBubble runs a test with its own time. In the end nothing secret may be in the log.
func inBubble(t *testing.T, test func(w *world)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		test(w)
		secretsIn(t, w.log.String())
	})
}

func TestDelivers(t *testing.T) {
	inBubble(t, func(w *world) {
		s, stop := w.start()
		defer stop()
		time.Sleep(100 * time.Millisecond) // not on the beat of the poll
		a, b := w.notice(1), w.notice(0)
		began := time.Now()
		w.moves(1, a, b)
		s.Wake()
		synctest.Wait()
		got := w.requests()
		if len(got) != 2 || !got[0].at.Equal(began) {
			w.Fatalf("woken at %v, the receiver got %v", began, got)
		}
		for _, n := range []string{a.ID, b.ID} {
			i := slices.IndexFunc(got, func(r received) bool { return r.id == n })
			if i < 0 || got[i].body != `{"type":"test","data":{"n":"`+n+`"}}` {
				w.Errorf("notice %s: got %v", n, got)
			}
		}
		// What another process stores is found within a second.
		w.moves(1, w.notice(0))
		time.Sleep(time.Second)
		synctest.Wait()
		if got := len(w.requests()); got != 3 {
			w.Errorf("%d requests", got)
		}
		if left := w.left(); left != 0 || w.log.String() != "" {
			w.Errorf("%d notices left, log %q", left, w.log.String())
		}
	})
}

// A receiver that fails is asked again, later each time, under the same id.
func TestRetries(t *testing.T) {
	inBubble(t, func(w *world) {
		statuses := []int{500, 503, 404, 429, 301, 400, 200}
		w.answers(func(to http.ResponseWriter, r *http.Request) {
			to.Header().Set("Location", "https://elsewhere.test/")
			to.WriteHeader(statuses[len(w.requests())-1])
		})
		_, stop := w.start()
		defer stop()
		n := w.notice(0)
		w.moves(1, n)
		time.Sleep(5 * time.Minute)
		got := w.requests()
		if len(got) != len(statuses) {
			w.Fatalf("%d requests: %v", len(got), got)
		}
		for i, r := range got {
			if r.id != n.ID || r.body != string(n.Body) {
				w.Errorf("request %d: %v", i+1, r)
			}
			if i == 0 {
				continue
			}
			// The poll finds it within a second of its time.
			most := time.Second << (i - 1)
			if waited := r.at.Sub(got[i-1].at); waited < most/2 || waited > most+time.Second {
				w.Errorf("request %d came %v after the one before, want %v to %v", i+1, waited, most/2, most)
			}
		}
		if w.left() != 0 {
			w.Error("it was not removed")
		}
		// One line when it begins to fail, one when it works again.
		if log := w.log.String(); strings.Count(log, "\n") != 2 || !strings.Contains(log, "webhook fails") ||
			!strings.Contains(log, "status 500") || !strings.Contains(log, "works again") || !strings.Contains(log, "https://push.test") {
			w.Errorf("log:\n%s", log)
		}
	})
}

func TestGivesUp(t *testing.T) {
	inBubble(t, func(w *world) {
		w.answers(status(500))
		_, stop := w.start()
		defer stop()
		w.moves(1, w.notice(0))
		began := time.Now()
		time.Sleep(25 * time.Hour)
		got := w.requests()
		last := got[len(got)-1].at.Sub(began)
		if last < 22*time.Hour || last > 24*time.Hour || len(got) < 30 || len(got) > 65 {
			w.Errorf("%d attempts, the last after %v", len(got), last)
		}
		if log := w.log.String(); w.left() != 0 || strings.Count(log, "given up") != 1 || strings.Count(log, "\n") != 2 {
			w.Errorf("log:\n%s", log)
		}
	})
}

// What nobody could send for too long, since no server ran, is not sent any more.
func TestTooOld(t *testing.T) {
	inBubble(t, func(w *world) {
		w.moves(1, w.notice(0))
		time.Sleep(24 * time.Hour)
		_, stop := w.start()
		defer stop()
		time.Sleep(time.Minute)
		if got := w.requests(); len(got) != 0 || w.left() != 0 || !strings.Contains(w.log.String(), "too old") {
			w.Errorf("%d requests, log %q", len(got), w.log.String())
		}
	})
}

func TestGone(t *testing.T) {
	inBubble(t, func(w *world) {
		w.answers(status(http.StatusGone))
		_, stop := w.start()
		defer stop()
		w.moves(1, w.notice(0))
		time.Sleep(time.Hour)
		if got := w.requests(); len(got) != 1 || w.left() != 0 || !strings.Contains(w.log.String(), "status 410") {
			w.Errorf("%d requests, log %q", len(got), w.log.String())
		}
	})
}

func TestRetryAfter(t *testing.T) {
	for _, c := range []struct {
		says     string
		min, max time.Duration // from the first request to the second
	}{
		{"600", 10 * time.Minute, 10*time.Minute + time.Second},
		{"99999999999", time.Hour, time.Hour + time.Second},
		{"9999999999999999999999", 0, 2 * time.Second},
		{"-5", 0, 2 * time.Second},
		{"soon", 0, 2 * time.Second},
	} {
		t.Run(c.says, func(t *testing.T) {
			inBubble(t, func(w *world) {
				w.answers(func(to http.ResponseWriter, _ *http.Request) {
					to.Header().Set("Retry-After", c.says)
					to.WriteHeader(http.StatusServiceUnavailable)
				})
				_, stop := w.start()
				defer stop()
				w.moves(1, w.notice(0))
				time.Sleep(c.max + 2*time.Second)
				got := w.requests()
				if len(got) < 2 {
					w.Fatalf("%d requests", len(got))
				}
				if waited := got[1].at.Sub(got[0].at); waited < c.min || waited > c.max {
					w.Errorf("it came again after %v", waited)
				}
			})
		})
	}
}

// An address that somebody else has chosen is not gone to.
func TestRedirects(t *testing.T) {
	for _, code := range []int{301, 302, 303, 307, 308} {
		t.Run(strconv.Itoa(code), func(t *testing.T) {
			inBubble(t, func(w *world) {
				w.answers(func(to http.ResponseWriter, r *http.Request) {
					if r.URL.Host != "push.test" {
						w.Errorf("a request to %s", r.URL.Host)
					}
					to.Header().Set("Location", "http://169.254.169.254/")
					to.WriteHeader(code)
				})
				_, stop := w.start()
				defer stop()
				w.moves(1, w.notice(0))
				time.Sleep(5 * time.Second)
				if got := len(w.requests()); got < 2 || w.left() != 1 {
					w.Errorf("%d requests, %d notices left", got, w.left())
				}
			})
		})
	}
}

// A receiver that does not answer is left after ten seconds. Four at a time wait for it, and no game does.
func TestHangs(t *testing.T) {
	inBubble(t, func(w *world) {
		w.answers(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
		_, stop := w.start()
		defer stop()
		for range 6 {
			w.moves(1, w.notice(0))
		}
		began := time.Now()
		time.Sleep(9 * time.Second)
		if got := len(w.requests()); got != 4 {
			w.Errorf("%d requests at once", got)
		}
		before := time.Now()
		w.moves(1)
		if took := time.Since(before); took > 0 {
			w.Errorf("a move took %v", took)
		}
		time.Sleep(4 * time.Second)
		got := w.requests()
		if len(got) < 6 || got[4].at.Sub(began) < 10*time.Second || got[4].at.Sub(began) > 11*time.Second {
			w.Errorf("%d requests: %v", len(got), got)
		}
		if !strings.Contains(w.log.String(), "no answer in time") {
			w.Errorf("log %q", w.log.String())
		}
	})
}

// What was under way when the server stopped is sent again by the next one, at once and under its id.
func TestStops(t *testing.T) {
	inBubble(t, func(w *world) {
		w.answers(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
		_, stop := w.start()
		n, waits := w.notice(0), w.notice(0)
		w.moves(1, n)
		time.Sleep(2 * time.Second)
		told := time.Now()
		stop()
		if took := time.Since(told); took > 0 {
			w.Errorf("it took %v to stop", took)
		}
		w.answers(nil)
		w.moves(1, waits)
		time.Sleep(time.Hour)
		started := time.Now()
		_, stop = w.start()
		defer stop()
		synctest.Wait()
		got := w.requests()
		if len(got) != 3 || got[0].id != n.ID || !got[2].at.Equal(started) || got[1].id == got[2].id ||
			got[1].id != n.ID && got[2].id != n.ID {
			w.Errorf("requests: %v", got)
		}
		if w.left() != 0 || w.log.String() != "" {
			w.Errorf("%d left, log %q", w.left(), w.log.String())
		}
	})
}

// What a process had claimed that died is sent by another, once the lease is over.
func TestLease(t *testing.T) {
	inBubble(t, func(w *world) {
		w.moves(1, w.notice(0))
		now := time.Now()
		if dead, err := w.db.ClaimNotices(w.Context(), now, now.Add(30*time.Second), 9); err != nil || len(dead) != 1 {
			w.Fatalf("%v, %v", dead, err)
		}
		_, stop := w.start()
		defer stop()
		time.Sleep(29 * time.Second)
		if got := len(w.requests()); got != 0 {
			w.Errorf("%d requests while another has it", got)
		}
		time.Sleep(2 * time.Second)
		if got := len(w.requests()); got != 1 {
			w.Errorf("%d requests after the lease", got)
		}
	})
}

// Two processes on one file send each notice once.
func TestTwoSenders(t *testing.T) {
	inBubble(t, func(w *world) {
		w.answers(func(to http.ResponseWriter, _ *http.Request) {
			time.Sleep(100 * time.Millisecond)
			to.WriteHeader(http.StatusOK)
		})
		_, stop := w.start()
		defer stop()
		_, stopOther := w.start()
		defer stopOther()
		const many = 40
		for range many {
			w.moves(1, w.notice(0))
		}
		time.Sleep(time.Minute)
		times := map[string]int{}
		for _, r := range w.requests() {
			times[r.id]++
		}
		for id, n := range times {
			if n != 1 {
				w.Errorf("%s was sent %d times", id, n)
			}
		}
		if len(times) != many || w.left() != 0 {
			w.Errorf("%d of %d were sent, %d are left", len(times), many, w.left())
		}
	})
}

// A turn that is over, and an account that is gone, are not told of late.
func TestNotLate(t *testing.T) {
	inBubble(t, func(w *world) {
		w.answers(status(500))
		_, stop := w.start()
		defer stop()
		sleepAndCount := func(d time.Duration) int {
			before := len(w.requests())
			time.Sleep(d)
			return len(w.requests()) - before
		}
		w.moves(1, w.notice(1))
		if sleepAndCount(time.Minute) == 0 {
			w.Error("not tried")
		}
		w.moves(1) // a roll: the turn goes on
		if sleepAndCount(5*time.Minute) == 0 {
			w.Error("not tried any more, though the turn goes on")
		}
		w.moves(2)
		if n := sleepAndCount(time.Hour); n > 0 || w.left() != 0 {
			w.Errorf("tried %d times after the turn", n)
		}
		w.moves(2, w.notice(0))
		if sleepAndCount(time.Minute) == 0 {
			w.Error("not tried")
		}
		if err := w.db.DeleteAccount(w.Context(), w.account); err != nil {
			w.Fatal(err)
		}
		if n := sleepAndCount(time.Hour); n > 0 || w.left() != 0 {
			w.Errorf("tried %d times after the account's end", n)
		}
	})
}
