package domain_test

import (
	"bufio"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// layer says what one package of the module may import.
type layer struct {
	own    []string // packages of this module; "x/*" is every package below x
	third  []string // other modules' packages, with all that is below them
	std    []string // beyond pureStd, in the domain only; elsewhere the standard library is free
	anyOwn bool     // the one place that wires everything
}

// layers is the import policy of the module. It is the architecture, not a
// description of it: DO NOT CHANGE IT TO MAKE A BUILD PASS. A new package needs a
// line here, and the line needs an argument in docs/architecture.md.
var layers = map[string]layer{
	"domain":           {},
	"domain/dice":      {},
	"domain/scorecard": {own: []string{"domain/dice"}},
	"domain/pot":       {own: []string{"domain/dice"}},
	"domain/potplay":   {own: []string{"domain/dice", "domain/pot"}},
	"domain/solver": {
		own: []string{"domain/dice", "domain/scorecard"},
		std: []string{"simd/archsimd"}, // four sums in one instruction; in a build that asks for it
	},
	"domain/fairness": {
		own: []string{"domain/dice"},
		std: []string{
			"crypto/hmac", "crypto/sha256", "crypto/subtle", "encoding/hex",
			"io",       // the seed is read from a source that is handed in
			"log/slog", // LogValuer only, so that a seed that is logged by mistake does not show
		},
	},
	"domain/game": {own: []string{"domain/dice", "domain/scorecard", "domain/pot"}},
	// What the computer does, and what it thinks of what others did: both know games and the optimum, neither of which
	// knows them.
	"domain/bestplay": {
		own: []string{"domain/dice", "domain/scorecard", "domain/pot", "domain/game", "domain/solver", "domain/potplay"},
	},
	"domain/review": {
		own: []string{
			"domain/dice", "domain/scorecard", "domain/pot", "domain/game", "domain/solver", "domain/potplay", "domain/bestplay",
		},
	},
	"domain/gamelog": {
		own:   []string{"domain/dice", "domain/scorecard", "domain/pot", "domain/fairness", "domain/game"},
		third: []string{"github.com/go-json-experiment/json"},
		std:   []string{"bytes", "crypto/sha256", "encoding/hex"},
	},
	// Events are bytes to a store, so it needs to know nothing of the games.
	"repository": {},
	"repository/storetest": {
		own:   []string{"repository"},
		third: []string{"github.com/google/go-cmp"},
	},
	"repository/sqlite": {
		own:   []string{"repository"},
		third: []string{"modernc.org/sqlite", "github.com/pressly/goose"},
	},
	"api/play": {
		own:   []string{"domain/*", "repository"},
		third: []string{"github.com/go-json-experiment/json", "github.com/google/uuid"},
	},
	"api/auth": {
		own: []string{"repository"},
		third: []string{
			"github.com/golang-jwt/jwt", "github.com/google/uuid", "golang.org/x/crypto", "golang.org/x/text",
		},
	},
	"api/limit": {third: []string{"golang.org/x/time"}},
	"api/shape": {own: []string{"api/play", "domain/*"}, third: []string{"github.com/go-json-experiment/json"}},
	// What it answers is what the API answers, on a device and without a server.
	"api/engine": {
		own:   []string{"api/play", "api/shape", "domain/*", "repository"},
		third: []string{"github.com/go-json-experiment/json"},
	},
	"api/rest": {
		own: []string{"api/play", "api/shape", "api/auth", "api/limit", "domain/*", "repository", "docs", "openapi"},
		third: []string{
			"github.com/go-json-experiment/json", "github.com/google/uuid", "github.com/labstack/echo", "golang.org/x/text",
		},
	},
	// What it sends is bytes to it, so it needs to know nothing of games.
	"api/webhook": {own: []string{"repository"}},
	// It counts what is asked of a store and of the API, of which it knows no more.
	"api/metrics":  {own: []string{"repository"}, third: []string{"github.com/prometheus/client_golang"}},
	"api/loadtest": {}, // tests alone
	// It plays as a server does, on what it is given to store games with.
	"api/fill": {own: []string{"api/play", "api/auth", "domain/*", "repository"}, third: []string{"github.com/google/uuid"}},
	// What the real thing is compared with is made of the same libraries, and of nothing of ours.
	"api/bench": {third: []string{
		"github.com/go-json-experiment/json", "github.com/golang-jwt/jwt", "github.com/google/uuid", "github.com/labstack/echo",
		"modernc.org/sqlite",
	}},
	"api/web":                 {}, // files for browsers
	"api/web/engine/generate": {}, // builds one of them
	"docs":                    {},
	"openapi":                 {third: []string{"github.com/swaggest/swgui"}},
	"openapi/generate": {
		third: []string{
			"github.com/getkin/kin-openapi", "github.com/go-openapi/spec", "github.com/swaggo/swag", "go.yaml.in/yaml",
		},
	},
	"openapi/conform":     {own: []string{"openapi"}, third: []string{"github.com/getkin/kin-openapi"}},
	"openapi/conformance": {}, // tests alone, of the kit for client teams
	"cmd/kast":            {anyOwn: true, third: []string{"golang.org/x/term"}},
	"cmd/kast-engine":     {own: []string{"api/engine"}},
}

// pureStd is what the whole domain may use of the standard library.
var pureStd = []string{
	"cmp", "errors", "fmt", "iter", "maps", "math", "math/bits", "slices", "sort", "strconv", "strings",
	"sync",         // for a table that is worked out once
	"time",         // instants and durations; the clock is forbidden below
	"unicode/utf8", // lengths of names
}

// impureStd says, for what one might reach for, why the domain may not.
var impureStd = map[string]string{
	"context":       "a rule does not wait, so there is nothing to give up",
	"crypto/rand":   "dice and seeds come with the command, else a log would not replay",
	"database/sql":  "storing is the repository's",
	"embed":         "rules are code; texts are in docs",
	"encoding/json": "only domain/gamelog writes JSON, and with a stricter library",
	"io/fs":         "no files",
	"log":           "return what happened; the caller logs",
	"log/slog":      "return what happened; the caller logs",
	"math/rand":     "dice come with the command",
	"math/rand/v2":  "dice come with the command",
	"net":           "no network",
	"net/http":      "statuses and headers are api/rest's",
	"os":            "no files, no environment",
	"reflect":       "types are known here",
	"runtime":       "a rule gives the same on every machine",
	"sync/atomic":   "no shared state",
	"testing":       "only in tests",
	"unsafe":        "no",
}

// clock is what of package time reads the clock or waits for it.
var clock = []string{
	"After", "AfterFunc", "NewTicker", "NewTimer", "Now", "Since", "Sleep", "Tick", "Until",
}

// onlyIn names modules that belong to one place, so that replacing one touches
// that place alone. It holds even for packages whose layer would allow more.
var onlyIn = map[string][]string{
	"github.com/labstack/echo":            {"api/rest", "api/bench"},
	"github.com/golang-jwt/jwt":           {"api/auth", "api/bench"},
	"github.com/prometheus/client_golang": {"api/metrics"},
	"golang.org/x/term":                   {"cmd/kast"},
	"golang.org/x/time":                   {"api/limit"},
	"modernc.org/sqlite":                  {"repository/sqlite", "api/bench"},
	"github.com/pressly/goose":            {"repository/sqlite"},
	"kast/repository/sqlite":              {"cmd/kast"},
	"kast/openapi/conform":                {},
	"kast/repository/storetest":           {},
	"github.com/google/go-cmp":            {"repository/storetest"},
	"pgregory.net/rapid":                  {},
	"github.com/swaggo/swag":              {"openapi/generate"},
	"github.com/swaggest/swgui":           {"openapi"},
	"github.com/go-openapi/spec":          {"openapi/generate"},

	// The reference library for receivers: tests check signatures with it.
	"github.com/standard-webhooks/standard-webhooks": {},

	// The conformance kit is checked against its schemas with it.
	"github.com/santhosh-tekuri/jsonschema": {},
}

const module = "kast"

func TestImports(t *testing.T) {
	for _, p := range packages(t) {
		t.Run(p.path, func(t *testing.T) {
			l, known := layers[p.path]
			if !known {
				t.Fatalf("package %s is not in the import policy", p.path)
			}
			for _, f := range p.files {
				for _, spec := range f.ast.Imports {
					imp, err := strconv.Unquote(spec.Path.Value)
					if err != nil {
						t.Fatal(err)
					}
					if reason := refuse(p.path, l, imp, f.test); reason != "" {
						t.Errorf("%s: imports %s: %s", f.at(spec.Pos()), imp, reason)
					}
				}
			}
		})
	}
}

// refuse says why a file of package pkg may not import imp, or nothing.
func refuse(pkg string, l layer, imp string, test bool) string {
	own, isOwn := strings.CutPrefix(imp, module+"/")
	inDomain := within(pkg, "domain")
	if test {
		if inDomain && isOwn && !within(own, "domain") {
			return "the tests of the rules need the rules only"
		}
		return ""
	}
	for prefix, places := range onlyIn {
		if within(imp, prefix) && !slices.Contains(places, pkg) {
			if len(places) == 0 {
				return "it is for tests"
			}
			return "it belongs to " + strings.Join(places, ", ")
		}
	}
	switch {
	case isOwn:
		if l.anyOwn || slices.ContainsFunc(l.own, func(o string) bool { return matches(own, o) }) {
			return ""
		}
		return "the layer does not allow it"
	case strings.Contains(strings.Split(imp, "/")[0], "."):
		if slices.ContainsFunc(l.third, func(o string) bool { return within(imp, o) }) {
			return ""
		}
		return "this package uses no such module"
	case !inDomain, slices.Contains(pureStd, imp), slices.Contains(l.std, imp):
		return ""
	default:
		if why := impureStd[imp]; why != "" {
			return why
		}
		return "it is not on the domain's list"
	}
}

// TestDomainReadsNoClock looks for calls, since package time itself is allowed.
func TestDomainReadsNoClock(t *testing.T) {
	for _, f := range domainFiles(t) {
		name := f.importName("time")
		ast.Inspect(f.ast, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			x, ok := sel.X.(*ast.Ident)
			if ok && name != "" && x.Name == name && slices.Contains(clock, sel.Sel.Name) {
				t.Errorf("%s: time.%s: the time comes with the command", f.at(n.Pos()), sel.Sel.Name)
			}
			return true
		})
	}
}

