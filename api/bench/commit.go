package bench

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"

	"modernc.org/sqlite" // the driver that the store uses too
)

// Group is the least that a durable store can be: one goroutine that commits whatever rows have gathered while the commit
// before was on its way to the disk. Its file is in WAL mode and synchronous FULL, as that of the server, and synced in the same way.
type Group struct {
	db      *sql.DB
	insert  *sql.Stmt
	queue   chan row
	stopped chan struct{}
	once    sync.Once
}

// row is what a caller hands in, and waits for.
type row struct {
	game, id string
	body     []byte
	done     chan error
}

// gathered is how many rows are committed together at most, as in the store.
const gathered = 256

// OpenGroup makes a file for rows.
func OpenGroup(ctx context.Context, file string) (*Group, error) {
	_, _ = sqlite.Fdatasync(true) // as in the store; where there is none it is fsync for both
	db, err := sql.Open("sqlite", "file:"+file+"?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	g := &Group{db: db, queue: make(chan row, gathered), stopped: make(chan struct{})}
	if _, err := db.ExecContext(ctx, `CREATE TABLE events (n INTEGER PRIMARY KEY, game TEXT, id TEXT, body BLOB)`); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	if g.insert, err = db.PrepareContext(ctx, `INSERT INTO events (game, id, body) VALUES (?, ?, ?)`); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	go g.loop()
	return g, nil
}

// Put returns once a row is on the disk. It must not be called after Close.
func (g *Group) Put(game, id string, body []byte) error {
	r := row{game, id, body, make(chan error, 1)}
	g.queue <- r
	return <-r.done
}

// Close ends the goroutine and closes the file.
func (g *Group) Close() error {
	g.once.Do(func() { close(g.queue) })
	<-g.stopped
	return errors.Join(g.insert.Close(), g.db.Close())
}

func (g *Group) loop() {
	defer close(g.stopped)
	for r := range g.queue {
		batch := []row{r}
	gather:
		for len(batch) < gathered {
			select {
			case r, ok := <-g.queue:
				if !ok {
					break gather
				}
				batch = append(batch, r)
			default:
				break gather
			}
		}
		err := g.commit(batch)
		for _, r := range batch {
			r.done <- err
		}
	}
}

func (g *Group) commit(batch []row) error {
	tx, err := g.db.Begin()
	if err != nil {
		return err
	}
	insert := tx.Stmt(g.insert) //nolint:sqlclosecheck // the end of the transaction closes it
	for _, r := range batch {
		if _, err := insert.Exec(r.game, r.id, r.body); err != nil {
			return errors.Join(fmt.Errorf("insert a row: %w", err), tx.Rollback())
		}
	}
	return tx.Commit()
}
