package sqlite

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"kast/repository"
)

// An event takes at most 130 bytes of the file, with its id and hash, the call that caused it, and its share of all that
// is kept beside: games are played at once, each event an append of its own, and then finished.
func TestSizeOfAnEvent(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kast.db")
	db := openFile(t, file)
	const games, events = 64, 100
	var wg sync.WaitGroup
	for i := range games {
		wg.Go(func() {
			host := repository.Account{ID: uuid(fmt.Sprint("host", i)), Name: "Kim", CreatedAt: moment}
			in := repository.SignIn{ID: uuid(fmt.Sprint("in", i)), AccountID: host.ID, CreatedAt: moment, RotatedAt: moment}
			if err := db.CreateAccount(t.Context(), host, in); err != nil {
				t.Error(err)
				return
			}
			id := uuid(fmt.Sprint(i))
			e := realEvent(id, repository.Head{Hash: strings.Repeat("0", 64)})
			head := repository.Head{Seq: 1, Hash: e.Hash}
			g := repository.NewGame{
				Game: repository.Game{
					ID: id, Head: head, Host: host.ID, CreatedAt: moment, UpdatedAt: moment, Summary: benchSummary,
					Seats: []repository.Seat{
						{Standing: repository.Standing{Kind: "account"}, AccountID: host.ID},
						{Standing: repository.Standing{Seat: 1, Kind: "guest"}, Name: "Åsa"},
					},
				},
				Seed: make([]byte, 32), Events: []repository.Event{e},
			}
			if err := db.CreateGame(t.Context(), g); err != nil {
				t.Error(err)
				return
			}
			for seq := 2; seq <= events; seq++ {
				e := realEvent(id, head)
				a := repository.Append{
					GameID: id, After: head, Events: []repository.Event{e}, At: moment, Summary: benchSummary,
					Call: &repository.Call{ID: e.ID, AccountID: host.ID, Request: e.Hash[:32], FirstSeq: seq, LastSeq: seq},
				}
				a.Summary.Fallen = [6]int{seq, seq, seq, seq, seq, seq}
				if seq == events {
					a.Summary.Status = "finished"
				}
				if err := db.Append(t.Context(), a); err != nil {
					t.Error(err)
					return
				}
				head = repository.Head{Seq: seq, Hash: e.Hash}
			}
		})
	}
	wg.Wait()
	// Nothing of a finished game's log is left in its row, which lists read.
	err := db.read.do(t.Context(), func(c *conn) error {
		return c.query(`SELECT count(*) FROM games WHERE length(tail) > 0`, nil, func(r *row) error {
			if r.num(0) != 0 {
				t.Errorf("%d games have a tail", r.num(0))
			}
			return nil
		})
	})
	if err != nil {
		t.Error(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	empty := filepath.Join(t.TempDir(), "empty.db")
	if err := openFile(t, empty).Close(); err != nil {
		t.Fatal(err)
	}
	none, err := os.Stat(empty)
	if err != nil {
		t.Fatal(err)
	}
	each := (info.Size() - none.Size()) / (games * events)
	t.Logf("%d bytes an event", each)
	if each > 130 {
		t.Errorf("%d bytes an event, want at most 130", each)
	}
}