// TestDomainHasNoJSONTags keeps the log format, which is frozen, apart from the
// types of the rules, which are not.
func TestDomainHasNoJSONTags(t *testing.T) {
	for _, f := range domainFiles(t) {
		if within(f.pkg, "domain/gamelog") {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			field, ok := n.(*ast.Field)
			if !ok || field.Tag == nil {
				return true
			}
			tag, err := strconv.Unquote(field.Tag.Value)
			if err != nil {
				t.Fatal(err)
			}
			if _, has := reflect.StructTag(tag).Lookup("json"); has {
				t.Errorf("%s: a json tag outside domain/gamelog", f.at(n.Pos()))
			}
			return true
		})
	}
}

// TestPackageComments: one comment a package, so that there is one place to read
// and one to change.
func TestPackageComments(t *testing.T) {
	for _, p := range packages(t) {
		var with []string
		for _, f := range p.files {
			if !f.test && f.ast.Doc != nil && strings.TrimSpace(f.ast.Doc.Text()) != "" {
				with = append(with, f.name)
			}
		}
		if len(with) != 1 && p.hasCode() {
			t.Errorf("package %s has %d package comments, want 1 %v", p.path, len(with), with)
		}
	}
}

// TestPolicyIsUsed: a line that nothing needs would let something in unseen.
func TestPolicyIsUsed(t *testing.T) {
	have := map[string][]string{}
	for _, p := range packages(t) {
		have[p.path] = []string{}
		for _, f := range p.files {
			for _, spec := range f.ast.Imports {
				if !f.test {
					have[p.path] = append(have[p.path], strings.Trim(spec.Path.Value, `"`))
				}
			}
		}
	}
	for name, l := range layers {
		imports, exists := have[name]
		if !exists {
			t.Errorf("the import policy names %s, which does not exist", name)
		}
		for _, o := range l.own {
			if !slices.ContainsFunc(imports, func(i string) bool { return matches(strings.TrimPrefix(i, module+"/"), o) }) {
				t.Errorf("%s may import %s, but does not", name, o)
			}
		}
		for _, o := range slices.Concat(l.third, l.std) {
			if !slices.ContainsFunc(imports, func(i string) bool { return within(i, o) }) {
				t.Errorf("%s may import %s, but does not", name, o)
			}
		}
	}
}

