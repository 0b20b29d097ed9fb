// Package metrics counts what the server does, in the form that Prometheus reads.
//
// No label has a value that a caller can choose: routes are the patterns that the server knows, and whatever else is asked for
// is one route.
package metrics

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Sources are asked each time that the metrics are read. All are needed, and safe for concurrent use.
type Sources struct {
	Version string
	// Writes tells how many transactions were committed, and how many writes were in all of them.
	Writes func() (commits, writes uint64)
	// Size tells how many bytes the database and its write-ahead log take.
	Size func() (file, wal int64)
	// Connections tells how many connections there are, and how many were refused, since there were enough.
	Connections func() (open int, refused uint64)
	// Streams tells how many streams and waiting reads there are.
	Streams func() int
	// Ready tells whether best play is worked out.
	Ready func() bool
	// Lag tells for how long the time of a turn has been up that is not over yet, of the turn of which it is longest.
	Lag func(ctx context.Context) (time.Duration, error)
}

// Metrics are the metrics of one server.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec
	commit   prometheus.Histogram
	games    prometheus.Counter
	events   prometheus.Counter
}

// New returns metrics with nothing counted.
func New(from Sources) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "kast_http_request_duration_seconds", Help: "From when a request arrived until it was answered. Streams and waiting reads last as long as they are followed.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}, []string{"method", "route", "status"}),
		commit: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "kast_commit_wait_seconds", Help: "From when events were handed to the writer until they were on the disk, or refused.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5},
		}),
		games:  prometheus.NewCounter(prometheus.CounterOpts{Name: "kast_games_created_total", Help: "Games that were made or uploaded."}),
		events: prometheus.NewCounter(prometheus.CounterOpts{Name: "kast_events_total", Help: "Events that were written: moves of people, computers and clocks, and what they caused."}),
	}
	m.registry.MustRegister(
		m.requests, m.commit, m.games, m.events,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	m.ask(from)
	return m
}

// lagTimeout bounds how long the store may take for a reading of the clocks.
const lagTimeout = 2 * time.Second

// ask registers what is asked for when the metrics are read.
func (m *Metrics) ask(from Sources) {
	counter := func(name, help string, read func() float64) {
		m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, read))
	}
	gauge := func(name, help string, read func() float64) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, read))
	}
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "kast_build_info", Help: "1, with the version.", ConstLabels: prometheus.Labels{"version": from.Version},
	}, func() float64 { return 1 }))
	counter("kast_commits_total", "Transactions that were committed.", func() float64 { commits, _ := from.Writes(); return float64(commits) })
	counter("kast_writes_total", "Writes in these transactions; by their number they give the size of a batch.", func() float64 {
		_, writes := from.Writes()
		return float64(writes)
	})
	gauge("kast_database_bytes", "Size of the database file.", func() float64 { file, _ := from.Size(); return float64(file) })
	gauge("kast_wal_bytes", "Size of the write-ahead log.", func() float64 { _, wal := from.Size(); return float64(wal) })
	gauge("kast_connections", "Connections that are open.", func() float64 { open, _ := from.Connections(); return float64(open) })
	counter("kast_connections_refused_total", "Connections that were closed at once, since there were enough.", func() float64 {
		_, refused := from.Connections()
		return float64(refused)
	})
	gauge("kast_streams", "Streams and waiting reads under way.", func() float64 { return float64(from.Streams()) })
	gauge("kast_best_play_ready", "1 once best play is worked out.", func() float64 {
		if from.Ready() {
			return 1
		}
		return 0
	})
	gauge("kast_clock_lag_seconds", "For how long the time of a turn has been up that is not over yet: below 2 when clocks are kept; -1 when the store does not tell.", func() float64 {
		ctx, cancel := context.WithTimeout(context.Background(), lagTimeout)
		defer cancel()
		lag, err := from.Lag(ctx)
		if err != nil {
			return -1
		}
		return lag.Seconds()
	})
}

// Request counts a request that was answered. route is the pattern that it matched, empty for none.
func (m *Metrics) Request(method, route string, status int, took time.Duration) {
	if route == "" {
		route, method = "none", "any"
	}
	m.requests.WithLabelValues(method, route, strconv.Itoa(status/100)+"xx").Observe(took.Seconds())
}

// Handler serves the metrics, whatever the path.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4})
}
