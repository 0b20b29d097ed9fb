package play_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kast/api/play"
	"kast/repository"
)

// ran are stretches in which servers ran, newest first.
type ran []repository.Stretch

func (r ran) Stretches(context.Context) ([]repository.Stretch, error) { return r, nil }

func TestUnusedBefore(t *testing.T) {
	const day = 24 * time.Hour
	start := time.Date(2026, 3, 14, 18, 0, 0, 0, time.UTC)
	at := func(after time.Duration) time.Time { return start.Add(after) }
	first := func(to time.Duration) repository.Stretch {
		return repository.Stretch{From: time.Unix(0, 0), To: at(to)}
	}
	from := func(from, to time.Duration) repository.Stretch { return repository.Stretch{From: at(from), To: at(to)} }
	for _, c := range []struct {
		name               string
		ran                ran
		now, allowed, want time.Duration // after start
	}{
		{"no server has noted anything", nil, 40 * day, 30 * day, 10 * day},
		{"all the time", ran{first(40 * day)}, 40 * day, 30 * day, 10 * day},
		{"all the time, in between two beats", ran{first(40*day - time.Second)}, 40 * day, 30 * day, 10 * day},
		{"a restart", ran{first(40*day - repository.Pause)}, 40 * day, 30 * day, 10 * day},
		{"started after a pause, no beat yet", ran{first(0)}, 40 * day, 30 * day, -30 * day},
		{"started after a pause", ran{from(40*day, 40*day), first(0)}, 40 * day, 30 * day, -30 * day},
		{"some days after a pause", ran{from(40*day, 50*day), first(0)}, 50 * day, 30 * day, -20 * day},
		{"the time itself after a pause", ran{from(40*day, 70*day), first(0)}, 70 * day, 30 * day, 0},
		{"and longer", ran{from(40*day, 70*day), first(0)}, 70*day + time.Second, 30 * day, 40*day + time.Second},
		{"short starts", ran{
			from(30*day, 30*day+time.Hour), from(20*day, 20*day+time.Hour), from(10*day, 10*day+time.Hour), first(0),
		}, 40 * day, day, -day + 3*time.Hour},
		{"each evening", ran{
			from(4*day, 4*day+5*time.Hour), from(3*day, 3*day+5*time.Hour), from(2*day, 2*day+5*time.Hour), from(1*day, 1*day+5*time.Hour),
		}, 4*day + 5*time.Hour, 11 * time.Hour, 2*day + 4*time.Hour},
		{"the clock was put forward", ran{first(day)}, 400 * day, day, 0},
		{"the clock ran ahead once", ran{from(400*day, 401*day), first(40 * day)}, 40 * day, 30 * day, 10 * day},
		{"another process is ahead a little", ran{first(40*day + time.Second)}, 40 * day, 30 * day, 10 * day},
		{"for longer than clocks go back", ran{first(0)}, 0, 36525 * day, -36525 * day},
	} {
		got, err := play.UnusedBefore(t.Context(), c.ran, at(c.now), c.allowed)
		if err != nil || !got.Equal(at(c.want)) {
			t.Errorf("%s: %v after, %v; want %v", c.name, got.Sub(start), err, c.want)
		}
	}
}

// Whatever the pauses were, between the time and now servers ran for as long as is allowed.
func TestUnusedBefore_ranForThat(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		minutes := func(least int, what string) time.Duration {
			return time.Duration(rapid.IntRange(least, 10_000).Draw(t, what)) * time.Minute
		}
		to := time.Unix(0, 0).Add(minutes(1, "first"))
		all := ran{{From: time.Unix(0, 0), To: to}}
		for range rapid.IntRange(0, 5).Draw(t, "pauses") {
			from := to.Add(minutes(6, "pause"))
			to = from.Add(minutes(0, "stretch"))
			all = append(ran{{From: from, To: to}}, all...)
		}
		now := to
		if rapid.Bool().Draw(t, "just started") {
			now = to.Add(minutes(6, "last pause"))
		}
		allowed := minutes(0, "allowed")
		got, err := play.UnusedBefore(context.Background(), all, now, allowed)
		if err != nil {
			t.Fatal(err)
		}
		if got.Before(time.Unix(0, 0)) {
			return
		}
		var after time.Duration
		for _, s := range all {
			if s.From.Before(got) {
				s.From = got
			}
			after += max(s.To.Sub(s.From), 0)
		}
		if after != allowed {
			t.Errorf("from %v to %v servers ran for %v, want %v", got, now, after, allowed)
		}
	})
}

// unread is a store that does not tell when servers ran.
type unread struct{}

func (unread) Stretches(context.Context) ([]repository.Stretch, error) {
	return nil, repository.ErrUnavailable
}

func TestUnusedBefore_unread(t *testing.T) {
	if _, err := play.UnusedBefore(t.Context(), unread{}, time.Now(), time.Hour); !errors.Is(err, repository.ErrUnavailable) {
		t.Error(err)
	}
}
