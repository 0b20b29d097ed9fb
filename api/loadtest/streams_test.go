package loadtest

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"kast/api/auth"
	"kast/api/play"
	rules "kast/domain/game"
)

// TestStreams opens as many streams as one process is meant to hold, which nothing happens in, and looks what each costs
// and whether they are in the way of an event for a few. What a stream costs is compared with what it costs net/http and
// echo alone, measured in the same run.
func TestStreams(t *testing.T) {
	if testing.Short() {
		t.Skip("opens thousands of connections")
	}
	many := 10_000
	if underRace {
		many = 500
	}
	const spare = 200 // files of other kinds
	if most := (openFiles() - spare) / 2; most < many {
		t.Logf("%d streams instead of %d: no more files may be open, and each takes two", most, many)
		many = most
	}
	few := many / 10
	bareBytes, bareGoroutines := bareStream(t, few)

	s := newServer(t)
	crowd := newCrowd(t, s)
	before := used()
	crowd.open(few)
	amongFew := crowd.event()
	crowd.open(many - few)
	all := used()
	bytesEach := (all.bytes - before.bytes) / many
	goroutinesEach := float64(all.goroutines-before.goroutines) / float64(many)
	amongMany := crowd.event()
	t.Logf("a bare stream takes %d bytes and %.2f goroutines", bareBytes, bareGoroutines)
	t.Logf("each of %d streams takes %d bytes and %.2f goroutines", many, bytesEach, goroutinesEach)
	t.Logf("an event takes %v to %d watchers among %d streams, and %v among %d", amongFew, watchers, few, amongMany, many)
	if goroutinesEach > 2.01 {
		t.Errorf("%.2f goroutines a stream, want at most 2", goroutinesEach)
	}
	if most := max(bareBytes+5<<10, 30<<10); bytesEach > most && !underRace {
		t.Errorf("%d bytes a stream, want at most %d", bytesEach, most)
	}
	if slack := 10 * time.Millisecond; amongMany > 2*amongFew+slack {
		t.Errorf("an event takes %v among %d streams, and %v among %d", amongMany, many, amongFew, few)
	}

	crowd.leave()
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		left, following := runtime.NumGoroutine(), s.play.Streams()
		if left <= before.goroutines+5 && following == 0 {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("%d goroutines and %d followers are left, before there were %d", left, following, before.goroutines)
		}
	}
	if s.log.count > 0 {
		t.Errorf("logged:\n%s", s.log.faults.String())
	}
}

// watchers is how many follow the game in which something happens.
const watchers = 10

// usage is what the process uses.
type usage struct{ bytes, goroutines int }

// used counts what is in use once what is not has been let go; stacks shrink a little at a time. Of the heap it counts what
// lives, not the pages: those that earlier tests left half empty are filled first.
func used() usage {
	for range 6 {
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return usage{bytes: int(m.HeapAlloc + m.StackInuse), goroutines: runtime.NumGoroutine()}
}

// bareStream measures a stream of echo and net/http alone.
func bareStream(t *testing.T, count int) (bytesEach int, goroutinesEach float64) {
	t.Helper()
	e := echo.New()
	e.GET("/", func(c echo.Context) error {
		c.Response().Header().Set(echo.HeaderContentType, "text/event-stream")
		if _, err := c.Response().Write([]byte(":\n\n")); err != nil {
			return err
		}
		c.Response().Flush()
		tick := time.NewTicker(time.Minute)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
			case <-c.Request().Context().Done():
				return nil
			}
		}
	})
	server := httptest.NewServer(e)
	defer server.Close()
	before := used()
	conns := make([]net.Conn, count)
	for i := range conns {
		conns[i] = openRaw(t, server.URL, "/", "")
	}
	all := used()
	for _, c := range conns {
		c.Close()
	}
	return (all.bytes - before.bytes) / count, float64(all.goroutines-before.goroutines) / float64(count)
}

