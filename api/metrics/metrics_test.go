package metrics_test

import (
	"context"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"kast/api/metrics"
	"kast/repository"
)

func sources() metrics.Sources {
	return metrics.Sources{
		Version: "v1", Writes: func() (uint64, uint64) { return 3, 12 }, Size: func() (int64, int64) { return 4096, 32 },
		Connections: func() (int, uint64) { return 9, 2 },
		Streams:     func() int { return 5 }, Ready: func() bool { return true },
		Lag: func(context.Context) (time.Duration, error) { return 1500 * time.Millisecond, nil },
	}
}

func read(t *testing.T, m *metrics.Metrics) string {
	t.Helper()
	rec := httptest.NewRecorder()
	m.Handler().ServeHTTP(rec, httptest.NewRequestWithContext(t.Context(), "GET", "/metrics", nil))
	if rec.Code != 200 || !strings.HasPrefix(rec.Header().Get("Content-Type"), "text/plain") {
		t.Fatalf("got %d %s", rec.Code, rec.Header().Get("Content-Type"))
	}
	return rec.Body.String()
}

func has(t *testing.T, text string, lines ...string) {
	t.Helper()
	for _, l := range lines {
		if !strings.Contains(text, "\n"+l) {
			t.Errorf("no line begins with %q in:\n%s", l, text)
		}
	}
}

func TestMetrics(t *testing.T) {
	m := metrics.New(sources())
	m.Request("GET", "/v1/games/:id", 404, 3*time.Millisecond)
	m.Request("GET", "/v1/games/:id", 200, 300*time.Microsecond)
	m.Request("ODD", "", 405, time.Millisecond)
	has(t, read(t, m),
		`kast_http_request_duration_seconds_count{method="GET",route="/v1/games/:id",status="4xx"} 1`,
		`kast_http_request_duration_seconds_bucket{method="GET",route="/v1/games/:id",status="2xx",le="0.001"} 1`,
		`kast_http_request_duration_seconds_count{method="any",route="none",status="4xx"} 1`,
		`kast_build_info{version="v1"} 1`, "kast_commits_total 3", "kast_writes_total 12", "kast_database_bytes 4096", "kast_wal_bytes 32",
		"kast_streams 5", "kast_connections 9", "kast_connections_refused_total 2", "kast_best_play_ready 1", "kast_clock_lag_seconds 1.5", "go_goroutines ",
	)
}

func TestMetrics_unknownLag(t *testing.T) {
	s := sources()
	s.Ready = func() bool { return false }
	s.Lag = func(context.Context) (time.Duration, error) { return 0, repository.ErrUnavailable }
	has(t, read(t, metrics.New(s)), "kast_clock_lag_seconds -1", "kast_best_play_ready 0")
}

// refusing is a store that refuses every other write.
type refusing struct {
	repository.Store
	writes int
}

func (r *refusing) CreateGame(context.Context, repository.NewGame) error { return r.write() }
func (r *refusing) Append(context.Context, repository.Append) error      { return r.write() }

func (r *refusing) write() error {
	r.writes++
	if r.writes%2 == 0 {
		return repository.ErrConflict
	}
	return nil
}

func TestMetrics_Store(t *testing.T) {
	m := metrics.New(sources())
	s := m.Store(&refusing{})
	events := make([]repository.Event, 3)
	for i := range 4 {
		var err error
		if i < 2 {
			err = s.CreateGame(t.Context(), repository.NewGame{Events: events})
		} else {
			err = s.Append(t.Context(), repository.Append{Events: events[:2]})
		}
		if i%2 == 1 != errors.Is(err, repository.ErrConflict) {
			t.Errorf("write %d: %v", i, err)
		}
	}
	has(t, read(t, m), "kast_games_created_total 1", "kast_events_total 5", "kast_commit_wait_seconds_count 4")
}
