package main

import (
	enc "encoding/hex"
	"strings"
	"testing"
)

func hex(b []byte) string { return enc.EncodeToString(b) }

func notContains(t *testing.T, text, part string) {
	t.Helper()
	if strings.Contains(text, part) {
		t.Errorf("%q is in:\n%s", part, text)
	}
}

func TestRun_usage(t *testing.T) {
	for _, c := range []struct {
		name string
		env  map[string]string
		args []string
		says string
	}{
		{"nothing", nil, nil, "usage: kast COMMAND"},
		{"unknown command", nil, []string{"server"}, `there is no command "server"`},
		{"unknown flag", nil, []string{"serve", "--port", "1"}, "flag provided but not defined: -port"},
		{"flag without value", nil, []string{"serve", "--addr"}, "flag needs an argument: -addr"},
		{"bad choice", nil, []string{"serve", "--log-level", "loud"}, "it is none of debug, info, warn, error"},
		{
			"bad environment",
			map[string]string{"KAST_LOG_FORMAT": "xml"},
			[]string{"serve"},
			`KAST_LOG_FORMAT="xml": it is none of text, json`,
		},
		{"bad time", nil, []string{"serve", "--close-after", "30d"}, "-close-after"},
		{"time less than none", nil, []string{"serve", "--close-after", "-1h"}, "--close-after -1h0m0s: it is less than 0"},
		{"operand of a command without", nil, []string{"verify", "kast.db"}, `unexpected argument "kast.db"`},
		{"no operand", nil, []string{"backup"}, "one FILE is needed"},
		{"no port", nil, []string{"serve", "--addr", "nonsense"}, "--addr nonsense: it is no address"},
		{"port beyond all", nil, []string{"serve", "--metrics-addr", ":99999"}, "--metrics-addr :99999: it is no address"},
		{"no file", nil, []string{"serve", "--db", ""}, "-db: it is no file"},
		{"no file to look at", nil, []string{"doctor", "--db", ":memory:"}, "-db: it is no file"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := kastWith(t, c.env, c.args...)
			if got.code != exitUsage || got.out != "" {
				t.Errorf("exit code %d, want %d; output %q", got.code, exitUsage, got.out)
			}
			contains(t, got.err, c.says)
		})
	}
}

func TestRun_help(t *testing.T) {
	for _, arg := range []string{"help", "-h", "--help"} {
		got := kast(t, arg)
		if got.code != exitOK || got.err != "" {
			t.Errorf("%s: exit code %d: %s", arg, got.code, got.err)
		}
		for _, c := range commands() {
			contains(t, got.out, c.name, c.does)
		}
	}
	if got := kast(t, "--version"); got.code != exitOK || !strings.HasPrefix(got.out, "kast ") {
		t.Errorf("exit code %d, %q", got.code, got.out)
	}
}

// Each command tells all its flags, their twins and defaults, also where the environment is at fault.
func TestRun_helpOfCommands(t *testing.T) {
	env := map[string]string{"KAST_LOG_LEVEL": "loud"}
	for _, c := range commands() {
		got := kastWith(t, env, c.name, "-h")
		if got.code != exitOK || got.err != "" {
			t.Errorf("%s: exit code %d: %s", c.name, got.code, got.err)
		}
		contains(t, got.out, "usage: kast "+c.name, c.does)
		if c.name != "version" && c.name != "solve" && c.name != "bench" {
			contains(t, got.out, "--db FILE", "KAST_DB", "kast.db")
		}
	}
	contains(t, kast(t, "serve", "-h").out,
		"--addr", "KAST_ADDR", ":8080", "--log-format", "KAST_LOG_FORMAT", "text", "--log-level", "KAST_LOG_LEVEL", "info",
		"--close-after TIME", "KAST_CLOSE_AFTER", "720h0m0s")
}

func TestFlags(t *testing.T) {
	for _, c := range []struct {
		name string
		env  string
		args []string
		want string
	}{
		{"default", "", nil, "kast.db"},
		{"environment", "env.db", nil, "env.db"},
		{"flag", "", []string{"--db", "flag.db"}, "flag.db"},
		{"flag wins", "env.db", []string{"--db=flag.db"}, "flag.db"},
		{"flag wins over what is at fault", ":memory:", []string{"--db=flag.db"}, "flag.db"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newFlags("test", func(name string) string {
				if name == "KAST_DB" {
					return c.env
				}
				return ""
			})
			db := f.database()
			if _, err := f.parse(c.args); err != nil {
				t.Fatal(err)
			}
			if *db != c.want {
				t.Errorf("database %q, want %q", *db, c.want)
			}
		})
	}
	if got, want := twin("log-format"), "KAST_LOG_FORMAT"; got != want {
		t.Errorf("twin %q, want %q", got, want)
	}
}

// Flags may stand on either side of the operand, as people type them.
func TestFlags_order(t *testing.T) {
	w := newWorld(t)
	for _, args := range [][]string{
		{"backup", "--db", w.path, w.path + ".1"},
		{"backup", w.path + ".2", "--db", w.path},
	} {
		if got := kast(t, args...); got.code != exitOK {
			t.Errorf("%v: exit code %d: %s", args, got.code, got.err)
		}
	}
}
