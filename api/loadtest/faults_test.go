package loadtest

import (
	"database/sql"
	"errors"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"
)

// stage is a server with a game of two under way, to which something happens.
type stage struct {
	*party
	c    *command
	p    *process
	game game // as it was acknowledged
}

func newStage(t *testing.T, c *command) *stage {
	t.Helper()
	s := &stage{c: c, party: &party{
		siege: newSiege(t, 5*time.Minute), rand: rand.New(rand.NewPCG(3, 0)), by: map[string]person{},
	}}
	s.restart()
	host, guest := s.register("Host"), s.register("Guest")
	s.by[host.account], s.by[guest.account] = host, guest
	s.game = s.open(host, guest, 1)
	return s
}

func (s *stage) restart() {
	s.t.Helper()
	s.p = s.c.start(s.t)
	s.listens(s.p.url)
}

// turn is a move of whoever is on turn, to be sent as often as one likes.
type turnCall struct {
	who person
	call
}

func (s *stage) turn() turnCall {
	s.t.Helper()
	if s.game.over() {
		s.t.Fatal("the game is over before the test is")
	}
	m := s.game.next(s.rand)
	m.body["id"] = uuid.NewString()
	return turnCall{s.by[s.game.mover()], call{kind: m.kind, method: "POST", path: s.game.path(m.path), body: m.body}}
}

// send makes a call once.
func (s *stage) send(who person, q call) answer {
	s.t.Helper()
	url, _ := s.server()
	a := answer{call: q}
	if err := roundTrip(s.http, url, who.token, q, &a); err != nil {
		s.t.Fatalf("%s %s: %v, log:\n%s", q.method, q.path, err, s.c.logged(s.t))
	}
	return a
}

// plays makes moves that must be carried out.
func (s *stage) plays(moves int) {
	s.t.Helper()
	for range moves {
		s.goesOn(s.turn())
	}
}

// goesOn makes a move that must be carried out; another attempt may have done so.
func (s *stage) goesOn(m turnCall) { s.t.Helper(); s.game = s.change(m.who, m.call) }

// refuses makes a move that the server cannot store. It must say so, and go on to show what it has acknowledged.
func (s *stage) refuses() turnCall {
	s.t.Helper()
	m := s.turn()
	// The server looks with a write of one page whether it can write again. For so little there may be room a few times
	// more.
	for try := 1; ; try++ {
		if a := s.send(m.who, m.call); a.status != http.StatusServiceUnavailable || a.outcome() != "unavailable" {
			s.t.Fatalf("%d %s, want 503 unavailable", a.status, a.body)
		}
		a := s.send(m.who, call{method: "GET", path: "/readyz"})
		if a.status == http.StatusServiceUnavailable && strings.Contains(string(a.body), `"unavailable"`) {
			break
		}
		if try == 20 {
			s.t.Fatalf("readyz: %d %s", a.status, a.body)
		}
	}
	s.shows()
	return m
}

// shows looks whether the game is as it was acknowledged.
func (s *stage) shows() {
	s.t.Helper()
	for _, who := range s.by {
		if g := want[game](s.siege, s.send(who, call{method: "GET", path: s.game.path("")}), http.StatusOK); g.Head != s.game.Head {
			s.t.Errorf("the game is shown at event %d, and %d was acknowledged", g.Seq, s.game.Seq)
		}
	}
}

// recovers waits until the server says that it can play again, and makes the move that was refused.
func (s *stage) recovers(m turnCall) {
	s.t.Helper()
	s.ready()
	s.goesOn(m)
	s.plays(5)
	s.shows()
}

func (s *stage) ready() {
	s.t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		a := s.send(person{}, call{method: "GET", path: "/readyz"})
		if !strings.Contains(string(a.body), `"unavailable"`) { // but perhaps still at work on best play, which nobody needs here
			return
		}
		if time.Now().After(end) {
			s.t.Fatalf("not ready: %s\n%s", a.body, s.c.logged(s.t))
		}
	}
}

