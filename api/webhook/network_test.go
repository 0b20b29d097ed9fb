package webhook_test

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kast/api/webhook"
)

// startReal runs a sender over the network.
func (w *world) startReal(address string) {
	w.Helper()
	s := webhook.New(target(w.T, address), webhook.Options{Logger: slog.New(slog.NewTextHandler(&w.log, nil))})
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { s.Run(ctx, w.db) })
	w.Cleanup(func() {
		cancel()
		running.Wait()
		secretsIn(w.T, w.log.String())
	})
}

// until waits for a condition, for half a minute at most.
func (w *world) until(what string, holds func() bool) {
	w.Helper()
	for end := time.Now().Add(30 * time.Second); !holds(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			w.Fatalf("never: %s; log:\n%s", what, w.log.String())
		}
	}
}

// Over real connections: the address with all its parts is the receiver's, and notices share connections.
func TestNetwork(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var connections atomic.Int32
	receiver := httptest.NewUnstartedServer(http.HandlerFunc(func(to http.ResponseWriter, r *http.Request) {
		if name, password, ok := r.BasicAuth(); !ok || name != "anna" || password != "pass-word" ||
			r.URL.String() != "/hook/pathtoken?key=querytoken" || r.ContentLength <= 0 {
			t.Errorf("%s %s, %v, %d bytes", name, r.URL, ok, r.ContentLength)
		}
		w.receive(to, r)
	}))
	receiver.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections.Add(1)
		}
	}
	receiver.Start()
	defer receiver.Close()
	w.startReal(strings.Replace(receiver.URL, "http://", "http://anna:pass-word@", 1) + "/hook/pathtoken?key=querytoken#fragment")
	const many = 30
	for range many {
		w.moves(1, w.notice(0))
	}
	w.until("all delivered", func() bool { return len(w.requests()) == many && w.left() == 0 })
	if n := connections.Load(); n > 8 {
		t.Errorf("%d connections", n)
	}
}

// An answer without end takes no memory, and its status is what counts.
func TestNetwork_endlessAnswer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var written atomic.Int64
	receiver := httptest.NewServer(http.HandlerFunc(func(to http.ResponseWriter, _ *http.Request) {
		for block := make([]byte, 32<<10); ; {
			n, err := to.Write(block)
			written.Add(int64(n))
			if err != nil {
				return
			}
		}
	}))
	defer receiver.Close()
	w.startReal(receiver.URL)
	w.moves(1, w.notice(0))
	w.until("delivered", func() bool { return written.Load() > 0 && w.left() == 0 })
	receiver.Close() // waits until the answer was broken off
	if n := written.Load(); n > 64<<20 {
		t.Errorf("%d bytes were taken", n)
	}
}

// A receiver that nobody vouches for gets nothing, and the log says why.
func TestNetwork_certificate(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	receiver := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("it was sent") }))
	receiver.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	receiver.StartTLS()
	defer receiver.Close()
	w.startReal(receiver.URL + "/hook/pathtoken?key=querytoken")
	w.moves(1, w.notice(0))
	w.until("refused", func() bool { return strings.Contains(w.log.String(), "certificate") })
}

// What a receiver says that is no HTTP may be what it was sent, so nobody repeats it.
func TestNetwork_echo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var serving sync.WaitGroup
	serving.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			first, _ := bufio.NewReader(c).ReadString('\n')
			fmt.Fprint(c, first)
			c.Close()
		}
	})
	defer serving.Wait()
	defer l.Close()
	w.startReal("http://anna:pass-word@" + l.Addr().String() + "/hook/pathtoken?key=querytoken")
	w.moves(1, w.notice(0))
	w.until("refused", func() bool { return strings.Contains(w.log.String(), "webhook fails") })
}

// Nobody listens: the log says that, and where.
func TestNetwork_refused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := l.Addr().String()
	l.Close()
	w.startReal("http://anna:pass-word@" + at + "/hook/pathtoken?key=querytoken")
	w.moves(1, w.notice(0))
	w.until("refused", func() bool { return strings.Contains(w.log.String(), "webhook fails") })
	if !strings.Contains(w.log.String(), at) || w.left() != 1 {
		t.Errorf("log:\n%s", w.log.String())
	}
}
