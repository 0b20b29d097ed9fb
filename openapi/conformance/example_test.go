package conformance_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// node runs the example of a runner on a kit in a folder.
func node(t *testing.T, dir string) (string, error) {
	t.Helper()
	path, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	out, err := exec.CommandContext(t.Context(), path, filepath.Join(dir, "run-example.mjs")).CombinedOutput()
	return string(out), err
}

// TestRunExample: a program that shares nothing with the server finds the kit's hashes, chains and dice right.
func TestRunExample(t *testing.T) {
	out, err := node(t, ".")
	if err != nil || !strings.HasSuffix(strings.TrimSpace(out), " 0 failed") {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Log(out)
}

// TestRunExample_fails: a kit of which something was changed is told so.
func TestRunExample_fails(t *testing.T) {
	for name, change := range map[string][2]string{
		"dice/dice.json":            {`"stream":[`, `"stream":[6,`},
		"canonical/canonical.json":  {`"hash":"`, `"hash":"0`},
		"logs/good/penta-tie.jsonl": {`"seat":0`, `"seat":1`},
	} {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(".")); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.WriteFile(file, []byte(strings.Replace(string(read(t, name)), change[0], change[1], 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := node(t, dir); err == nil || strings.Count(out, "FAILED") < 2 {
			t.Errorf("%s was changed: %v\n%s", name, err, out)
		}
	}
}
