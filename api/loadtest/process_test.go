package loadtest

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// program builds the real program, once for all tests, and returns its file.
var program = sync.OnceValues(func() (string, error) {
	file := filepath.Join(programDir, "kast")
	if runtime.GOOS == "windows" {
		file += ".exe"
	}
	out, err := exec.Command("go", "build", "-o", file, "kast/cmd/kast").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go build: %w: %s", err, out)
	}
	return file, nil
})

// programDir is where the program is built.
var programDir string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		var err error
		if programDir, err = os.MkdirTemp("", "kast-loadtest-"); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(programDir)
		return m.Run()
	}())
}

// process is a server that runs as a process of its own, so that it can die.
type process struct {
	t     *testing.T
	cmd   *exec.Cmd
	url   string
	ended chan struct{} // closed when it has ended
}

// command is how a server is started.
type command struct {
	db   string
	log  *os.File // what it writes to standard error
	args []string
	env  []string
	// changed is called before the process starts, to give it less than it would have; nil for nothing.
	changed func(*exec.Cmd)
}

func newCommand(t *testing.T, db string, args ...string) *command {
	t.Helper()
	log, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { log.Close() })
	return &command{db: db, log: log, args: args}
}

// logged is all that servers of the command have logged.
func (c *command) logged(t *testing.T) string {
	t.Helper()
	all, err := os.ReadFile(c.log.Name())
	if err != nil {
		t.Fatal(err)
	}
	return string(all)
}

// begin starts a process that serves on a free port; it may not listen yet.
func (c *command) begin(t *testing.T) (p *process, listens <-chan error) {
	t.Helper()
	file, err := program()
	if err != nil {
		t.Fatal(err)
	}
	args := append([]string{"serve", "--addr", "127.0.0.1:0", "--db", c.db, "--rate-limits", "off"}, c.args...)
	p = &process{t: t, cmd: exec.Command(file, args...), ended: make(chan struct{})}
	p.cmd.Env = append(os.Environ(), c.env...)
	p.cmd.Stderr = c.log
	if c.changed != nil {
		c.changed(p.cmd)
	}
	out, err := p.cmd.StdoutPipe()
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	said := make(chan error, 1)
	go func() {
		defer close(p.ended)
		line, err := bufio.NewReader(out).ReadString('\n')
		if p.url = regexp.MustCompile(`http://[^ ,]*[^ ,:]`).FindString(line); err == nil && p.url == "" {
			err = fmt.Errorf("no address in %q", line)
		}
		said <- err
		_ = p.cmd.Wait() // how it ended is in its state
	}()
	t.Cleanup(p.kill)
	return p, said
}

// start starts a server and waits until it listens.
func (c *command) start(t *testing.T) *process {
	t.Helper()
	p, listens := c.begin(t)
	if err := <-listens; err != nil {
		<-p.ended
		t.Fatalf("the server did not start: %v, %v, log:\n%s", err, p.cmd.ProcessState, c.logged(t))
	}
	return p
}

// kill ends the process as the kernel does when memory is short: it learns nothing of it.
func (p *process) kill() {
	_ = p.cmd.Process.Kill() // it may have ended
	<-p.ended
}

// stop ends the process as a service manager does.
func (p *process) stop() {
	p.t.Helper()
	if err := p.cmd.Process.Signal(os.Interrupt); err != nil && !errors.Is(err, os.ErrProcessDone) {
		p.t.Fatal(err)
	}
	select {
	case <-p.ended:
	case <-time.After(time.Minute):
		p.t.Fatal("the server does not stop")
	}
	if !p.cmd.ProcessState.Success() {
		p.t.Errorf("the server ended with %v", p.cmd.ProcessState)
	}
}

// tool runs another command of the program on a database, and returns what it wrote.
func tool(t *testing.T, db string, args ...string) (out string, err error) {
	t.Helper()
	file, err := program()
	if err != nil {
		t.Fatal(err)
	}
	b, err := exec.CommandContext(t.Context(), file, append(args[:1:1], append([]string{"--db", db}, args[1:]...)...)...).CombinedOutput()
	return string(b), err
}

// clean holds a database against its logs with the program's own tools: nothing is wrong, and nothing that can be made
// anew from the logs is other than what is there.
func clean(t *testing.T, db string) {
	t.Helper()
	if out, err := tool(t, db, "verify"); err != nil || !strings.Contains(out, ", 0 faults\n") {
		t.Errorf("verify: %v, %s", err, out)
	}
	out, err := tool(t, db, "rebuild")
	if err != nil || !strings.Contains(out, ", 0 rebuilt, 0 faults\n") || strings.Contains(out, "made anew") {
		t.Errorf("rebuild: %v, %s", err, out)
	}
}
