package sqlite

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"kast/repository"
)

// What another process commits ends the wait too, soon after the commit. Two stores on one file share nothing but it.
func TestAwaitNews_elsewhere(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kast.db")
	here, there := openFile(t, file), openFile(t, file)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	account := repository.Account{ID: uuid("a"), Name: "A", CreatedAt: moment}
	in := repository.SignIn{ID: uuid("in"), AccountID: account.ID, CreatedAt: moment, RotatedAt: moment}
	if err := there.CreateAccount(ctx, account, in); err != nil {
		t.Fatal(err)
	}
	for name, write := range map[string]func(){
		"a game": func() { newLog(t, there, "g") },
		"a sign-in": func() {
			if err := there.EndSignIn(ctx, in.ID); err != nil {
				t.Error(err)
			}
		},
	} {
		now, err := here.Now(ctx)
		if err != nil {
			t.Fatal(err)
		}
		waited := make(chan error, 1)
		go func() { waited <- here.AwaitNews(ctx, now) }()
		write()
		committed := time.Now()
		if err := <-waited; err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if took := time.Since(committed); took > 5*time.Second {
			t.Errorf("%s: noticed after %v", name, took)
		}
	}
}

// The changes of an account are found in two ways, by whichever is shorter. Both give the same, whatever came before: games
// that are not the account's, that changed again, that it has left, and to which it came back.
func TestChangesOf_bothWays(t *testing.T) {
	db := openNew(t)
	for _, name := range []string{"a", "b"} {
		account := repository.Account{ID: uuid(name), Name: name, CreatedAt: moment}
		in := repository.SignIn{ID: uuid("in" + name), AccountID: account.ID, CreatedAt: moment, RotatedAt: moment}
		if err := db.CreateAccount(t.Context(), account, in); err != nil {
			t.Fatal(err)
		}
	}
	seats := func(who string) []repository.Seat {
		return []repository.Seat{{Standing: repository.Standing{Kind: "account"}, AccountID: uuid(who)}}
	}
	chance := rand.New(rand.NewPCG(1, 2))
	var logs []*log
	for i := range 12 {
		logs = append(logs, newLog(t, db, fmt.Sprint("g", i)))
	}
	for i := range 120 {
		newLog(t, db, fmt.Sprint("other", i)) // of nobody
	}
	for range 150 {
		l := logs[chance.IntN(len(logs))]
		a := l.next()
		if who := chance.IntN(4); who < 2 {
			a.Seats = seats([]string{"a", "b"}[who])
		}
		if err := db.Append(t.Context(), a); err != nil {
			t.Fatal(err)
		}
		l.head = repository.Head{Seq: a.Events[0].Seq, Hash: a.Events[0].Hash}
	}
	now, err := db.Now(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	id, err := encodeID(uuid("a"))
	if err != nil {
		t.Fatal(err)
	}
	read := func(query string, after int64, limit int) (rows []string) {
		err := db.read.do(t.Context(), func(c *conn) error {
			return c.query(query, args{id, after, limit}, func(r *row) error {
				rows = append(rows, fmt.Sprint(r.values))
				return nil
			})
		})
		if err != nil {
			t.Fatal(err)
		}
		return rows
	}
	seen := 0
	for after := int64(0); after <= now.Games; after += 7 {
		for _, limit := range []int{1, 3, 50} {
			one, other := read(queryChangesOf, after, limit), read(queryNewsOf, after, limit)
			if !slices.Equal(one, other) {
				t.Fatalf("after %d, %d at most: %v\nand the other way round %v", after, limit, one, other)
			}
			seen += len(one)
		}
	}
	if seen == 0 {
		t.Error("nothing has changed")
	}
	// A few that changed are looked through; among very many one's own are looked for.
	for after, want := range map[int64]bool{now.Games: true, now.Games - 10: true, 0: false} {
		err := db.read.do(t.Context(), func(c *conn) error {
			few, err := fewNews(c, id, after)
			if few != want {
				t.Errorf("few news after %d: %t", after, few)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