// TestSQLiteAndLibcAreAPair: modernc.org/sqlite is generated against one version
// of modernc.org/libc, and with another one it may corrupt data. Other modules
// ask for later versions, and the go command would take those.
func TestSQLiteAndLibcAreAPair(t *testing.T) {
	const sqliteModule, libcModule = "modernc.org/sqlite", "modernc.org/libc"
	ours := requirements(t, filepath.Join(root(t), "go.mod"))
	version := ours[sqliteModule]
	if version == "" {
		t.Fatalf("go.mod does not require %s", sqliteModule)
	}
	// The module's go.mod lies in the module cache, where the build has put it:
	// no network is needed to read it.
	theirs := requirements(t, filepath.Join(moduleCache(t), "cache", "download", sqliteModule, "@v", version+".mod"))
	if got, want := ours[libcModule], theirs[libcModule]; got != want || want == "" {
		t.Errorf("go.mod has %s %s, but %s %s is made for %s", libcModule, got, sqliteModule, version, want)
	}
}

// requirements reads what a go.mod requires. It knows only the form that the go
// command writes.
func requirements(t *testing.T, file string) map[string]string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	found, block := map[string]string{}, ""
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		switch {
		case len(words) == 0:
		case words[0] == ")":
			block = ""
		case len(words) == 2 && words[1] == "(":
			block = words[0]
		case block == "require" && len(words) >= 2:
			found[words[0]] = words[1]
		case words[0] == "require" && len(words) >= 3:
			found[words[1]] = words[2]
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return found
}

