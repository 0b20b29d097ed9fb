package main

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"kast/api/play"
	"kast/api/rest"
)

// calling is a listener to which the test's callers come.
type calling struct{ calls chan net.Conn }

func (l calling) Accept() (net.Conn, error) {
	conn, open := <-l.calls
	if !open {
		return nil, net.ErrClosed
	}
	return conn, nil
}
func (l calling) Close() error   { return nil }
func (l calling) Addr() net.Addr { return &net.TCPAddr{} }

// caller is a connection from an address.
type caller struct {
	net.Conn
	from   string
	closed bool
}

func (c *caller) RemoteAddr() net.Addr {
	return net.TCPAddrFromAddrPort(netip.MustParseAddrPort(c.from))
}
func (c *caller) Close() error { c.closed = true; return nil }

func TestConnections(t *testing.T) {
	var log syncBuffer
	calls := make(chan net.Conn, 100)
	l := connectionLimits{all: 6, address: 2}.over(
		calling{calls}, []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}, slog.New(slog.NewTextHandler(&log, nil)))
	open := map[string]net.Conn{}
	come := func(from string, wanted bool) {
		t.Helper()
		c := &caller{from: from}
		calls <- c
		end := &caller{from: "127.0.0.1:9"} // so that Accept comes back
		if !wanted {
			calls <- end
		}
		got, err := l.Accept()
		if err != nil || wanted != !c.closed || got.(*connection).Conn == net.Conn(c) != wanted {
			t.Errorf("%s: closed %t, want %t, %v", from, c.closed, !wanted, err)
		}
		if !wanted {
			got.Close()
		}
		open[from] = got
	}
	come("192.0.2.1:1", true)
	come("192.0.2.1:2", true)
	come("192.0.2.1:3", false)
	come("[2001:db8::1]:1", true)
	come("[2001:db8::2]:1", true)
	come("[2001:db8::3]:1", false) // the same network
	open["192.0.2.1:1"].Close()
	open["192.0.2.1:1"].Close() // gives one place, not two
	come("192.0.2.1:4", true)
	come("192.0.2.1:5", false)
	open["192.0.2.1:4"].Close()
	come("10.1.2.3:1", true)
	come("10.1.2.3:2", true)
	come("10.1.2.3:3", true)
	calls <- &caller{from: "10.1.2.3:4"} // a proxy too has no more than there are in all
	close(calls)
	if _, err := l.Accept(); !errors.Is(err, net.ErrClosed) || l.places.Taken() != 6 {
		t.Errorf("%d are open, %v", l.places.Taken(), err)
	}
	if got := strings.Count(log.String(), "connections are refused"); got != 1 || !strings.Contains(log.String(), "from=192.0.2.1") {
		t.Errorf("the log says it %d times: %s", got, log.String())
	}
}

// Whoever holds connections open keeps others out only until they end. Metrics tell of it.
func TestServe_connections(t *testing.T) {
	s := startServer(t, filepath.Join(t.TempDir(), "kast.db"), "--max-connections", "3", "--metrics-addr", "127.0.0.1:0")
	at := strings.TrimPrefix(s.url, "http://")
	var held []net.Conn
	for range 3 {
		c, err := net.Dial("tcp", at)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		// Answered, it is open for sure.
		if _, err := io.WriteString(c, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Read(make([]byte, 15)); err != nil {
			t.Fatal(err)
		}
		held = append(held, c)
	}
	get := func() error {
		one := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: time.Minute}
		a, err := one.Get(s.url + "/healthz")
		if err == nil {
			a.Body.Close()
		}
		return err
	}
	if get() == nil {
		t.Error("a fourth connection is served")
	}
	held[0].Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for get() != nil {
		if ctx.Err() != nil {
			t.Fatal("no room after one has ended")
		}
	}
	contains(t, s.log(), "connections are refused")
}

func TestConnectionLimits_files(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		all   int
		most  uint64
		known bool
		warns bool
	}{{10_000, 1024, true, true}, {10_000, 10_099, true, true}, {10_000, 10_100, true, false}, {10_000, 0, false, false}, {0, 1024, true, false}} {
		var log syncBuffer
		logger, err := newLogger(&log, "text", "info")
		if err != nil {
			t.Fatal(err)
		}
		connectionLimits{all: c.all}.warnOfFiles(c.most, c.known, logger)
		if warned := strings.Contains(log.String(), "level=WARN"); warned != c.warns {
			t.Errorf("%d connections, %d files (%v): %q", c.all, c.most, c.known, log.String())
		}
	}
}

