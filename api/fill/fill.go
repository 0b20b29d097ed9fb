// Package fill makes databases full of finished games, so that it can be measured what a server does with a large one. The
// games are real: people and their moves are made up, but everything else is the work of the packages that also play when
// people do. Rules decide, logs are chained and dice follow from seeds, and beside the logs stands what a server keeps.
//
// A game is played in memory (notebook) by the service of package play, and then handed to the store as a whole. That spares
// the store most of what many small writes cost, and leaves it the same. Where the server rolls, every game is played; where
// the dice are the client's, a course that was played may come again, as another game of other people at another time,
// with ids and hashes of its own.
package fill

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"kast/api/auth"
	"kast/api/play"
	"kast/repository"
)

// Options say what is made.
type Options struct {
	Games int
	// Accounts is how many people play them; 0 for one to 25 games, and at least eight.
	Accounts int
	// SignIns is how many of them, the first ones, have a username and Password, so that it can be measured what they are
	// answered.
	SignIns int
	// Seed makes all that is made up the same again, but for the accounts.
	Seed uint64
	// Until is about when the last game ends; games are spread over the year before.
	Until time.Time
	// Workers is how many games are played at once. More than there are processors makes the store's commits larger.
	Workers int
	// Tables are those of best play, by which finished games are reviewed.
	Tables *play.Tables
	// Put stores a game with all its appends and its review, as sqlite.DB.PutWhole does.
	Put func(context.Context, repository.NewGame, []repository.Append, []repository.Played) error
	// Progress is told how many games there are; nil for nobody.
	Progress func(games int)
	// Anew has every game played, and no course again.
	Anew bool
	// Random is where accounts get their ids and keys from; nil for the real thing.
	Random io.Reader
	// direct is where games are played without a notebook; for tests.
	direct repository.Games
	// Notify makes the service write notices, as for a webhook.
	Notify bool
}

// Password is that of accounts with usernames.
const Password = "only to measure with"

// Username is that of one of the first accounts, from 1 to Options.SignIns.
func Username(number int) string { return fmt.Sprintf("player%d", number) }

// Filled is what was made.
type Filled struct{ Accounts, Games, Events int }

// gamesEach is how many games a person hosts, on average.
const gamesEach = 25

// fewest is how many accounts there are at least: as many as may sit at a table, and then some.
const fewest = 8

// Fill makes accounts in a store, and games that they have played. It ends with the first error of the store.
func Fill(ctx context.Context, store repository.Accounts, o Options) (*Filled, error) {
	if o.Accounts == 0 {
		o.Accounts = o.Games / gamesEach
	}
	o.Accounts = max(o.Accounts, fewest)
	f := &filling{Options: o, courses: make([]course, max(1, min(mostCourses, o.Games/2))), people: make([]string, o.Accounts)}
	if err := f.signUp(ctx, store); err != nil {
		return nil, err
	}
	if err := f.games(ctx); err != nil {
		return nil, err
	}
	f.filled.Accounts = o.Accounts
	return &f.filled, nil
}

// filling is a Fill under way.
type filling struct {
	Options
	next    atomic.Int64 // game
	courses []course
	people  []string // ids of the accounts

	mu     sync.Mutex
	filled Filled
}

// atOnce does something with many workers; the first error ends it.
func atOnce(ctx context.Context, workers int, do func(ctx context.Context) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			if err := do(ctx); err != nil {
				cancel(err)
			}
		})
	}
	all.Wait()
	return context.Cause(ctx)
}

// signUp makes the accounts.
func (f *filling) signUp(ctx context.Context, store repository.Accounts) error {
	accounts, err := auth.New(ctx, store, auth.Options{Random: f.Random})
	if err != nil {
		return err
	}
	var made atomic.Int64
	return atOnce(ctx, f.Workers, func(ctx context.Context) error {
		for ctx.Err() == nil {
			i := made.Add(1)
			if i > int64(f.Accounts) {
				return nil
			}
			n := auth.NewAccount{Name: new(fmt.Sprintf("Player %d", i))}
			if i <= int64(f.SignIns) {
				n.Username, n.Password = new(Username(int(i))), new(Password)
			}
			a, _, err := accounts.CreateAccount(ctx, n)
			if err != nil {
				return err
			}
			f.people[i-1] = a.ID
		}
		return nil
	})
}

// games plays them.
func (f *filling) games(ctx context.Context) error {
	return atOnce(ctx, f.Workers, func(ctx context.Context) error {
		w := f.worker()
		for ctx.Err() == nil {
			i := f.next.Add(1)
			if i > int64(f.Games) {
				return nil
			}
			g, err := w.game(ctx, int(i-1))
			if err == nil {
				err = f.put(ctx, g)
			}
			if err != nil {
				return fmt.Errorf("game number %d: %w", i, err)
			}
		}
		return nil
	})
}

// put hands a game to the store.
func (f *filling) put(ctx context.Context, g whole) error {
	if err := f.Put(ctx, g.made, g.appends, g.played); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.filled.Games++
	f.filled.Events += len(g.events)
	if f.Progress != nil {
		f.Progress(f.filled.Games)
	}
	return nil
}

// worker plays one game after another.
type worker struct {
	*filling
	games  *play.Service
	books  *play.Books
	chance *rand.Rand
	random *rand.ChaCha8
	now    time.Time
}

func (f *filling) worker() *worker {
	w := &worker{filling: f, random: rand.NewChaCha8([32]byte{})}
	w.chance = rand.New(w.random)
	return w
}

// begin takes a service that knows of no game.
func (w *worker) begin(store repository.Games) {
	o := play.Options{
		Now: func() time.Time { return w.now }, Random: w.random, CheckName: auth.CheckName, Tables: w.Tables,
		CacheBytes: cacheBytes,
	}
	if w.Notify {
		o.Notify = func() {}
	}
	w.games = play.New(store, o)
	w.books = play.NewBooks(w.games, slog.New(slog.DiscardHandler))
}

// cacheBytes is enough for the one game that is played.
const cacheBytes = 1 << 20
