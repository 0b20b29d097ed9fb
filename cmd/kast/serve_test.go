package main

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

func noEnv(string) string { return "" }

// client is a client as they should be: with a time-out, and connections of its own.
func client(t *testing.T) *http.Client {
	t.Helper()
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport, Timeout: time.Minute}
}

func TestServe(t *testing.T) {
	db := filepath.Join(t.TempDir(), "kast.db")
	s := startServer(t, db, "--log-format", "json")
	s.waitReady(t)
	for _, path := range []string{"/healthz", "/readyz", "/docs", "/openapi.json", "/.well-known/jwks.json"} {
		answer, err := client(t).Get(s.url + path)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", path, answer.Status)
		}
	}
	got := s.stop()
	if got.code != exitOK {
		t.Errorf("exit code %d: %s", got.code, got.err)
	}
	if want := "Kast listens on " + s.url + ": open it to play; the API is explained at " + s.url + "/docs\n"; got.out != want {
		t.Errorf("output %q, want %q", got.out, want)
	}
	for line := range strings.Lines(got.err) {
		if !strings.HasPrefix(line, "{") {
			t.Errorf("a log line that is no JSON: %s", line)
		}
	}
	contains(t, got.err, `"msg":"kast started"`, `"msg":"kast stops"`)
	if info, err := os.Stat(db); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the database: %v, %v", info, err)
	}
	// A clean stop leaves one file, so that it can be copied.
	if files, err := filepath.Glob(db + "-*"); err != nil || len(files) > 0 {
		t.Errorf("left behind: %v, %v", files, err)
	}
}

func TestServe_environment(t *testing.T) {
	db := filepath.Join(t.TempDir(), "env.db")
	env := map[string]string{"KAST_ADDR": "127.0.0.1:0", "KAST_DB": db, "KAST_LOG_LEVEL": "error"}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out, in := io.Pipe()
	var log syncBuffer
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"serve"}, func(name string) string { return env[name] }, in, &log)
		in.Close()
	}()
	first := make([]byte, 200)
	if n, err := out.Read(first); err != nil || !strings.HasPrefix(string(first[:n]), "Kast listens on http://127.0.0.1:") {
		t.Errorf("%q, %v", first[:n], err)
	}
	cancel()
	if _, err := io.Copy(io.Discard, out); err != nil {
		t.Error(err)
	}
	if code := <-ended; code != exitOK || log.String() != "" {
		t.Errorf("exit code %d, log %q", code, log.String())
	}
	if _, err := os.Stat(db); err != nil {
		t.Error(err)
	}
}

// The process itself stops on SIGTERM, as a service manager asks it to.
func TestServe_signal(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no SIGTERM there")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program := exec.CommandContext(t.Context(), self, "serve", "--addr", "127.0.0.1:0", "--log-level", "error")
	program.Env = append(os.Environ(), asProgram+"=1", "KAST_DB="+filepath.Join(t.TempDir(), "kast.db"))
	out, err := program.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 200)); err != nil {
		t.Error(err)
	}
	if err := program.Process.Signal(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	if err := program.Wait(); err != nil {
		t.Errorf("told to stop: %v", err)
	}
}