func moduleCache(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// pkg is one folder of Go files, tests and all.
type pkg struct {
	path  string // below the module, "domain/dice"
	files []file
}

// hasCode tells a package from a folder of tests alone.
func (p pkg) hasCode() bool {
	return slices.ContainsFunc(p.files, func(f file) bool { return !f.test })
}

type file struct {
	pkg, name string
	test      bool
	ast       *ast.File
	set       *token.FileSet
}

func (f file) at(pos token.Pos) string {
	return fmt.Sprintf("%s/%s:%d", f.pkg, f.name, f.set.Position(pos).Line)
}

// importName is the name that the file uses for an import, or nothing.
func (f file) importName(imp string) string {
	for _, spec := range f.ast.Imports {
		if spec.Path.Value != strconv.Quote(imp) {
			continue
		}
		if spec.Name != nil {
			return spec.Name.Name
		}
		return path.Base(imp)
	}
	return ""
}

func domainFiles(t *testing.T) []file {
	t.Helper()
	var files []file
	for _, p := range packages(t) {
		for _, f := range p.files {
			if within(p.path, "domain") && !f.test {
				files = append(files, f)
			}
		}
	}
	return files
}

// packages parses every Go file of the module.
func packages(t *testing.T) []pkg {
	t.Helper()
	byPath := map[string]*pkg{}
	top := root(t)
	err := filepath.WalkDir(top, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := d.Name()
		if d.IsDir() {
			hidden := name != top && (base[0] == '.' || base[0] == '_')
			if hidden || base == "testdata" || base == "node_modules" {
				return filepath.SkipDir
			}
			return nil
		}
		if filepath.Ext(base) != ".go" {
			return nil
		}
		rel, err := filepath.Rel(top, filepath.Dir(name))
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, name, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		if byPath[rel] == nil {
			byPath[rel] = &pkg{path: rel}
		}
		byPath[rel].files = append(byPath[rel].files, file{
			pkg: rel, name: base, test: strings.HasSuffix(base, "_test.go"), ast: tree, set: set,
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var all []pkg
	for _, p := range byPath {
		all = append(all, *p)
	}
	slices.SortFunc(all, func(a, b pkg) int { return strings.Compare(a.path, b.path) })
	return all
}

func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// matches tells whether a package is the one that a policy names, or below it.
func matches(pkg, policy string) bool {
	if under, ok := strings.CutSuffix(policy, "/*"); ok {
		return strings.HasPrefix(pkg, under+"/")
	}
	return pkg == policy
}

// within tells whether an import path is prefix itself or below it.
func within(p, prefix string) bool {
	return p == prefix || strings.HasPrefix(p, prefix+"/")
}
