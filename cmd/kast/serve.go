package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"

	"kast/api/auth"
	"kast/api/play"
	"kast/api/rest"
	"kast/api/web"
	"kast/repository"
	"kast/repository/sqlite"
)

// serveConfig is what the server can be told.
type serveConfig struct {
	addr      string
	db        string
	logFormat string // text, json
	logLevel  string // as slog names levels, in lower case
	webhook   webhookConfig
	// closeAfter is how long a running game without a clock may stand still; 0 for ever.
	closeAfter time.Duration
	// guestDays is after how many days without use a guest is removed; 0 for never.
	guestDays int
	// metricsAddr is an address for the metrics alone; empty for the main one, to this machine alone.
	metricsAddr string
	tls         tlsConfig
	connections connectionLimits
	getenv      func(string) string
	// api is what the API can be told; what it stands on is added.
	api rest.Options
}

func bindServe(f *flags) runner {
	addr := f.String("addr", ":8080", "`ADDRESS` to listen on, host:port; no host is all, port 0 any free one")
	db := f.database()
	format := f.choice("log-format", "text", "`FORM` of the log on standard error", "text", "json")
	closeAfter := f.Duration("close-after", defaultCloseAfter,
		"`TIME` after which a running game without a clock closes that nobody moves, as in 720h; 0 is never")
	level := f.choice("log-level", "info", "lowest `LEVEL` that is logged", "debug", "info", "warn", "error")
	limits := limitFlags(f)
	connections := connectionFlags(f)
	certificate := tlsFlags(f)
	guestDays := f.Int("guest-days", 0, "`NUMBER` of days after which a guest is removed that nobody uses; 0 is never")
	hook := f.String("webhook", "", "`URL` to tell of turns and ends; its secret is in "+webhookSecret)
	metricsAddr := f.String("metrics-addr", "", "`ADDRESS` for /metrics alone; without one this machine finds it at --addr")
	return func(ctx context.Context, std streams, _ string) error {
		if *closeAfter < 0 {
			return usageError{fmt.Sprintf("--close-after %v: it is less than 0", *closeAfter)}
		}
		const century = 36525
		if *guestDays < 0 || *guestDays > century {
			return usageError{fmt.Sprintf("--guest-days %d: it is not 0 to %d", *guestDays, century)}
		}
		c := serveConfig{
			addr: *addr, db: *db, logFormat: format.value, logLevel: level.value, closeAfter: *closeAfter,
			guestDays: *guestDays, metricsAddr: *metricsAddr,
			webhook: webhookConfig{url: *hook, secret: f.getenv(webhookSecret)}, getenv: f.getenv,
		}
		if err := errors.Join(checkAddress(ctx, "addr", c.addr), checkAddress(ctx, "metrics-addr", c.metricsAddr)); err != nil {
			return err
		}
		if err := limits(&c.api); err != nil {
			return err
		}
		var err error
		if c.tls, err = certificate(); err != nil {
			return err
		}
		if c.connections, err = connections(); err != nil {
			return err
		}
		return serve(ctx, std, c)
	}
}

// defaultCloseAfter is 30 days.
const defaultCloseAfter = 30 * 24 * time.Hour

// serve runs the server until ctx ends. Everything that the program consists of is put together here.
func serve(ctx context.Context, std streams, c serveConfig) (err error) {
	logger, err := newLogger(std.err, c.logFormat, c.logLevel)
	if err != nil {
		return err
	}
	sender, err := c.webhook.sender(logger)
	if err != nil {
		return err
	}
	// Listening comes first: a second start by mistake must not touch, let alone make, a database.
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", c.addr)
	if err != nil {
		return fmt.Errorf("%w; --addr chooses another address", err)
	}
	defer listener.Close() // the server closes it too; this is for what fails before
	most, known := openFiles()
	c.connections.warnOfFiles(most, known, logger)
	bounded := c.connections.over(listener, c.api.Proxies, logger)
	speaks, deaf, err := c.tls.listen(ctx, bounded, logger)
	if err != nil {
		return err
	}
	defer deaf()
	metricsAt, err := listenMetrics(ctx, c.metricsAddr, logger)
	if err != nil {
		return err
	}
	defer metricsAt.close()
	defer collectLess(c.getenv)()
	store, err := open(ctx, c.db, sqlite.Options{Logger: logger})
	if err != nil {
		return err
	}
	defer closing(store, &err)
	var games *play.Service
	counts := measured(store, func() *play.Service { return games }, bounded)
	games = play.New(counts.Store(store), play.Options{CheckName: auth.CheckName, Notify: sender.wake()})
	accounts, err := auth.New(ctx, store, auth.Options{})
	if err != nil {
		return err
	}
	stop := keepTime(ctx, games, store, c.closeAfter, logger)
	defer stop()
	sweeping, swept := context.WithCancel(ctx)
	var sweep sync.WaitGroup
	sweep.Go(func() { keepGuests(sweeping, accounts, store, time.Now, c.guestDays, logger) })
	defer sweep.Wait()
	defer swept()
	defer sender.run(ctx, store)()
	c.api.Play, c.api.Auth, c.api.Store, c.api.Logger, c.api.Version = games, accounts, store, logger, version()
	c.api.Observe, c.api.Page = counts.Request, web.New()
	handler := metricsAt.over(counts.Handler(), rest.New(c.api), logger)

	url := c.tls.scheme() + "://" + address(c.addr, listener.Addr())
	logger.Info("kast started", "version", version(), "address", listener.Addr().String(), "database", c.db)
	if _, err := fmt.Fprintf(std.out, "Kast listens on %s: open it to play; the API is explained at %s/docs\n", url, url); err != nil {
		return err
	}
	err = serveHTTP(ctx, speaks, handler, games.EndStreams, logger)
	stats := store.Stats()
	logger.Info("kast stopped", "commits", stats.Commits, "writes", stats.Writes)
	return err
}