// Each of these ends at once, with one line that says what to do.
func TestServe_refusals(t *testing.T) {
	dir := t.TempDir()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	newer := filepath.Join(dir, "newer.db")
	startServer(t, newer).stop()
	db, err := sql.Open("sqlite", newer)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, 1)"); err != nil {
		t.Fatal(err)
	}
	db.Close()
	text := filepath.Join(dir, "text.db")
	if err := os.WriteFile(text, []byte("Dear diary, this is no database at all."), 0o600); err != nil {
		t.Fatal(err)
	}

	for _, c := range []struct {
		name, addr, db string
		says           []string
	}{
		{"a port in use", taken.Addr().String(), filepath.Join(dir, "unused.db"), []string{taken.Addr().String(), "--addr"}},
		{
			"a path that cannot be", "127.0.0.1:0", filepath.Join(dir, "no", "kast.db"),
			[]string{"cannot open the database " + filepath.Join(dir, "no", "kast.db")},
		},
		{"a directory", "127.0.0.1:0", dir, []string{"cannot open the database " + dir}},
		{"another file", "127.0.0.1:0", text, []string{"cannot open the database " + text, "not a database"}},
		{"a newer database", "127.0.0.1:0", newer, []string{newer + " was written by a newer version of Kast"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := kast(t, "serve", "--addr", c.addr, "--db", c.db)
			if got.code != exitFailed || got.out != "" {
				t.Errorf("exit code %d, output %q", got.code, got.out)
			}
			contains(t, got.err, c.says...)
			if strings.Count(got.err, "\n") != 1 {
				t.Errorf("not one line: %q", got.err)
			}
		})
	}
	if _, err := os.Stat(filepath.Join(dir, "unused.db")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a start that failed made a database: %v", err)
	}
}

func TestAddress(t *testing.T) {
	at := &net.TCPAddr{IP: net.IPv6zero, Port: 8123}
	for asked, want := range map[string]string{
		":8080":             "http://localhost:8123",
		":0":                "http://localhost:8123",
		"0.0.0.0:8080":      "http://localhost:8123",
		"[::]:8080":         "http://localhost:8123",
		"127.0.0.1:0":       "http://127.0.0.1:8123",
		"[::1]:0":           "http://[::1]:8123",
		"dice.example:http": "http://dice.example:8123",
	} {
		if got := "http://" + address(asked, at); got != want {
			t.Errorf("address(%q) = %s, want %s", asked, got, want)
		}
	}
}

// pipeListener hands out connections within the process, so that a test can have its own time.
type pipeListener struct {
	conns  chan net.Conn
	closed chan struct{}
}

func newPipeListener() *pipeListener {
	return &pipeListener{conns: make(chan net.Conn), closed: make(chan struct{})}
}

func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *pipeListener) Close() error   { close(l.closed); return nil }
func (l *pipeListener) Addr() net.Addr { return &net.TCPAddr{} }

func (l *pipeListener) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	select {
	case l.conns <- theirs:
		return ours, nil
	case <-l.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// A request that is under way when the server is told to stop is answered; one that goes on and on is cut off.
func TestServeHTTP_stop(t *testing.T) {
	for _, c := range []struct {
		name     string
		takes    time.Duration
		answered bool
		stops    time.Duration // after it was told to
	}{
		{"a request that ends", 3 * time.Second, true, 3 * time.Second},
		{"a request that does not", time.Hour, false, stopTime},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := newPipeListener()
				began := make(chan struct{})
				handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					close(began)
					select {
					case <-time.After(c.takes):
						w.WriteHeader(http.StatusOK)
					case <-r.Context().Done():
					}
				})
				ctx, cancel := context.WithCancel(t.Context())
				stopped := make(chan error, 1)
				go func() { stopped <- serveHTTP(ctx, l, handler, func() {}, slog.New(slog.DiscardHandler)) }()

				transport := &http.Transport{DialContext: l.dial}
				defer transport.CloseIdleConnections()
				answered := make(chan bool, 1)
				go func() {
					answer, err := (&http.Client{Transport: transport}).Get("http://kast/")
					if err == nil {
						answer.Body.Close()
					}
					answered <- err == nil && answer.StatusCode == http.StatusOK
				}()
				<-began
				told := time.Now()
				cancel()
				if err := <-stopped; err != nil {
					t.Error(err)
				}
				// Shutdown looks every half second whether all is done.
				if took := time.Since(told); took < c.stops || took > c.stops+time.Second {
					t.Errorf("stopped after %v, want %v", took, c.stops)
				}
				if got := <-answered; got != c.answered {
					t.Errorf("answered: %t, want %t", got, c.answered)
				}
				if _, err := l.dial(t.Context(), "", ""); err == nil {
					t.Error("a server that has stopped took a connection")
				}
			})
		})
	}
}