// ends ends the server, and looks whether the file holds what was acknowledged and nothing else.
func (s *stage) ends() {
	s.t.Helper()
	s.p.stop()
	clean(s.t, s.c.db)
	s.ledger.verify(s.t, s.c.db)
	s.noPanic()
}

func (s *stage) noPanic() {
	s.t.Helper()
	if log := s.c.logged(s.t); strings.Contains(log, "panic") || strings.Contains(log, "goroutine ") {
		s.t.Errorf("the server panicked:\n%s", log)
	}
}

// refusesToStart starts a server that cannot use its file. It must say so in a line that names the file, and end.
func (c *command) refusesToStart(t *testing.T, says ...string) {
	t.Helper()
	before := len(c.logged(t))
	p, listens := c.begin(t)
	if err := <-listens; err == nil {
		t.Errorf("the server listens")
		return
	}
	<-p.ended
	log := c.logged(t)[before:]
	if p.cmd.ProcessState.ExitCode() != 1 || !strings.Contains(log, "kast serve: cannot open the database "+c.db+": ") {
		t.Errorf("the server ended with %v: %s", p.cmd.ProcessState, log)
	}
	for _, part := range says {
		if !strings.Contains(log, part) {
			t.Errorf("%q is not in %s", part, log)
		}
	}
}

// smallDisk mounts a file system of its own, which only root may.
func smallDisk(t *testing.T, bytes int) string {
	t.Helper()
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size="+strconv.Itoa(bytes), "kast-test", dir).CombinedOutput(); err != nil {
		t.Skipf("no file system of its own: %v %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", dir).CombinedOutput(); err != nil {
			t.Errorf("umount: %v %s", err, out)
		}
	})
	return dir
}

// A full disk stops the moves and nothing else, and they go on as soon as there is room.
func TestFaults_fullDisk(t *testing.T) {
	dir := smallDisk(t, 8<<20)
	s := newStage(t, newCommand(t, filepath.Join(dir, "kast.db")))
	s.plays(10)
	rest := filepath.Join(dir, "rest")
	fill := func() {
		t.Helper()
		f, err := os.Create(rest)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for part := make([]byte, 4096); err == nil; {
			_, err = f.Write(part)
		}
		if !errors.Is(err, syscall.ENOSPC) {
			t.Fatal(err)
		}
	}
	empty := func() {
		t.Helper()
		if err := os.Remove(rest); err != nil {
			t.Fatal(err)
		}
	}
	fill()
	s.refuses()
	m := s.refuses()
	empty()
	s.recovers(m)
	if log := s.c.logged(t); !strings.Contains(log, "database or disk is full") {
		t.Errorf("the log does not say why:\n%s", log)
	}

	// Nor does it harm to die of it, or to start on it.
	fill()
	m = s.refuses()
	s.p.kill()
	s.restart()
	s.shows()
	empty()
	s.recovers(m)
	s.ends()
}

// limited starts a server whose files cannot grow beyond a size, until it is lifted.
func limited(t *testing.T, c *command, bytes int) (lift func(*process)) {
	t.Helper()
	prlimit, err := exec.LookPath("prlimit")
	if err != nil {
		t.Skip("no prlimit on this machine")
	}
	c.changed = func(cmd *exec.Cmd) {
		cmd.Args = append([]string{prlimit, "--fsize=" + strconv.Itoa(bytes) + ":", cmd.Path}, cmd.Args[1:]...)
		cmd.Path = prlimit
	}
	return func(p *process) {
		t.Helper()
		out, err := exec.Command(prlimit, "--pid", strconv.Itoa(p.cmd.Process.Pid), "--fsize=unlimited:").CombinedOutput()
		if err != nil {
			t.Fatalf("prlimit: %v %s", err, out)
		}
	}
}

