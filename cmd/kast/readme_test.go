package main

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// asProgram makes this test binary the program itself, for shell commands that run it.
const asProgram = "KAST_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	os.Exit(m.Run())
}

// fence is a fenced block of a page.
type fence struct{ language, text string }

// fences gives the fenced blocks of one section of a page.
func fences(t *testing.T, page, heading string) []fence {
	t.Helper()
	_, section, ok := strings.Cut(page, "\n## "+heading+"\n")
	if !ok {
		t.Fatalf("no section %q", heading)
	}
	section, _, _ = strings.Cut(section, "\n## ")
	var blocks []fence
	for _, m := range regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$").FindAllStringSubmatch(section, -1) {
		blocks = append(blocks, fence{language: m[1], text: m[2]})
	}
	return blocks
}

// TestReadme_firstGame runs the commands of the README as a reader would, and looks for everything that it shows of
// their output.
func TestReadme_firstGame(t *testing.T) {
	for _, tool := range []string{"sh", "curl", "sed"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	blocks := fences(t, string(page), "First game")

	// One script, so that what a block sets is there in the next; a line between blocks parts their output.
	const mark = "~~ next block ~~"
	script := "set -eu\ncurl() { command curl --fail --noproxy '*' \"$@\"; }\n"
	var shown []fence
	for _, b := range blocks {
		if b.language == "sh" {
			script += b.text + "\nprintf '\\n" + mark + "\\n'\n"
			shown = append(shown, fence{})
		} else {
			shown[len(shown)-1] = b
		}
	}
	if len(shown) < 6 {
		t.Fatalf("only %d commands", len(shown))
	}
	db := filepath.Join(t.TempDir(), "kast.db")
	s := startServer(t, db)
	script = strings.ReplaceAll(script, "http://localhost:8080", s.url)
	script = strings.ReplaceAll(script, "go run ./cmd/kast", "'"+self+"'")
	sh := exec.CommandContext(t.Context(), "sh", "-c", script)
	sh.Env = append(os.Environ(), asProgram+"=1", "KAST_DB="+db)
	out, err := sh.CombinedOutput()
	if err != nil {
		t.Fatalf("%v:\n%s", err, out)
	}

	outputs := strings.Split(string(out), mark)
	for i, b := range shown {
		for _, part := range claims(b) {
			if !strings.Contains(outputs[i], part) {
				t.Errorf("the README shows %s, but the command prints:\n%s", part, outputs[i])
			}
		}
		if b.language == "" && strings.TrimSpace(outputs[i]) != "" {
			t.Errorf("the README shows no output, but the command prints:\n%s", outputs[i])
		}
	}
}

// claims is what a shown output says that is the same at every run: of JSON its keys, of text its words.
func claims(b fence) []string {
	switch b.language {
	case "json":
		return regexp.MustCompile(`"\w+":`).FindAllString(b.text, -1)
	case "text":
		return regexp.MustCompile(`[A-Za-z][a-z]+`).FindAllString(b.text, -1)
	}
	return nil
}

// The first line that the README shows is the one that the server prints.
func TestReadme_listens(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	s := startServer(t, filepath.Join(t.TempDir(), "kast.db"))
	line := strings.ReplaceAll(s.stop().out, s.url, "http://localhost:8080")
	contains(t, string(page), "```text\n"+line+"```")
}

// Every flag of serve is in the tables of README and operations page, with twin and default, and no other.
func TestReadme_configuration(t *testing.T) {
	f := newFlags("serve", noEnv)
	bindServe(f)
	for _, name := range []string{"README.md", filepath.Join("docs", "operations.md")} {
		page, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		f.VisitAll(func(known *flag.Flag) {
			value := " "
			if known.DefValue != "" {
				value = " `" + known.DefValue + "` "
			}
			want = append(want, "| `--"+known.Name+"` | `"+twin(known.Name)+"` |"+value+"| ")
		})
		contains(t, string(page), want...)
		if rows := strings.Count(string(page), "| `--"); rows != len(want) {
			t.Errorf("%s: %d flags, want %d", name, rows, len(want))
		}
	}
}
