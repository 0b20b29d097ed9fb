package sqlite

import (
	"context"
	"errors"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"kast/repository"
)

// What a process remembers does not outlast what another one writes: nothing is appended on the strength of it, and a
// sign-in that ended there is soon over here.
func TestRecent_twoProcesses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kast.db")
	here, there := openFile(t, file), openFile(t, file)
	account := repository.Account{ID: uuid("a"), Name: "A", CreatedAt: moment}
	in := repository.SignIn{ID: uuid("in"), AccountID: account.ID, CreatedAt: moment, RotatedAt: moment}
	if err := here.CreateAccount(t.Context(), account, in); err != nil {
		t.Fatal(err)
	}
	l := newLog(t, here, "g")
	recent := func() repository.Game {
		t.Helper()
		if _, err := here.Game(t.Context(), l.id); err != nil {
			t.Fatal(err)
		}
		g, err := here.Recent(t.Context(), l.id)
		if err != nil || g.Seen == 0 {
			t.Fatalf("nothing is remembered: %+v, %v", g, err)
		}
		return g
	}
	move := func(g repository.Game) error {
		a := l.next()
		a.Seen, a.Beside = g.Seen, g.Beside
		err := here.Append(t.Context(), a)
		if err == nil {
			l.head = repository.Head{Seq: a.Events[0].Seq, Hash: a.Events[0].Hash}
		}
		return err
	}
	// Nobody else writes: what is remembered goes on from append to append.
	if err := move(recent()); err != nil {
		t.Fatal(err)
	}
	for range 5 {
		g, err := here.Recent(t.Context(), l.id)
		if err != nil || g.Seen == 0 || g.Head != l.head {
			t.Fatalf("got %+v, %v, want the head %v remembered", g, err, l.head)
		}
		if err := move(g); err != nil {
			t.Fatal(err)
		}
	}
	before := recent()
	if err := there.Alter(t.Context(), before, repository.Alteration{WatchCode: new("K7QK7QK7")}); err != nil {
		t.Fatal(err)
	}
	if err := move(before); !errors.Is(err, repository.ErrConflict) {
		t.Errorf("an append on what was there before: %v, want %v", err, repository.ErrConflict)
	}
	if g, err := here.Recent(t.Context(), l.id); err != nil || g.WatchCode != "K7QK7QK7" {
		t.Errorf("got %+v, %v", g, err)
	}
	if err := move(recent()); err != nil {
		t.Error(err)
	}

	if _, err := here.RecentSignIn(t.Context(), in.ID); err != nil {
		t.Fatal(err)
	}
	if err := there.EndSignIn(t.Context(), in.ID); err != nil {
		t.Fatal(err)
	}
	ended := time.Now()
	for {
		_, err := here.RecentSignIn(t.Context(), in.ID)
		if errors.Is(err, repository.ErrNotFound) {
			break
		}
		if err != nil || time.Since(ended) > 5*time.Second {
			t.Fatalf("%v after the end: %v", time.Since(ended), err)
		}
		time.Sleep(time.Millisecond)
	}
}

// A sign-in that ended elsewhere is over here with the first write, however short the time.
func TestRecent_signInByWrite(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kast.db")
	here, there := openFile(t, file), openFile(t, file)
	account := repository.Account{ID: uuid("a"), Name: "A", CreatedAt: moment}
	in := repository.SignIn{ID: uuid("in"), AccountID: account.ID, CreatedAt: moment, RotatedAt: moment}
	if err := here.CreateAccount(t.Context(), account, in); err != nil {
		t.Fatal(err)
	}
	if _, err := here.RecentSignIn(t.Context(), in.ID); err != nil {
		t.Fatal(err)
	}
	if err := there.EndSignIn(t.Context(), in.ID); err != nil {
		t.Fatal(err)
	}
	if err := here.Beat(t.Context(), moment); err != nil {
		t.Fatal(err)
	}
	if _, err := here.RecentSignIn(t.Context(), in.ID); !errors.Is(err, repository.ErrNotFound) {
		t.Errorf("got %v, want %v", err, repository.ErrNotFound)
	}
}

// What is in use stays, however much else comes, and there is a bound to all of it.
func TestMemory(t *testing.T) {
	var m memory[int]
	m.put("used", 1)
	for i := range 5 * remembered {
		m.put(strconv.Itoa(i), i)
		if i%1000 == 0 {
			if v, ok := m.get("used"); !ok || v != 1 {
				t.Fatalf("after %d others: %d, %t", i, v, ok)
			}
		}
		if all := len(m.young) + len(m.old); all > 2*remembered {
			t.Fatalf("%d are remembered", all)
		}
	}
	if _, ok := m.get("0"); ok {
		t.Error("what nobody uses is still remembered")
	}
	m.drop("used")
	if _, ok := m.get("used"); ok {
		t.Error("what was dropped is still remembered")
	}
}

// An append writes all of the summary that another process may have changed, also what is as it was when this one wrote it.
func TestAppend_summaryOfAnotherProcess(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kast.db")
	here, there := openFile(t, file), openFile(t, file)
	l := newLog(t, here, "g")
	write := func() {
		t.Helper()
		if err := l.append(t, here); err != nil {
			t.Fatal(err)
		}
	}
	write() // from now on this process knows what the row says
	write()
	want := l.next().Summary
	other := want
	other.Ruleset, other.Round, other.Fallen, other.Deadline = "bonanza", want.Round+1, [6]int{6, 5, 4, 3, 2, 1}, moment
	if err := there.Rebuild(t.Context(), l.id, l.head, other, nil); err != nil {
		t.Fatal(err)
	}
	write()
	got, err := here.Game(t.Context(), l.id)
	if err != nil || changedParts(&got.Summary, &want) != 0 {
		t.Errorf("got %+v, %v, want %+v", got.Summary, err, want)
	}
}

// A change beside a log and an append that saw what was before it come in one transaction: the append is refused, whether it was
// decided on what was remembered or on what was read.
func TestRecent_sameTransaction(t *testing.T) {
	for name, remembered := range map[string]bool{"remembered": true, "read": false} {
		t.Run(name, func(t *testing.T) {
			db := openNew(t)
			l := newLog(t, db, "g")
			g, err := db.Game(t.Context(), l.id)
			if err == nil && remembered {
				g, err = db.Recent(t.Context(), l.id)
			}
			if err != nil || (g.Seen != 0) != remembered {
				t.Fatalf("%+v, %v", g, err)
			}
			// While one job is under way the others gather.
			begun, end := make(chan struct{}), make(chan struct{})
			go func() {
				_ = db.write.do(context.Background(), func(t *txn) error { t.touches(noEffect); close(begun); <-end; return nil })
			}()
			<-begun
			var both sync.WaitGroup
			var altered, appended error
			both.Go(func() { altered = db.Alter(t.Context(), g, repository.Alteration{WatchCode: new("K7QK7QK7")}) })
			await(db, 1)
			a := l.next()
			a.Seen, a.Beside = g.Seen, g.Beside
			both.Go(func() { appended = db.Append(t.Context(), a) })
			await(db, 2)
			close(end)
			both.Wait()
			if altered != nil || !errors.Is(appended, repository.ErrConflict) {
				t.Errorf("altered: %v, appended: %v, want %v", altered, appended, repository.ErrConflict)
			}
		})
	}
}
