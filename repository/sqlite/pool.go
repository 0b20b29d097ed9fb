package sqlite

import (
	"context"
	"errors"
	"sync"
)

// readers is how many reads can go on at once. Reads are short and mostly from memory, so that more would only wait
// for processors.
const readers = 8

// pool is a set of connections for reading, all of them open from the start so that a wrong setting shows at once.
type pool struct {
	at   place
	free chan *conn // nil stands for one that has to be opened anew
	done chan struct{}
	once sync.Once
	size int
}

func newPool(ctx context.Context, at place, size int) (*pool, error) {
	p := &pool{at: at, free: make(chan *conn, size), done: make(chan struct{}), size: size}
	for range size {
		c, err := at.connect(ctx, forReading)
		if err != nil {
			p.size = len(p.free)
			return nil, errors.Join(err, p.close())
		}
		p.free <- c
	}
	return p, nil
}

// do calls f with a connection. The wait for one ends with ctx; f itself is not interrupted.
func (p *pool) do(ctx context.Context, f func(*conn) error) error {
	c, err := p.acquire(ctx)
	if err != nil {
		return err
	}
	err = f(c)
	if isFault(err) {
		_ = c.close() // its own error would say less than err
		c = nil
	}
	p.free <- c
	return unavailable(err)
}

func (p *pool) acquire(ctx context.Context) (*conn, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	select { // first of all: select below chooses at random
	case <-p.done:
		return nil, errClosed
	default:
	}
	select {
	case c := <-p.free:
		if c != nil {
			return c, nil
		}
		c, err := p.at.connect(ctx, forReading)
		if err != nil {
			p.free <- nil
			return nil, unavailable(err)
		}
		return c, nil
	case <-p.done:
		return nil, errClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// close waits for the reads under way and closes all connections.
func (p *pool) close() error {
	var errs []error
	p.once.Do(func() {
		close(p.done)
		for range p.size {
			if c := <-p.free; c != nil {
				errs = append(errs, c.close())
			}
		}
	})
	return errors.Join(errs...)
}
