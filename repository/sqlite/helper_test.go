package sqlite

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // for machines without

	"kast/repository"
)

// helpers are what this test's program does as another process: with these variables of the environment set, it runs
// one of them and exits.
const (
	helperMode = "KAST_TEST_HELPER"
	helperFile = "KAST_TEST_FILE"
	helperArg  = "KAST_TEST_ARG"
)

var helpers = map[string]func(ctx context.Context, db *DB, arg string) error{
	"open":   func(context.Context, *DB, string) error { return nil },
	"backup": func(ctx context.Context, db *DB, arg string) error { return db.Backup(ctx, arg) },
	"zone":   zoneHelper,
}

func TestMain(m *testing.M) {
	mode := os.Getenv(helperMode)
	if mode == "" {
		os.Exit(m.Run())
	}
	ctx := context.Background()
	db, err := Open(ctx, os.Getenv(helperFile), Options{})
	if err == nil {
		err = helpers[mode](ctx, db, os.Getenv(helperArg))
	}
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// helper returns the command that runs a helper in another process.
func helper(t *testing.T, mode, file, arg string, env ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), exe)
	cmd.Env = append(append(os.Environ(), helperMode+"="+mode, helperFile+"="+file, helperArg+"="+arg), env...)
	return cmd
}

// zoneHelper stores a game at a time of the night in which Stockholm's clocks change, written as local time,
// and prints all that is stored in a form that does not depend on where it is printed.
func zoneHelper(ctx context.Context, db *DB, arg string) error {
	at := moment.In(time.Local).Add(time.Duration(len(arg)) * time.Hour)
	id := uuid(arg)
	e := event(id, repository.Head{})
	g := repository.NewGame{
		Game:   repository.Game{ID: id, Head: repository.Head{Seq: 1, Hash: e.Hash}, CreatedAt: at, UpdatedAt: at},
		Events: []repository.Event{e},
	}
	g.Summary = repository.Summary{Status: "open", Visibility: "public", StartedAt: at}
	if err := db.CreateGame(ctx, g); err != nil {
		return err
	}
	page, err := db.Lobby(ctx, repository.Page{Limit: 100})
	if err != nil {
		return err
	}
	for _, g := range page.Games {
		for _, t := range []time.Time{g.CreatedAt, g.UpdatedAt, g.Summary.StartedAt} {
			if t.Location() != time.UTC {
				return fmt.Errorf("a time came back in %v", t.Location())
			}
			fmt.Println(g.ID, t)
		}
	}
	return nil
}

// Where the server stands changes nothing (the zone of a process is fixed at its start, hence the processes).
func TestTimeZones(t *testing.T) {
	file := t.TempDir() + "/kast.db"
	var last string
	for i, zone := range []string{"UTC", "America/Los_Angeles", "Asia/Tokyo", "Europe/Stockholm", "Asia/Kathmandu"} {
		if _, err := time.LoadLocation(zone); err != nil {
			t.Fatal(err)
		}
		out, err := helper(t, "zone", file, strings.Repeat("x", i+1), "TZ="+zone).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", zone, err, out)
		}
		// What the processes before have read is read again, and before it one game more.
		if !strings.HasSuffix(string(out), last) || strings.Count(string(out), "\n") != 3*(i+1) {
			t.Errorf("%s reads\n%s\nwant it to end with\n%s", zone, out, last)
		}
		want := moment.Add(time.Duration(i+1) * time.Hour).String()
		if !strings.Contains(string(out), want) {
			t.Errorf("%s reads\n%s\nwant it to have %s", zone, out, want)
		}
		last = string(out)
	}
}
