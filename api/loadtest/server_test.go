package loadtest

import (
	"bytes"
	"log/slog"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"testing"

	"kast/api/auth"
	"kast/api/play"
	"kast/api/rest"
	"kast/repository/sqlite"
)

// server is the real thing, but for the command around it.
type server struct {
	url  string
	path string // of the database
	log  *faultLog
	play *play.Service
	auth *auth.Service
	stop func()
}

func newServer(t *testing.T) *server {
	t.Helper()
	s := &server{path: filepath.Join(t.TempDir(), "kast.db"), log: &faultLog{}}
	logger := slog.New(slog.NewTextHandler(s.log, nil))
	db, err := sqlite.Open(t.Context(), s.path, sqlite.Options{Logger: logger})
	if err != nil {
		t.Fatal(err)
	}
	accounts, err := auth.New(t.Context(), db, auth.Options{})
	if err != nil {
		t.Fatal(err)
	}
	games := play.New(db, play.Options{CheckName: auth.CheckName})
	handler := rest.New(rest.Options{Play: games, Auth: accounts, Store: db, Logger: logger, Version: "test", Unlimited: true})
	web := httptest.NewUnstartedServer(handler)
	web.Config.ErrorLog = slog.NewLogLogger(logger.Handler(), slog.LevelWarn)
	web.Start()
	s.url, s.play, s.auth = web.URL, games, accounts
	s.stop = sync.OnceFunc(func() {
		games.EndStreams()
		web.Close()
		if err := db.Close(); err != nil {
			t.Errorf("close the database: %v", err)
		}
	})
	t.Cleanup(s.stop)
	return s
}

// faultLog is the server's log, of which it keeps the lines that tell of a fault.
type faultLog struct {
	mu     sync.Mutex
	faults bytes.Buffer
	count  int
}

// Write takes one line.
func (l *faultLog) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if bytes.Contains(line, []byte("level=INFO")) && !bytes.Contains(line, []byte("locked")) {
		return len(line), nil
	}
	if l.count++; l.count <= maxShown {
		l.faults.Write(line)
	}
	return len(line), nil
}

// maxShown bounds how many faults of a kind are shown.
const maxShown = 20
