package limit

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

var (
	each = Rate{Burst: 10, Every: 6 * time.Second}
	all  = Rate{Burst: 600, Every: 100 * time.Millisecond}
)

// fail makes a try that fails; it tells how long to wait where none may be made.
func fail(t *testing.T, l *Limiter, key string) time.Duration {
	t.Helper()
	return try(t, l, key, true)
}

func try(t *testing.T, l *Limiter, key string, fails bool) time.Duration {
	t.Helper()
	a, err := l.Begin(t.Context(), key)
	if e, exceeded := errors.AsType[*ExceededError](err); exceeded {
		return e.Wait
	}
	if err != nil {
		t.Fatal(err)
	}
	a.End(fails)
	return 0
}

func near(a, b time.Duration) bool { return (a - b).Abs() < time.Millisecond }

func TestLimiter_each(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(each, all, time.Now)
		for range 10 {
			if w := fail(t, l, "a"); w != 0 {
				t.Fatalf("wait %v within the burst", w)
			}
		}
		for range 3 {
			if w := fail(t, l, "a"); !near(w, 6*time.Second) {
				t.Errorf("wait %v after the burst", w)
			}
		}
		if w := try(t, l, "a", false); !near(w, 6*time.Second) {
			t.Errorf("wait %v before a try that would succeed", w)
		}
		if w := fail(t, l, "b"); w != 0 {
			t.Errorf("another waits %v", w)
		}
		time.Sleep(4 * time.Second)
		if w := fail(t, l, "a"); !near(w, 2*time.Second) {
			t.Errorf("wait %v after four seconds", w)
		}
		time.Sleep(2*time.Second + time.Millisecond)
		if w := fail(t, l, "a"); w != 0 {
			t.Errorf("wait %v after six seconds", w)
		}
		if w := fail(t, l, "a"); w == 0 {
			t.Error("two at once after six seconds")
		}
		time.Sleep(time.Hour)
		for range 10 {
			if w := fail(t, l, "a"); w != 0 {
				t.Errorf("wait %v after an hour", w)
			}
		}
		if w := fail(t, l, "a"); w == 0 {
			t.Error("an hour gives more than the burst")
		}
	})
}

// What succeeds costs nothing, and leaves nothing behind.
func TestLimiter_success(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(each, all, time.Now)
		for range 10_000 {
			if w := try(t, l, "a", false); w != 0 {
				t.Fatalf("wait %v", w)
			}
		}
		if len(l.byKey) != 0 || l.used.Len() != 0 {
			t.Errorf("%d keys are kept", len(l.byKey))
		}
		fail(t, l, "a")
		time.Sleep(7 * time.Second)
		try(t, l, "a", false)
		if len(l.byKey) != 0 {
			t.Error("a key is kept that has nothing to remember")
		}
	})
}

// Whatever the keys, all together fail no more often than their rate; nobody is kept waiting for longer than that.
func TestLimiter_all(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(each, all, time.Now)
		failed := 0
		for i := range 2000 {
			if fail(t, l, strconv.Itoa(i)) == 0 {
				failed++
			}
		}
		if failed != 600 {
			t.Errorf("%d failed at once", failed)
		}
		if w := fail(t, l, "new"); !near(w, 100*time.Millisecond) {
			t.Errorf("wait %v", w)
		}
		if len(l.byKey) > 600 {
			t.Errorf("%d keys are kept", len(l.byKey))
		}
		time.Sleep(time.Second + time.Millisecond)
		failed = 0
		for i := range 2000 {
			if fail(t, l, "x"+strconv.Itoa(i)) == 0 {
				failed++
			}
		}
		if failed != 10 {
			t.Errorf("%d failed in a second", failed)
		}
	})
}

// Memory is bounded, however many keys there are.
func TestLimiter_keys(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(each, Rate{Burst: 1 << 30, Every: 1}, time.Now)
		for i := range 2 * maxKeys {
			fail(t, l, strconv.Itoa(i))
		}
		if len(l.byKey) != maxKeys || l.used.Len() != maxKeys {
			t.Errorf("%d keys are kept, %d in order", len(l.byKey), l.used.Len())
		}
	})
}

// Many tries at once fail no more often than one after the other; those that succeed all get through.
func TestLimiter_atOnce(t *testing.T) {
	for _, fails := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			l := New(each, all, time.Now)
			var mu sync.Mutex
			made, refused := 0, 0
			var tries sync.WaitGroup
			for range 100 {
				tries.Go(func() {
					a, err := l.Begin(t.Context(), "a")
					if err == nil {
						time.Sleep(time.Millisecond) // the store answers
						a.End(fails)
					}
					mu.Lock()
					defer mu.Unlock()
					if err == nil {
						made++
					} else {
						refused++
					}
				})
			}
			tries.Wait()
			if fails && (made != 10 || refused != 90) || !fails && (made != 100 || refused != 0) {
				t.Errorf("failing: %t: %d made, %d refused", fails, made, refused)
			}
		})
	}
}

func TestLimiter_contextEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Rate{Burst: 1, Every: time.Second}, all, time.Now)
		a, err := l.Begin(t.Context(), "a")
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := l.Begin(ctx, "a"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		a.End(false)
		if w := try(t, l, "a", false); w != 0 {
			t.Errorf("wait %v", w)
		}
	})
}

func TestAddress(t *testing.T) {
	for remote, want := range map[string]string{
		"192.0.2.7":                     "192.0.2.7",
		"::ffff:192.0.2.7":              "192.0.2.7",
		"2001:db8:1:2:3:4:5:6":          "2001:db8:1:2::/64",
		"2001:db8:1:2:ffff:ffff:ffff::": "2001:db8:1:2::/64",
		"2001:db8:1:3::1":               "2001:db8:1:3::/64",
		"fe80::1%eth0":                  "fe80::/64",
		"":                              "",
		"192.0.2.7:1234":                "",
		"pipe":                          "",
	} {
		if got := Address(remote); got != want {
			t.Errorf("Address(%q) = %q, want %q", remote, got, want)
		}
	}
}

func TestLimiter_Standing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(each, Rate{}, time.Now)
		is := func(left int, whole time.Duration) {
			t.Helper()
			s := l.Standing("a")
			if s.Quota != 10 || s.Window != time.Minute || s.Left != left || !near(s.Whole, whole) {
				t.Errorf("got %+v, want %d left, whole in %v", s, left, whole)
			}
		}
		is(10, 0)
		fail(t, l, "a")
		is(9, 6*time.Second)
		time.Sleep(2 * time.Second)
		is(9, 4*time.Second)
		for range 9 {
			fail(t, l, "a")
		}
		is(0, 58*time.Second)
		time.Sleep(time.Hour)
		is(10, 0)
	})
}

// The zero rate bounds nothing, by key nor over all.
func TestLimiter_unbounded(t *testing.T) {
	l := New(Rate{}, Rate{}, func() time.Time { return time.Unix(1e9, 0) })
	for range 100_000 {
		if w := fail(t, l, "a"); w != 0 {
			t.Fatalf("wait %v", w)
		}
	}
	if l.Bounds() || !New(Daily(3), Rate{}, time.Now).Bounds() || New(Daily(0), Rate{}, time.Now).Bounds() {
		t.Error("which rates bound something")
	}
}

func TestKnown(t *testing.T) {
	k := NewKnown(2)
	k.Note("a")
	k.Note("b")
	k.Note("a")
	k.Note("c")
	if !k.Has("a") || k.Has("b") || !k.Has("c") {
		t.Error("not the two that were noted last")
	}
}
