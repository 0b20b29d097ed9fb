package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"time"

	"kast/api/metrics"
	"kast/api/play"
	"kast/repository/sqlite"
)

// metricsPath is where the metrics are.
const metricsPath = "/metrics"

// measured returns the metrics of a server. What plays stands on what counts, so games is asked only when they are read.
func measured(db *sqlite.DB, games func() *play.Service, calls *connections) *metrics.Metrics {
	return metrics.New(metrics.Sources{
		Version: version(),
		Writes: func() (commits, writes uint64) {
			s := db.Stats()
			return s.Commits, s.Writes
		},
		Size:        db.Size,
		Connections: func() (open int, refused uint64) { return calls.places.Taken(), calls.refused.Load() },
		Streams:     func() int { return games().Streams() },
		Ready:       func() bool { return games().Tables().Ready() },
		Lag:         func(ctx context.Context) (time.Duration, error) { return games().ClockLag(ctx) },
	})
}

// toLoopback serves the metrics to callers on this machine, and everything else by next. What counts is the connection; and
// whatever came by a proxy, as its header fields tell, was asked for by somebody elsewhere.
func toLoopback(m http.Handler, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == metricsPath && isLoopback(r) {
			m.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func isLoopback(r *http.Request) bool {
	for _, field := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip", "Via"} {
		if r.Header.Get(field) != "" {
			return false
		}
	}
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && at.Addr().Unmap().IsLoopback()
}

// metricsServer serves the metrics at an address of their own.
type metricsServer struct {
	server   *http.Server
	listener net.Listener
}

// listenMetrics listens at an address, nil for none.
func listenMetrics(ctx context.Context, addr string, logger *slog.Logger) (*metricsServer, error) {
	if addr == "" {
		return nil, nil
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("%w; --metrics-addr chooses another address", err)
	}
	logger.Info("metrics", "address", listener.Addr().String())
	return &metricsServer{listener: listener, server: &http.Server{
		ReadHeaderTimeout: headerTime, ReadTimeout: readTime, WriteTimeout: writeTime, IdleTimeout: idleTime, MaxHeaderBytes: maxHeader,
		ErrorLog: slog.NewLogLogger(logger.Handler(), slog.LevelWarn),
	}}, nil
}

// over returns the handler of the main address, and serves the metrics where they are to be.
func (s *metricsServer) over(m, next http.Handler, logger *slog.Logger) http.Handler {
	if s == nil {
		return toLoopback(m, next)
	}
	mux := http.NewServeMux()
	mux.Handle("GET "+metricsPath, m)
	s.server.Handler = mux
	go func() {
		if err := s.server.Serve(s.listener); !errors.Is(err, http.ErrServerClosed) {
			logger.Error("metrics are not served any more", "error", err)
		}
	}()
	return next
}

// close ends the server, if there is one.
func (s *metricsServer) close() {
	if s != nil {
		_ = s.server.Close() // nobody needs to know
		_ = s.listener.Close()
	}
}