// A file that may not grow is an error of another kind, and anybody can test that.
func TestFaults_fileLimit(t *testing.T) {
	c := newCommand(t, filepath.Join(t.TempDir(), "kast.db"))
	lift := limited(t, c, 1<<20)
	s := newStage(t, c)
	var m turnCall
	for status := http.StatusCreated; status == http.StatusCreated; {
		if m = s.turn(); s.game.Seq > 5000 {
			t.Fatal("the file grows all the same")
		}
		a := s.send(m.who, m.call)
		if status = a.status; status == http.StatusCreated {
			r := want[changed](s.siege, a, status)
			if err := s.ledger.note(r.Game.ID, r.Events, true); err != nil {
				t.Fatal(err)
			}
			if s.game = r.Game; s.game.over() {
				people := make([]person, 0, len(s.by))
				for _, who := range s.by {
					people = append(people, who)
				}
				s.game = s.open(people[0], people[1], 1)
			}
		}
	}
	m = s.refuses()
	lift(s.p)
	s.recovers(m)
	s.ends()
}

// Another process that holds the file's lock is waited for, and for too long a time makes moves impossible.
func TestFaults_locked(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for as long as the server does")
	}
	s := newStage(t, newCommand(t, filepath.Join(t.TempDir(), "kast.db")))
	s.plays(3)
	db, err := sql.Open("sqlite", s.c.db)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	other, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	exec := func(command string) {
		t.Helper()
		if _, err := other.ExecContext(t.Context(), command); err != nil {
			t.Fatal(err)
		}
	}
	exec("BEGIN IMMEDIATE")
	m := s.turn()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.goesOn(m)
	}()
	time.Sleep(300 * time.Millisecond) // the move waits for the lock by now, or comes later and does not
	exec("ROLLBACK")
	<-ended
	exec("BEGIN IMMEDIATE")
	m = s.refuses()
	exec("ROLLBACK")
	s.recovers(m)
	s.ends()
}

// A database whose folder is moved away is one that cannot be written, as long as it is away.
func TestFaults_movedAway(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	s := newStage(t, newCommand(t, filepath.Join(dir, "kast.db")))
	s.plays(10)
	move := func(from, to string) {
		t.Helper()
		if err := os.Rename(from, to); err != nil {
			t.Fatal(err)
		}
	}
	move(dir, dir+"-away")
	m := s.refuses()
	move(dir+"-away", dir)
	s.recovers(m)
	if log := s.c.logged(t); !strings.Contains(log, "the database file is gone from its place") {
		t.Errorf("the log does not say why:\n%s", log)
	}

	move(dir, dir+"-away")
	m = s.refuses()
	s.p.kill()
	s.c.refusesToStart(t, "no such file or directory")
	move(dir+"-away", dir)
	s.restart()
	s.recovers(m)
	s.ends()

	s.restart()
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	s.refuses()
	if _, err := os.Stat(dir); err == nil {
		t.Error("the folder was made anew")
	}
	s.noPanic()
}

// A file that cannot be written is told at the start.
func TestFaults_readOnly(t *testing.T) {
	dir := t.TempDir()
	root := os.Getuid() == 0
	if root { // who may write anything but what is mounted so
		dir = smallDisk(t, 8<<20)
	}
	s := newStage(t, newCommand(t, filepath.Join(dir, "kast.db")))
	s.plays(10)
	s.p.stop()
	allow := func(writing bool) {
		t.Helper()
		how, mode := "ro", os.FileMode(0o400)
		if writing {
			how, mode = "rw", 0o600
		}
		if !root {
			if err := os.Chmod(s.c.db, mode); err != nil {
				t.Fatal(err)
			}
		} else if out, err := exec.Command("mount", "-o", "remount,"+how, dir).CombinedOutput(); err != nil {
			t.Skipf("mount: %v %s", err, out)
		}
	}
	allow(false)
	s.c.refusesToStart(t)
	allow(true)
	s.restart()
	s.plays(5)
	s.ends()
}

