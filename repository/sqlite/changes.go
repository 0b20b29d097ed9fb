package sqlite

import (
	"context"
	"fmt"
	"sync"
	"time"

	"kast/repository"
)

// pollEvery is how often somebody who waits looks for what other processes have written. SQLite tells nobody of that; a
// look is two short searches from memory.
const pollEvery = 100 * time.Millisecond

// bell tells those who wait that this process has committed something.
type bell struct {
	mu   sync.Mutex
	rung chan struct{} // closed by the next ring; nil while nobody waits
}

func newBell() *bell { return &bell{} }

// next returns a channel that the next ring closes.
func (b *bell) next() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.rung == nil {
		b.rung = make(chan struct{})
	}
	return b.rung
}

func (b *bell) ring() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.rung != nil {
		close(b.rung)
		b.rung = nil
	}
}

// nextChange returns the number for a change of a game. The lock on the file makes the order of numbers that of commits,
// also between processes. No game is ever deleted, so the highest number that any game has is the last that was given.
func (t *txn) nextChange() (int64, error) {
	if *t.changed == 0 {
		_, err := t.one(`SELECT coalesce(max(changed), 0) FROM games`, nil, func(r *row) error { *t.changed = r.num(0); return nil })
		if err != nil {
			return 0, err
		}
	}
	*t.changed++
	return *t.changed, nil
}

// noteChange counts what is done to a game beside its log as a change of it, and returns its number.
func (t *txn) noteChange(id []byte) (number int64, err error) {
	if number, err = t.nextChange(); err != nil {
		return 0, err
	}
	_, err = t.exec(`UPDATE games SET changed = ? WHERE id = ?`, args{number, id})
	return number, err
}

// Now implements repository.Changes.
func (db *DB) Now(ctx context.Context) (now repository.Point, err error) {
	err = db.read.do(ctx, func(c *conn) error {
		_, err := c.one(queryNow, nil, func(r *row) error {
			now = repository.Point{Games: r.num(0), Endings: r.num(1)}
			return nil
		})
		return err
	})
	if err != nil {
		return repository.Point{}, fmt.Errorf("sqlite: now: %w", err)
	}
	return now, nil
}

// News implements repository.Changes.
func (db *DB) News(ctx context.Context, after repository.Point, limit int) (news repository.News, err error) {
	err = db.read.do(ctx, func(c *conn) error {
		news = repository.News{Point: after}
		err := c.query(queryChanges, args{after.Games, max(limit, 0)}, func(r *row) error {
			news.Changes = append(news.Changes, repository.Change{GameID: decodeID(r.blob(0)), Seq: r.int(1), Changed: r.num(2)})
			news.Point.Games = r.num(2)
			return nil
		})
		if err != nil {
			return err
		}
		// A change that made somebody go may not be the last of its game. All up to Point are told here.
		err = c.query(queryGone, args{after.Games, news.Point.Games}, func(r *row) error {
			news.Gone = append(news.Gone, repository.Departure{
				AccountID: decodeID(r.blob(0)), GameID: decodeID(r.blob(1)), Changed: r.num(2),
			})
			return nil
		})
		if err != nil {
			return err
		}
		return c.query(queryEndings, args{after.Endings}, func(r *row) error {
			// They are numbered without gaps, and the oldest are forgotten.
			news.Missed = news.Missed || r.num(0) != news.Point.Endings+1
			news.Ended = append(news.Ended, r.text(1))
			news.Point.Endings = r.num(0)
			return nil
		})
	})
	if err != nil {
		return repository.News{}, fmt.Errorf("sqlite: news: %w", err)
	}
	return news, nil
}

// AwaitNews implements repository.Changes.
func (db *DB) AwaitNews(ctx context.Context, after repository.Point) error {
	poll := time.NewTicker(pollEvery)
	defer poll.Stop()
	for {
		rung := db.bell.next()
		now, err := db.Now(ctx)
		if err != nil {
			return err
		}
		if now.Games > after.Games || now.Endings > after.Endings {
			return nil
		}
		select {
		case <-rung:
		case <-poll.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// ChangesOf implements repository.Changes.
func (db *DB) ChangesOf(ctx context.Context, accountID string, after int64, limit int) ([]repository.ChangedGame, error) {
	id, err := encodeID(accountID)
	if err != nil || limit <= 0 {
		return nil, nil //nolint:nilerr // nobody can have this id, and nobody has no games
	}
	var games []numbered
	gone := map[int64]bool{} // the n of those that the account is not inside any more
	err = db.read.do(ctx, func(c *conn) error {
		games = nil
		clear(gone)
		query := queryChangesOf
		few, err := fewNews(c, id, after)
		if err != nil {
			return err
		}
		if few {
			query = queryNewsOf // which gives the same
		}
		return c.query(query, args{id, after, limit}, func(r *row) error {
			if r.null(changesOfGone) {
				games = decodeGame(games, r)
				return nil
			}
			// Of these no more is told than that. There is a row for each seat here too.
			if n := r.num(0); !gone[n] {
				gone[n] = true
				games = append(games, numbered{n, r.num(changesOfGone), repository.Game{ID: decodeID(r.blob(1))}})
			}
			return nil
		})
	})
	if err != nil {
		return nil, fmt.Errorf("sqlite: changes of %s: %w", accountID, err)
	}
	changed := make([]repository.ChangedGame, len(games))
	for i, g := range games {
		changed[i] = repository.ChangedGame{Game: g.Game, Changed: g.changed, Gone: gone[g.n]}
	}
	return changed, nil
}

const (
	// playedMost is how far the games of an account are counted.
	playedMost = 1000
	// newsEach is how many games that changed are sooner looked at than one of the account.
	newsEach = 4
	// newsLeast is how many are looked at in any case.
	newsLeast = 50
)

// fewNews tells whether the games of all that changed are sooner looked through than those of an account.
func fewNews(c *conn, account []byte, after int64) (bool, error) {
	var played, news int
	_, err := c.one(queryPlayed, args{account, playedMost}, func(r *row) error { played = r.int(0); return nil })
	if err != nil {
		return false, err
	}
	most := newsLeast + newsEach*played
	_, err = c.one(queryNews, args{after, most + 1}, func(r *row) error { news = r.int(0); return nil })
	return news <= most, err
}
