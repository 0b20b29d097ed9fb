package sqlite

import (
	"context"
	"errors"
	"sync"
)

// readers is how many reads can go on at once. Reads are short and mostly from memory, so that more would only wait
// for processors.
const readers = 8

// pool is a set of connections for reading, all of them open from the start so that a wrong setting shows at once. The one
// that was used last is used next: its cache knows most.
type pool struct {
	at    place
	slots chan struct{} // as many as there are in free
	done  chan struct{}
	once  sync.Once
	size  int

	mu   sync.Mutex
	free []*conn // nil stands for one that has to be opened anew
}

func newPool(ctx context.Context, at place, size int) (*pool, error) {
	p := &pool{at: at, slots: make(chan struct{}, size), done: make(chan struct{}), size: size}
	for range size {
		c, err := at.connect(ctx, forReading)
		if err != nil {
			p.size = len(p.free)
			return nil, errors.Join(err, p.close())
		}
		p.release(c)
	}
	return p, nil
}

// release gives back a connection, or nil for one that is no good any more.
func (p *pool) release(c *conn) {
	p.mu.Lock()
	p.free = append(p.free, c)
	p.mu.Unlock()
	p.slots <- struct{}{}
}

// take takes a connection for a slot.
func (p *pool) take() *conn {
	p.mu.Lock()
	defer p.mu.Unlock()
	last := len(p.free) - 1
	c := p.free[last]
	p.free = p.free[:last]
	return c
}

// do calls f with a connection. The wait for one ends with ctx; f itself is not interrupted.
func (p *pool) do(ctx context.Context, f func(*conn) error) error {
	c, err := p.acquire(ctx)
	if err != nil {
		return err
	}
	good := false // also where f panics
	defer func() {
		if !good {
			_ = c.close() // its own error would say less than that of f
			c = nil
		}
		p.release(c)
	}()
	err = f(c)
	good = !isFault(err)
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
	case <-p.slots:
		if c := p.take(); c != nil {
			return c, nil
		}
		c, err := p.at.connect(ctx, forReading)
		if err != nil {
			p.release(nil)
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
			<-p.slots
			if c := p.take(); c != nil {
				errs = append(errs, c.close())
			}
		}
	})
	return errors.Join(errs...)
}