// A write-ahead log that ends in the middle, as one may find it after a power cut on a disk that lies, gives a shorter
// log that holds, on which the game goes on.
func TestFaults_tornLog(t *testing.T) {
	s := newStage(t, newCommand(t, filepath.Join(t.TempDir(), "kast.db")))
	s.plays(5)
	s.p.stop() // from here on the write-ahead log is new
	s.restart()
	start := s.game.Seq
	s.plays(25)
	s.p.kill()
	acknowledged, seen := s.game, map[int]bool{}
	whole := map[string][]byte{}
	for _, suffix := range []string{"", "-wal"} {
		b, err := os.ReadFile(s.c.db + suffix)
		if err != nil {
			t.Fatal(err)
		}
		whole[suffix] = b
	}
	for cut := range 6 {
		wal := whole["-wal"][:len(whole["-wal"])*(cut+1)/6-cut*7]
		s.c.db = filepath.Join(t.TempDir(), "kast.db")
		for suffix, b := range map[string][]byte{"": whole[""], "-wal": wal} {
			if err := os.WriteFile(s.c.db+suffix, b, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		s.restart()
		who := s.by[acknowledged.mover()]
		s.game = want[game](s.siege, s.send(who, call{method: "GET", path: acknowledged.path("")}), http.StatusOK)
		seen[s.game.Seq] = true
		if s.game.Seq < start || s.game.Seq > acknowledged.Seq {
			t.Errorf("cut at %d: the game is at event %d, want %d to %d", len(wal), s.game.Seq, start, acknowledged.Seq)
		}
		told := s.ledger.games[s.game.ID].events[s.game.Seq]
		if told.Hash != s.game.Head {
			t.Errorf("cut at %d: event %d is not what was acknowledged", len(wal), s.game.Seq)
		}
		kept := s.ledger.games
		s.ledger.games = nil // what was cut off is made anew, and otherwise
		s.plays(5)
		s.ledger.games = kept
		s.p.stop()
		clean(t, s.c.db)
	}
	s.noPanic()
	if len(seen) < 4 {
		t.Errorf("the cuts gave logs of %d lengths", len(seen))
	}
}

// Damage is told as such, at the start or when somebody asks for what is damaged: never an error of the program's own, and
// never anything that was not so.
func TestFaults_damage(t *testing.T) {
	s := newStage(t, newCommand(t, filepath.Join(t.TempDir(), "kast.db"), "--log-level", "warn"))
	s.plays(30)
	s.p.stop()
	good, err := os.ReadFile(s.c.db)
	if err != nil {
		t.Fatal(err)
	}
	const page = 4096
	pages, tried := len(good)/page, 16
	if underRace || testing.Short() {
		tried = 4
	}
	served, started := 0, 0
	for i := range tried {
		bad := append([]byte(nil), good...)
		at := i * pages / tried
		for j := range page {
			bad[at*page+j] ^= 0x5a
		}
		s.c.db = filepath.Join(t.TempDir(), "kast.db")
		if err := os.WriteFile(s.c.db, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		p, listens := s.c.begin(t)
		if err := <-listens; err != nil {
			<-p.ended
			if p.cmd.ProcessState.ExitCode() != 1 {
				t.Errorf("page %d: the server ended with %v:\n%s", at, p.cmd.ProcessState, s.c.logged(t))
			}
			continue
		}
		started++
		s.listens(p.url)
		m := s.turn()
		for _, q := range []call{
			{method: "GET", path: s.game.path("")},
			{method: "GET", path: s.game.path("events")},
			{method: "GET", path: "/v1/me/changes"},
			{method: "GET", path: "/v1/games"},
			m.call,
		} {
			a := s.send(m.who, q)
			if g := s.game.path(""); q.path == g && a.status == http.StatusOK && want[game](s.siege, a, a.status).Head != s.game.Head {
				t.Errorf("page %d: the game is shown as %s", at, a.body)
			}
			switch {
			case a.status == http.StatusOK || a.status == http.StatusCreated:
				served++
			case a.status != http.StatusServiceUnavailable || a.outcome() != "unavailable":
				t.Errorf("page %d: %s %s: %d %s", at, q.method, q.path, a.status, a.body)
			}
		}
		p.kill()
		if out, err := tool(t, s.c.db, "verify"); strings.Contains(out, "panic") {
			t.Errorf("page %d: verify: %v, %s", at, err, out)
		}
	}
	s.noPanic()
	t.Logf("of %d pages damaged, the server started on %d and answered %d of %d calls", tried, started, served, 5*started)
	if served == 0 {
		t.Error("nothing was served at all")
	}
}