// openRaw opens a stream on a connection of its own, and reads up to the first that it sends: a client that costs next to
// nothing.
func openRaw(t *testing.T, url, path, token string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: kast\r\nAuthorization: Bearer %s\r\n\r\n", path, token)
	var got []byte
	part := make([]byte, 1<<10)
	for !bytes.Contains(got, []byte("\r\n\r\n")) || !bytes.HasSuffix(got, []byte("\n\n\r\n")) {
		n, err := c.Read(part)
		if err != nil {
			t.Fatalf("%s: %v", got, err)
		}
		got = append(got, part[:n]...)
	}
	if !bytes.HasPrefix(got, []byte("HTTP/1.1 200 ")) {
		t.Fatalf("%s", got)
	}
	return c
}

// crowd are the streams of a test: half of games, half of accounts.
type crowd struct {
	t        *testing.T
	server   *server
	accounts []person
	games    []string
	watched  string // the game in which something happens
	heard    chan time.Time
	held     int // the die that is held
	mu       sync.Mutex
	conns    []net.Conn
}

type person struct{ account, token string }

func newCrowd(t *testing.T, s *server) *crowd {
	t.Helper()
	c := &crowd{t: t, server: s, heard: make(chan time.Time, watchers)}
	for i := range 50 {
		a, tokens, err := s.auth.CreateAccount(t.Context(), auth.NewAccount{Name: new(fmt.Sprint("Person ", i))})
		if err != nil {
			t.Fatal(err)
		}
		c.accounts = append(c.accounts, person{a.ID, tokens.Access})
		c.games = append(c.games, c.game(a.ID))
	}
	c.watched = c.game(c.accounts[0].account)
	if _, err := s.play.Roll(t.Context(), c.watched, play.Call{Account: c.accounts[0].account}, nil, []int{1, 2, 3, 4, 6}); err != nil {
		t.Fatal(err)
	}
	for range watchers {
		conn := openRaw(t, s.url, "/v1/games/"+c.watched+"/stream?after=3", c.accounts[1].token)
		c.conns = append(c.conns, conn)
		go func() {
			for lines := bufio.NewReaderSize(conn, 512); ; {
				line, err := lines.ReadString('\n')
				if err != nil {
					return
				}
				if strings.HasPrefix(line, "event: held") {
					c.heard <- time.Now()
				}
			}
		}()
	}
	return c
}

func (c *crowd) game(account string) string {
	c.t.Helper()
	r, err := c.server.play.Create(c.t.Context(), play.Call{Account: account}, play.NewGame{
		Ruleset: rules.Femlika, Dice: rules.ClientDice, Visibility: rules.Public, Start: true,
		Seats: []play.SeatWish{{Kind: play.SeatMe}, {Kind: play.SeatGuest, Name: "Guest"}},
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return r.State.Game
}

// open opens so many more streams, a few at a time.
func (c *crowd) open(count int) {
	c.t.Helper()
	next := make(chan int)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for i := range next {
				path := "/v1/me/stream"
				if i%2 == 0 {
					path = "/v1/games/" + c.games[i/2%len(c.games)] + "/stream?after=2"
				}
				conn := openRaw(c.t, c.server.url, path, c.accounts[2+i%(len(c.accounts)-2)].token)
				c.mu.Lock()
				c.conns = append(c.conns, conn)
				c.mu.Unlock()
			}
		})
	}
	for i := range count {
		next <- i
	}
	close(next)
	wg.Wait()
}

// event tells how long it takes from a move until all its watchers have it: the median of many moves.
func (c *crowd) event() time.Duration {
	c.t.Helper()
	const moves = 45 // twice that follow each other without a roll, which are at most 100
	took := make([]time.Duration, moves)
	for i := range took {
		c.held = (c.held + 1) % 5
		began := time.Now()
		if _, err := c.server.play.Hold(c.t.Context(), c.watched, play.Call{Account: c.accounts[0].account}, []int{c.held}); err != nil {
			c.t.Fatal(err)
		}
		var last time.Time
		for range watchers {
			select {
			case last = <-c.heard:
			case <-time.After(30 * time.Second):
				c.t.Fatal("an event did not come")
			}
		}
		took[i] = last.Sub(began)
	}
	slices.Sort(took)
	return took[moves/2]
}

func (c *crowd) leave() {
	for _, conn := range c.conns {
		conn.Close()
	}
}
