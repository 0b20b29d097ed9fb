package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// kastIn runs a command that reads its standard input.
func kastIn(t *testing.T, in string, args ...string) outcome {
	t.Helper()
	var out, errOut bytes.Buffer
	code := runWith(t.Context(), args, noEnv, streams{in: strings.NewReader(in), out: &out, err: &errOut})
	return outcome{code: code, out: out.String(), err: errOut.String()}
}

// signIn tries a password.
func (s server) signIn(t *testing.T, username, password string) reply {
	t.Helper()
	return s.call(t, "POST", "/v1/tokens", `{"username":"`+username+`","password":"`+password+`"}`)
}

// TestPasswd: while the server runs, the operator gives a new password; what was signed in is no more.
func TestPasswd(t *testing.T) {
	db := filepath.Join(t.TempDir(), "kast.db")
	s := startServer(t, db)
	token := s.call(t, "POST", "/v1/accounts", `{"username":"Ada","password":"correct horse"}`).token(t)
	me := func() int { return s.call(t, "GET", "/v1/me", "", "Authorization", "Bearer "+token).status }
	if got := me(); got != http.StatusOK {
		t.Fatalf("before: %d", got)
	}
	got := kastIn(t, "battery staple\r\nand more\n", "passwd", "--db", db, "ada")
	if got.code != exitOK || got.out != "Ada has a new password, and is signed out everywhere\n" {
		t.Fatalf("got %+v", got)
	}
	// The server, for which another process did that, looks every quarter of a second.
	for deadline := time.Now().Add(time.Minute); me() != http.StatusUnauthorized; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the old sign-in goes on")
		}
	}
	if got := s.signIn(t, "Ada", "correct horse"); got.status != http.StatusUnauthorized {
		t.Errorf("the old password: %d", got.status)
	}
	if got := s.signIn(t, "Ada", "battery staple"); got.status != http.StatusOK {
		t.Errorf("the new password: %d %s", got.status, got.body)
	}
	if log := s.stop().err; strings.Contains(log, "battery") {
		t.Errorf("the log shows the password: %s", log)
	}

	for in, says := range map[string]string{"short\n": "the password is too short: it must have 8 to 128 characters", "": "there is none", "\n": "there is none"} {
		if got := kastIn(t, in, "passwd", "--db", db, "Ada"); got.code == exitOK || !strings.Contains(got.err, says) {
			t.Errorf("%q: got %+v", in, got)
		}
	}
	// Nobody is asked for a password in vain.
	if got := kastIn(t, "", "passwd", "--db", db, "Bo"); got.code != exitFailed || !strings.Contains(got.err, `nobody has the username "Bo"`) {
		t.Errorf("nobody: got %+v", got)
	}
	if got := kastIn(t, "battery staple", "passwd", "--db", db+"x", "Ada"); got.code != exitFailed || !strings.Contains(got.err, "there is no database") {
		t.Errorf("no database: got %+v", got)
	}
}

// TestAccount: where nobody may register, the operator makes the accounts.
func TestAccount(t *testing.T) {
	db := filepath.Join(t.TempDir(), "kast.db")
	s := startServer(t, db, "--registration", "closed")
	for _, body := range []string{"{}", `{"username":"Eve","password":"correct horse"}`} {
		if got := s.call(t, "POST", "/v1/accounts", body); got.status != http.StatusForbidden || !strings.Contains(got.body, `"registrationClosed"`) {
			t.Errorf("%s: got %d %s", body, got.status, got.body)
		}
	}
	if got := kastIn(t, "correct horse", "account", "--db", db, "Ada"); got.code != exitOK || got.out != "Ada can sign in now\n" {
		t.Fatalf("got %+v", got)
	}
	if got := s.signIn(t, "ada", "correct horse"); got.status != http.StatusOK {
		t.Errorf("got %d %s", got.status, got.body)
	}
	if got := kastIn(t, "", "account", "--db", db, "ADA"); got.code != exitFailed || !strings.Contains(got.err, "already") {
		t.Errorf("again: %+v", got)
	}
	if got := kastIn(t, "", "account", "--db", db, "\u200b"); got.code != exitFailed || !strings.Contains(got.err, "the username") {
		t.Errorf("a name that cannot be seen: %+v", got)
	}
}

// dialogue is a terminal at which somebody types.
type dialogue struct {
	io.Reader
	shown bytes.Buffer
}

func (d *dialogue) Write(p []byte) (int, error) { return d.shown.Write(p) }

// TestReadTwice: what is typed is not shown, and ctrl-C, or ctrl-D on an empty line, ends it with nothing done.
func TestReadTwice(t *testing.T) {
	for _, c := range []struct{ keys, want, says string }{
		{"correct horse\rcorrect horse\r", "correct horse", ""},
		{"correkt\x7f\x7fct horse\rcorrect horse\r", "correct horse", ""},
		{"rätt häst\rrätt häst\r", "rätt häst", ""},
		{"correct horse\rcorrect house\r", "", "the two are not the same; nothing was changed"},
		{"corr\x03", "", "nothing was changed"},
		{"\x04", "", "nothing was changed"},
		{"correct horse\r\x04", "", "nothing was changed"},
		{"", "", "nothing was changed"}, // the terminal is gone
	} {
		d := &dialogue{Reader: strings.NewReader(c.keys)}
		got, err := readTwice(d)
		if got != c.want || (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: got %q, %v", c.keys, got, err)
		}
		contains(t, d.shown.String(), "New password: ")
		notContains(t, d.shown.String(), "horse")
	}
}

// Whoever interrupts it while it waits for the password reads that nothing has happened.
func TestPasswd_interrupted(t *testing.T) {
	w := newWorld(t)
	ctx, cancel := context.WithCancel(t.Context())
	in, _ := io.Pipe() // nobody writes
	var out, log bytes.Buffer
	ended := make(chan int, 1)
	asked := readerFunc(func(p []byte) (int, error) {
		cancel()
		return in.Read(p)
	})
	go func() {
		ended <- runWith(ctx, []string{"account", "--db", w.path, "Ada"}, noEnv, streams{in: asked, out: &out, err: &log})
	}()
	if code := <-ended; code != exitFailed || out.Len() > 0 || log.String() != "kast account: nothing was changed\n" {
		t.Errorf("exit code %d, %q, %q", code, out.String(), log.String())
	}
	if got := kastIn(t, "correct horse", "account", "--db", w.path, "Ada"); got.code != exitOK {
		t.Errorf("afterwards: %+v", got)
	}
}

// readerFunc is an io.Reader.
type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }
