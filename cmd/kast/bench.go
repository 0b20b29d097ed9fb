package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"

	"kast/api/bench"
	"kast/domain/game"
)

// benchConfig is how the load is.
type benchConfig struct {
	url                        string // of a server that runs already; empty to start one
	dir                        string
	games, connections, rounds int
	long                       int
	seconds                    float64
	ruleset                    string
	keep                       bool // files of growth
}

// The bounds of what can be asked for.
const (
	maxBenchGames   = 100_000
	maxConnections  = 4096
	maxRounds       = 100
	minBenchSeconds = 0.05
	maxBenchSeconds = 120
)

func bindBench(f *flags) runner {
	var c benchConfig
	f.StringVar(&c.url, "url", "", "`URL` of a server to measure; none starts one of its own on a new file")
	f.StringVar(&c.dir, "dir", os.TempDir(), "`FOLDER` for the files, which are removed; its disk is what is measured")
	f.IntVar(&c.games, "games", 256, "`NUMBER` of games at once")
	f.IntVar(&c.connections, "connections", 64, "`NUMBER` of callers at once; each plays its share of the games")
	f.IntVar(&c.rounds, "rounds", 5, "`NUMBER` of rounds, of which medians are taken")
	f.Float64Var(&c.seconds, "seconds", 2, "`SECONDS` for each of the eight measurements of a round")
	f.IntVar(&c.long, "long", bench.MaxLong, "`EVENTS` of a long game, which is compared with a short one; 0 leaves that out")
	f.StringVar(&c.ruleset, "ruleset", "penta", "`RULESET` of the games, one with a scorecard")
	sizes := f.String("growth", "", "`GAMES` by commas, as in 1000,10000,100000: measures how a server bears large databases instead")
	f.BoolVar(&c.keep, "keep", false, "with --growth: leave the databases in --dir, and take those that are there already")
	bare := f.Bool("bare", false, "only serves the bare routes that the server is compared with; the command starts itself so")
	return func(ctx context.Context, std streams, _ string) error {
		if *bare {
			defer collectLess(f.getenv)() // as the server
			return serveBare(ctx, std, c.dir)
		}
		for _, n := range []struct {
			flag              string
			value, least, top int
		}{
			{"games", c.games, 1, maxBenchGames},
			{"connections", c.connections, 1, maxConnections},
			{"rounds", c.rounds, 1, maxRounds},
			{"long", c.long, 0, bench.MaxLong},
		} {
			if n.value < n.least || n.value > n.top {
				return usageError{fmt.Sprintf("--%s %d: it must be from %d to %d", n.flag, n.value, n.least, n.top)}
			}
		}
		if !(c.seconds >= minBenchSeconds && c.seconds <= maxBenchSeconds) {
			return usageError{fmt.Sprintf("--seconds %v: it must be from %v to %v", c.seconds, minBenchSeconds, maxBenchSeconds)}
		}
		if err := c.check(); err != nil {
			return err
		}
		if *sizes == "" {
			return runBench(ctx, std, c)
		}
		if c.url != "" {
			return usageError{"--growth has servers of its own, so that it does not go with --url"}
		}
		all, err := growthSizes(*sizes)
		if err != nil {
			return err
		}
		return growth(ctx, std, c, all)
	}
}

// check looks at what names things. A usageError.
func (c benchConfig) check() error {
	if r, ok := game.Lookup(game.RulesetID(c.ruleset)); !ok || r.Engine != game.ScorecardEngine {
		return usageError{fmt.Sprintf("--ruleset %s: it is no ruleset with a scorecard", c.ruleset)}
	}
	if c.url == "" {
		return nil
	}
	if at, err := url.Parse(c.url); err != nil || at.Scheme != "http" && at.Scheme != "https" || at.Host == "" {
		return usageError{fmt.Sprintf("--url %s: it is no address of a server, as http://127.0.0.1:8080 is", c.url)}
	}
	return nil
}

// serveBare serves the bare routes until ctx ends, and rows go to a file in dir.
func serveBare(ctx context.Context, std streams, dir string) (err error) {
	logger, err := newLogger(std.err, "text", "warn")
	if err != nil {
		return err
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer listener.Close()
	group, err := bench.OpenGroup(ctx, filepath.Join(dir, "bare.db"))
	if err != nil {
		return err
	}
	defer closing(group, &err)
	handler, err := bench.Bare(group)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(std.out, "bare routes at http://%s\n", listener.Addr()); err != nil {
		return err
	}
	return serveHTTP(ctx, listener, handler, func() {}, logger)
}

func runBench(ctx context.Context, std streams, c benchConfig) (err error) {
	dir, err := os.MkdirTemp(c.dir, "kast-bench-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	bare, err := startProgram(ctx, filepath.Join(dir, "bare.log"), "bench", "--bare", "--dir", dir)
	if err != nil {
		return err
	}
	defer bare.stop()
	server := &program{Target: bench.Target{URL: strings.TrimSuffix(c.url, "/")}}
	if c.url == "" {
		server, err = startProgram(ctx, filepath.Join(dir, "kast.log"),
			"serve", "--addr", "127.0.0.1:0", "--db", filepath.Join(dir, "kast.db"), "--log-format", "json",
			"--rate-limits", "off", "--quota-games", "0") // the load is one address with many accounts
		if err != nil {
			return err
		}
		defer server.stop()
	}
	progress := newProgress(std.err)
	defer progress.clear()
	if err := server.waitReady(ctx); err != nil {
		return err
	}
	report, err := bench.Run(ctx, bench.Options{
		Kast: server.Target, Bare: bare.Target, Dir: dir, Connections: c.connections, Games: c.games, Rounds: c.rounds,
		Phase: time.Duration(c.seconds * float64(time.Second)), Ruleset: c.ruleset, Long: c.long,
		Progress: func(what string, done, all int) { progress.bar(fmt.Sprintf("%-28s", what), done, all) },
	})
	progress.clear()
	if report == nil {
		return err
	}
	fmt.Fprintf(std.out, "kast %s, %s %s/%s, %d processors%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH,
		runtime.NumCPU(), loadAverage())
	if _, err := fmt.Fprint(std.out, report); err != nil {
		return err
	}
	if c.url == "" {
		server.stop()
		if err := server.tellCommits(std.out, report.Alone()); err != nil {
			return err
		}
	}
	if n := report.Errors(); n > 0 {
		return fmt.Errorf("%d calls failed, the first of them: %w", n, err)
	}
	return err
}

// loadAverage tells how busy the machine is, where the system says so.
func loadAverage() string {
	b, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return ""
	}
	return ", load " + string(bytes.Join(bytes.Fields(b)[:3], []byte(" ")))
}

// program is this program once more, in a process of its own.
type program struct {
	bench.Target
	command *exec.Cmd // nil for a server that runs elsewhere
	log     string    // file
}

// ownEnv is the environment of a program that is started to be measured: what is set for the server of this machine is not
// meant for that one.
func ownEnv() (env []string) {
	for _, e := range os.Environ() {
		if !strings.HasPrefix(e, "KAST_") || strings.HasPrefix(e, "KAST_TEST_") {
			env = append(env, e)
		}
	}
	return env
}

// startProgram starts the program and reads from its first line of output where it listens.
func startProgram(ctx context.Context, log string, args ...string) (_ *program, err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	to, err := os.Create(log)
	if err != nil {
		return nil, err
	}
	defer to.Close() // the process has its own
	p := &program{command: exec.CommandContext(ctx, self, args...), log: log}
	p.command.Stderr = to
	p.command.Cancel = func() error { return p.command.Process.Signal(os.Interrupt) }
	p.command.WaitDelay = 2 * stopTime
	p.command.Env = ownEnv()
	out, err := p.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.command.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	p.URL = regexp.MustCompile(`http://[^ ,\n]*[^ ,:\n]`).FindString(line)
	if err != nil || p.URL == "" {
		p.stop()
		said, _ := os.ReadFile(log)
		return nil, fmt.Errorf("%s did not start: %s", args[0], bytes.TrimSpace(said))
	}
	p.PID = p.command.Process.Pid
	return p, nil
}

// stop ends the process and waits for it; it may be called twice.
func (p *program) stop() {
	if p.command == nil || p.command.ProcessState != nil {
		return
	}
	if p.command.Process.Signal(os.Interrupt) != nil {
		_ = p.command.Process.Kill()
	}
	_ = p.command.Wait() // what it was good for has been measured, or has failed already
}

// waitReady waits until the server plays, so that its preparations are not measured.
func (p *program) waitReady(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	for {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, p.URL+"/readyz", http.NoBody)
		if err != nil {
			return err
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			return err
		}
		_, err = io.Copy(io.Discard, answer.Body)
		answer.Body.Close()
		if err != nil {
			return err
		}
		if answer.StatusCode == http.StatusOK {
			return nil
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-ctx.Done():
			return fmt.Errorf("the server is not ready: %w", ctx.Err())
		}
	}
}

// tellCommits says how well writes gathered, which the server logs at its end. Those of one caller, alone of whom each is
// a commit of its own, are left out.
func (p *program) tellCommits(w io.Writer, alone int) error {
	log, err := os.ReadFile(p.log)
	if err != nil {
		return err
	}
	writes, commits, err := bench.Commits(log)
	if err != nil {
		return err
	}
	writes, commits = writes-alone, max(1, commits-alone)
	_, err = fmt.Fprintf(w, "%d writes of many callers in %d commits of the server: %.1f a commit\n",
		writes, commits, float64(writes)/float64(commits))
	return err
}
