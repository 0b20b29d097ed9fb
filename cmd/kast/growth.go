package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"kast/api/bench"
	"kast/api/fill"
	"kast/api/play"
	"kast/domain/game"
	"kast/repository"
	"kast/repository/sqlite"
)

// The bounds of what can be asked for.
const (
	maxGrowthGames = 1_000_000
	maxGrowthSizes = 5
)

// growthSizes reads how many games the databases are to have: from the smallest, by commas.
func growthSizes(said string) ([]int, error) {
	var sizes []int
	for part := range strings.SplitSeq(said, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil || n < 1 || n > maxGrowthGames || len(sizes) > 0 && n <= sizes[len(sizes)-1] {
			return nil, usageError{fmt.Sprintf("--growth %s: it must be numbers of games from 1 to %d, growing, with commas between them",
				said, maxGrowthGames)}
		}
		sizes = append(sizes, n)
	}
	if len(sizes) > maxGrowthSizes {
		return nil, usageError{fmt.Sprintf("--growth %s: there may be %d sizes at most", said, maxGrowthSizes)}
	}
	return sizes, nil
}

// sized is a database with so many finished games, and the server on it.
type sized struct {
	games  int
	file   string
	level  bench.Level
	server *program // nil until it is started
}

// growth fills databases, measures servers on them in turn, and then looks at what else is done with a large one.
func growth(ctx context.Context, std streams, c benchConfig, sizes []int) (err error) {
	dir := c.dir
	if !c.keep {
		if dir, err = os.MkdirTemp(c.dir, "kast-growth-"); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	}
	shown := newProgress(std.err)
	defer shown.clear()
	fmt.Fprintf(std.out, "kast %s, %s %s/%s, %d processors%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH,
		runtime.NumCPU(), loadAverage())
	tables := play.NewTables()
	defer tables.Stop()
	all := make([]*sized, len(sizes))
	var levels []bench.Level
	for i, n := range sizes {
		s := &sized{games: n, file: filepath.Join(dir, fmt.Sprintf("growth-%d.db", n))}
		all[i] = s
		if err := s.fill(ctx, tables, std.out, shown); err != nil {
			return stopped(ctx, err)
		}
		if err := s.survey(ctx, shown); err != nil {
			return stopped(ctx, err)
		}
		s.level.Start = func(ctx context.Context) (bench.Target, time.Duration, time.Duration, error) {
			return s.start(ctx, dir)
		}
		defer s.stop()
		levels = append(levels, s.level)
	}
	report, err := bench.Growth(ctx, bench.GrowthOptions{
		Levels: levels, Rounds: c.rounds, Phase: time.Duration(c.seconds * float64(time.Second)), Ruleset: c.ruleset,
		Progress: func(what string, done, all int) { shown.bar(fmt.Sprintf("%-50s", what), done, all) },
	})
	shown.clear()
	for _, s := range all {
		s.stop()
	}
	if report == nil {
		return stopped(ctx, err)
	}
	if _, err := fmt.Fprintf(std.out, "\n%v\n", report); err != nil {
		return err
	}
	if n := report.Errors(); n > 0 {
		return fmt.Errorf("%d calls failed, the first of them: %w", n, err)
	}
	if err != nil {
		return err
	}
	return all[len(all)-1].look(ctx, std.out, dir, shown)
}

// fill makes the database, unless it is there from a run before.
func (s *sized) fill(ctx context.Context, tables *play.Tables, out io.Writer, shown *progress) (err error) {
	if _, err := os.Stat(s.file); err == nil {
		db, err := open(ctx, s.file, sqlite.Options{}) // which brings it up to date
		if err != nil {
			return err
		}
		return db.Close()
	}
	if err := tables.Prepare(ctx); err != nil {
		return err
	}
	// What is made is garbage soon, and there is memory enough.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	making := s.file + ".part" // what was not filled to the end must not pass for what was
	db, err := open(ctx, making, sqlite.Options{})
	if err != nil {
		return err
	}
	began := time.Now()
	made, err := fill.Fill(ctx, db, fill.Options{
		Games: s.games, SignIns: signIns, Seed: uint64(s.games), Until: began, Workers: 64 * runtime.GOMAXPROCS(0), Tables: tables,
		Put: func(ctx context.Context, g repository.NewGame, more []repository.Append, played []repository.Played) error {
			return db.PutWhole(ctx, sqlite.Whole{New: g, Appends: more, Played: played})
		},
		Progress: func(games int) { shown.bar(fmt.Sprintf("fill %d games", s.games), games, s.games) },
	})
	err = errors.Join(err, db.Close())
	shown.clear()
	if err != nil {
		return err
	}
	took := time.Since(began)
	if _, err := fmt.Fprintf(out, "%d games with %d events of %d accounts filled in %v: %.0f events/s\n",
		made.Games, made.Events, made.Accounts, took.Round(100*time.Millisecond), float64(made.Events)/took.Seconds()); err != nil {
		return err
	}
	return os.Rename(making, s.file)
}

