package sqlite

import (
	"context"
	"path/filepath"
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