// TestServeHTTP_slow: whoever is slow on purpose is cut off, with the head, with the body, in the handshake, and with nothing at all;
// and heads have a size.
func TestServeHTTP_slow(t *testing.T) {
	type try struct {
		what  string
		says  []string // a second apart, the last one again and again
		tls   bool
		least time.Duration // until it is cut off
		most  time.Duration
		gets  string // at the beginning of the answer
	}
	const body = "POST /v1/accounts HTTP/1.1\r\nHost: kast\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"
	long := strings.Repeat("x", 32<<10)
	head := func(bytes int) string { // of a whole request
		const before, after = "GET /healthz HTTP/1.1\r\nHost: kast\r\nX: ", "\r\n\r\n"
		return before + strings.Repeat("x", bytes-len(before)-len(after)) + after
	}
	for _, try := range []try{
		{"no word", []string{""}, false, headerTime, headerTime + time.Second, ""},
		{"a slow head", []string{"GET /healthz HTTP/1.1\r\nHost: kast\r\n", "X: y\r\n"}, false, headerTime, headerTime + time.Second, ""},
		{"a slow body", []string{body, " "}, false, readTime, readTime + 2*time.Second, "HTTP/1.1 400"},
		{"no word of TLS", []string{""}, true, headerTime, headerTime + time.Second, ""},
		{"a head of 16 KiB", []string{head(16 << 10), ""}, false, idleTime, idleTime + time.Second, "HTTP/1.1 200"},
		{"a head of more", []string{head(16<<10 + 1), ""}, false, 0, 2 * time.Second, "HTTP/1.1 431"},
		{"a long header", []string{"GET /healthz HTTP/1.1\r\nHost: kast\r\nX: " + long + "\r\n\r\n", ""}, false, 0, 2 * time.Second, "HTTP/1.1 431"},
		{"a long address", []string{"GET /v1/games?cursor=" + long + " HTTP/1.1\r\nHost: kast\r\n\r\n", ""}, false, 0, 2 * time.Second, "HTTP/1.1 431"},
		{"many headers", []string{"GET /healthz HTTP/1.1\r\nHost: kast\r\n" + strings.Repeat("X: y\r\n", 4000) + "\r\n", ""}, false, 0, 2 * time.Second, "HTTP/1.1 431"},
		{"nothing after an answer", []string{"GET /healthz HTTP/1.1\r\nHost: kast\r\n\r\n", ""}, false, idleTime, idleTime + time.Second, "HTTP/1.1 200"},
	} {
		synctest.Test(t, func(t *testing.T) {
			pipes := newPipeListener()
			listener := net.Listener(pipes)
			if try.tls {
				listener = tls.NewListener(pipes, &tls.Config{GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return nil, errors.New("none") }})
			}
			ctx, cancel := context.WithCancel(t.Context())
			stopped := make(chan error, 1)
			games := play.New(nil, play.Options{})
			go func() {
				stopped <- serveHTTP(ctx, listener, rest.New(rest.Options{Play: games}), func() {}, slog.New(slog.DiscardHandler))
			}()
			c, err := pipes.dial(ctx, "", "")
			if err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			go func() {
				for i := 0; ctx.Err() == nil; i++ {
					if say := try.says[min(i, len(try.says)-1)]; say != "" {
						if _, err := io.WriteString(c, say); err != nil {
							return
						}
					}
					select {
					case <-time.After(time.Second):
					case <-ctx.Done():
					}
				}
			}()
			got, _ := io.ReadAll(c) // until it is cut off
			if took := time.Since(began); took < try.least || took > try.most || !strings.HasPrefix(string(got), try.gets) {
				t.Errorf("%s: cut off after %v with %.60q, want %v to %v and %q", try.what, took, got, try.least, try.most, try.gets)
			}
			c.Close()
			cancel()
			if err := <-stopped; err != nil {
				t.Error(err)
			}
		})
	}
}