// survey looks what is in the file, and chooses what is asked for.
func (s *sized) survey(ctx context.Context, shown *progress) (err error) {
	db, games, err := openExisting(ctx, s.file, io.Discard)
	if err != nil {
		return err
	}
	defer closing(db, &err)
	l := &s.level
	l.Games = s.games
	seen := 0
	chance := rand.New(rand.NewPCG(1, uint64(s.games)))
	err = games.EachGame(ctx, func(id string) error {
		g, err := db.Game(ctx, id)
		if err != nil {
			return err
		}
		l.Events += g.Head.Seq
		seen++
		shown.step(seen, "games looked at")
		if g.Summary.Status != string(game.StatusFinished) || g.Summary.Visibility != string(game.Public) {
			return nil
		}
		// Of many some are chosen, all of them equally likely.
		if len(l.Public) < asked {
			l.Public = append(l.Public, id)
		} else if at := chance.IntN(seen); at < asked {
			l.Public[at] = id
		}
		return nil
	})
	shown.clear()
	if err != nil {
		return err
	}
	// Neighbours in the file, asked for one after another, would be found in pages that were just read.
	chance.Shuffle(len(l.Public), func(i, j int) { l.Public[i], l.Public[j] = l.Public[j], l.Public[i] })
	l.Password = fill.Password
	for i := 1; i <= signIns; i++ {
		_, err := db.AccountByUsername(ctx, fill.Username(i))
		if errors.Is(err, repository.ErrNotFound) {
			break
		}
		if err != nil {
			return err
		}
		l.Usernames = append(l.Usernames, fill.Username(i))
	}
	l.Bytes, err = inMemory(s.file)
	return err
}

// inMemory reads a file to its end, so that the system has it in memory as far as there is room, and returns its size. Else
// what is measured of the larger files would be how fast the disk is.
func inMemory(file string) (size int64, err error) {
	f, err := os.Open(file)
	if err != nil {
		return 0, err
	}
	defer closing(f, &err)
	return io.Copy(io.Discard, f)
}

// signIns is how many accounts are asked for; all others are there.
const signIns = 64

// asked is how many finished games are asked for at most.
const asked = 20_000

// start starts the server anew.
func (s *sized) start(ctx context.Context, dir string) (t bench.Target, listens, ready time.Duration, err error) {
	s.stop()
	began := time.Now()
	s.server, err = startProgram(ctx, filepath.Join(dir, fmt.Sprintf("growth-%d.log", s.games)),
		"serve", "--addr", "127.0.0.1:0", "--db", s.file, "--log-format", "json", "--rate-limits", "off", "--quota-games", "0")
	if err != nil {
		return t, 0, 0, err
	}
	listens = time.Since(began)
	err = s.server.waitReady(ctx)
	return s.server.Target, listens, time.Since(began), err
}

func (s *sized) stop() {
	if s.server != nil {
		s.server.stop()
	}
}

// look runs the commands of an operator on the database.
func (s *sized) look(ctx context.Context, out io.Writer, dir string, shown *progress) error {
	copied := filepath.Join(dir, "growth-backup.db")
	defer os.Remove(copied)
	for i, args := range [][]string{{"verify", "--db", s.file}, {"doctor", "--db", s.file}, {"backup", "--db", s.file, copied}} {
		shown.bar(args[0], i, 3)
		began := time.Now()
		said, used, err := runProgram(ctx, args...)
		shown.clear()
		if err != nil {
			return stopped(ctx, fmt.Errorf("%s: %w: %s", args[0], err, said))
		}
		lines := strings.Split(strings.TrimSpace(said), "\n")
		if _, err := fmt.Fprintf(out, "%-7s of %d games: %v, %v: %s\n", args[0], s.games, time.Since(began).Round(10*time.Millisecond),
			used, lines[len(lines)-1]); err != nil {
			return err
		}
	}
	return nil
}

// used is what a command has used.
type used struct {
	cpu  time.Duration
	peak int64 // bytes of memory; 0 where that is not known
}

func (u used) String() string {
	s := fmt.Sprintf("cpu %v", u.cpu.Round(10*time.Millisecond))
	if u.peak > 0 {
		s += fmt.Sprintf(", memory %d MiB at most", u.peak/mib)
	}
	return s
}

// runProgram runs a command of this program to its end, and returns what it said.
func runProgram(ctx context.Context, args ...string) (said string, u used, err error) {
	self, err := os.Executable()
	if err != nil {
		return "", u, err
	}
	var out bytes.Buffer
	command := exec.CommandContext(ctx, self, args...)
	command.Env, command.Stdout, command.Stderr = ownEnv(), &out, &out
	if err := command.Start(); err != nil {
		return "", u, err
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	look := time.NewTicker(peekEvery)
	defer look.Stop()
	for {
		u.peak = max(u.peak, bench.Peak(command.Process.Pid))
		select {
		case err := <-ended:
			u.cpu = command.ProcessState.UserTime() + command.ProcessState.SystemTime()
			return out.String(), u, err
		case <-look.C:
		}
	}
}

// peekEvery is how often is looked how much memory a command has.
const peekEvery = 50 * time.Millisecond