// keepTime makes the tables of best play in the background, and then looks after the clocks of all games, closes those that
// nobody goes on with, and looks after what statistics need, until stop is called.
func keepTime(
	ctx context.Context, games *play.Service, store repository.Store, closeAfter time.Duration, logger *slog.Logger,
) (stop func()) {
	clocks := play.NewClocks(games, store, logger)
	clocks.Hold()
	running, cancel := context.WithCancel(context.WithoutCancel(ctx))
	var background sync.WaitGroup
	background.Go(func() { clocks.Keep(running) })
	background.Go(func() { play.NewBooks(games, logger).Keep(running) })
	background.Go(func() { play.NewCloser(games, store, closeAfter, logger).Keep(running) })
	return func() {
		cancel()
		games.Tables().Stop()
		background.Wait()
	}
}

// How long a client may take, and a request may be. A phone on a bad line gets along with these; a client that is slow
// on purpose does not hold a connection for long.
const (
	headerTime = 10 * time.Second
	readTime   = 30 * time.Second
	writeTime  = 60 * time.Second
	idleTime   = 2 * time.Minute
	// maxHeader is for heads of 16 KiB: with HTTP/1.1 net/http reads 4 KiB more than it is told.
	maxHeader = 16<<10 - 4<<10
	// maxCalls is how many calls may be under way over one connection, with HTTP/2.
	maxCalls = 100
	// stopTime is how long requests under way may go on once the server was told to stop.
	stopTime = 10 * time.Second
)

// serveHTTP answers requests until ctx ends. Then it takes no new ones and finishes those under way, for stopTime at
// most; endStreams ends those that would go on for ever.
func serveHTTP(ctx context.Context, listener net.Listener, handler http.Handler, endStreams func(), logger *slog.Logger) error {
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: headerTime,
		ReadTimeout:       readTime,
		WriteTimeout:      writeTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    maxHeader,
		HTTP2:             &http.HTTP2Config{MaxConcurrentStreams: maxCalls},
		ErrorLog:          slog.NewLogLogger(logger.Handler(), slog.LevelWarn),
	}
	server.RegisterOnShutdown(endStreams)
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	logger.Info("kast stops")
	bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTime)
	defer cancel()
	err := server.Shutdown(bounded)
	if errors.Is(err, context.DeadlineExceeded) {
		logger.Warn("requests under way were cut off")
		err = server.Close()
	}
	return err
}

// newLogger makes the log of the server.
func newLogger(w io.Writer, format, level string) (*slog.Logger, error) {
	var o slog.HandlerOptions
	var l slog.Level
	if err := l.UnmarshalText([]byte(level)); err != nil {
		return nil, err
	}
	o.Level = l
	if format == "json" {
		return slog.New(slog.NewJSONHandler(w, &o)), nil
	}
	return slog.New(slog.NewTextHandler(w, &o)), nil
}

// checkAddress tells whether a flag has an address that one could listen at, or none. A usageError.
func checkAddress(ctx context.Context, flag, addr string) error {
	if addr == "" {
		return nil
	}
	_, port, err := net.SplitHostPort(addr)
	if err == nil {
		_, err = net.DefaultResolver.LookupPort(ctx, "tcp", port)
	}
	if err != nil {
		return usageError{fmt.Sprintf("--%s %s: it is no address, as 127.0.0.1:8080 or :8080 is", flag, addr)}
	}
	return nil
}

// address is where a browser on this machine finds the server: the port is the real one, also where any was asked for.
func address(asked string, real net.Addr) string {
	host, _, err := net.SplitHostPort(asked)
	if ip := net.ParseIP(host); err != nil || host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	port := 0
	if tcp, ok := real.(*net.TCPAddr); ok {
		port = tcp.Port
	}
	return net.JoinHostPort(host, strconv.Itoa(port))
}
