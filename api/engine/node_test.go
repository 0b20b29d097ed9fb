package engine_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kast/domain/game"
)

// page is the engine as WebAssembly, in Node.
type page struct {
	to   io.Writer
	from *bufio.Reader

	calls int
	spent time.Duration
}

// newPage builds the engine and starts it.
func newPage(t *testing.T) *page {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	wasm := buildWasm(t)
	b, err := os.ReadFile(wasm)
	if err != nil {
		t.Fatal(err)
	}
	var zipped bytes.Buffer
	z, err := gzip.NewWriterLevel(&zipped, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := z.Write(b); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%.1f MB, %.1f MB gzipped", float64(len(b))/1e6, float64(zipped.Len())/1e6)
	if zipped.Len() > 3<<20 {
		t.Error("that is more than docs/engine.md makes one expect")
	}
	p := &page{}
	run := exec.Command(node, "testdata/serve.mjs", wasmExec(t), wasm)
	run.Stderr = t.Output()
	to, err := run.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	from, err := run.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.to, p.from = to, bufio.NewReader(from)
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if p.calls > 0 {
			t.Logf("%d calls, %v each", p.calls, p.spent/time.Duration(p.calls))
		}
		if err := to.Close(); err != nil {
			t.Error(err)
		}
		if err := run.Wait(); err != nil {
			t.Error(err)
		}
	})
	return p
}

// buildWasm builds the engine in a folder of its own.
func buildWasm(t *testing.T) string {
	t.Helper()
	wasm := filepath.Join(t.TempDir(), "kast-engine.wasm")
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", wasm, "kast/cmd/kast-engine")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return wasm
}

// wasmExec is where Go keeps what a page loads WebAssembly of Go with.
func wasmExec(t *testing.T) string {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")
}

func (p *page) call(t testing.TB, method string, params any) answer {
	t.Helper()
	began := time.Now()
	p.send(t, object{"method": method, "params": string(bodyOf(t, params))})
	a := answer{t: t, body: p.line(t)}
	p.calls, p.spent = p.calls+1, p.spent+time.Since(began)
	return a
}

func (p *page) send(t testing.TB, call object) {
	t.Helper()
	if _, err := p.to.Write(append(bodyOf(t, call), '\n')); err != nil {
		t.Fatal(err)
	}
}

func (p *page) line(t testing.TB) []byte {
	t.Helper()
	line, err := p.from.ReadBytes('\n')
	if err != nil {
		t.Fatal(err)
	}
	return bytes.TrimSuffix(line, []byte("\n"))
}

// What holds of the engine holds of it as WebAssembly: whole games as at the server, and a game that is uploaded.
func TestPage(t *testing.T) {
	t.Parallel()
	p := newPage(t)
	playTwins(t, p, func(game.RulesetID) bool { return false }, 1)
	playAlone(t, p, false)
	for _, c := range []object{
		{}, {"method": 1}, {"method": "fold"}, {"method": "fold", "params": object{}}, {"method": "fold", "params": "{"}, {"method": "x", "params": "{}"},
	} {
		p.send(t, c)
		if said := (answer{t: t, body: p.line(t)}).said(); said.Problem == nil || said.Problem.Code != "malformed" {
			t.Errorf("%v: got %+v, want malformed", c, said)
		}
	}
}

// Best play that was worked out in WebAssembly is the server's: in games, in advice, in the moves of the computer and in the
// review.
func TestPage_solve(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes some ten seconds of a processor")
	}
	t.Parallel()
	p := newPage(t)
	began := time.Now()
	p.send(t, object{"method": "solve", "params": `{"ruleset":"penta"}`, "progress": true})
	var progress struct {
		Last  [2]int
		Times int
	}
	if err := json.Unmarshal(p.line(t), &progress); err != nil {
		t.Fatal(err)
	}
	answer{t: t, body: p.line(t)}.ok()
	t.Logf("solved in %v", time.Since(began))
	if progress.Times < 100 || progress.Last[0] != progress.Last[1] || progress.Last[1] == 0 {
		t.Errorf("progress: %+v", progress)
	}
	s := newServer(t)
	tw := newTwin(t, p, s, game.Penta, 3, true)
	for tw.state.OnTurn() != game.NoSeat {
		if tw.IntN(10) == 0 {
			tw.advice()
		}
		tw.step()
	}
	tw.end()
}

// The example of docs/engine.md prints what stands there.
func TestPage_example(t *testing.T) {
	t.Parallel()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	doc, err := os.ReadFile(filepath.Join("..", "..", "docs", "engine.md"))
	if err != nil {
		t.Fatal(err)
	}
	block := func(kind string) string {
		_, after, _ := strings.Cut(string(doc), "\n```"+kind+"\n")
		text, _, _ := strings.Cut(after, "```")
		return text
	}
	wasm := buildWasm(t)
	dir := filepath.Dir(wasm)
	script, err := os.ReadFile(wasmExec(t))
	if err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string][]byte{"wasm_exec.js": script, "play.mjs": []byte(block("js"))} {
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	// The page ends by itself in a browser; a script does when Node finds nothing left to wait for.
	run := exec.CommandContext(t.Context(), node, "play.mjs")
	run.Dir = dir
	out, err := run.CombinedOutput()
	if err != nil || string(out) != block("text") {
		t.Errorf("%v; got:\n%s\nwant:\n%s", err, out, block("text"))
	}
}
