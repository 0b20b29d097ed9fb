package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"time"
)

// conn is one connection with its prepared statements; only one goroutine may use it at a time.
//
// It sits on the driver itself, without database/sql. The store does not need what that adds (a pool of
// interchangeable connections, conversions), and pays for it on every statement. The driver moreover starts
// a goroutine for every statement whose context can end. Statements here take microseconds, so contexts
// are looked at before a statement and while waiting for a connection; only a backup is interrupted midway.
type conn struct {
	dc    driver.Conn
	stmts map[string]driver.Stmt
	bound []driver.NamedValue // used again for each statement: the driver has copied them when it returns
	room  args                // likewise, for the arguments of the longest statement
	wrote bool                // a statement has changed something since this was set to false
}

func newConn(dc driver.Conn) *conn { return &conn{dc: dc, stmts: map[string]driver.Stmt{}} }

// row is one row of a result. A column of another type than asked for can only come from a damaged file; it reads as
// zero, and query reports it.
type row struct {
	values []driver.Value
	bad    bool
}

func column[T any](r *row, i int) (v T) {
	if r.values[i] == nil {
		return v
	}
	v, ok := r.values[i].(T)
	if !ok {
		r.bad = true
	}
	return v
}

func (r *row) null(i int) bool   { return r.values[i] == nil }
func (r *row) text(i int) string { return column[string](r, i) } // empty for NULL
func (r *row) num(i int) int64   { return column[int64](r, i) }  // 0 for NULL
func (r *row) int(i int) int     { return int(r.num(i)) }
func (r *row) bool(i int) bool   { return r.num(i) != 0 }

// blob returns a column's bytes, nil for NULL. They can be kept: the driver makes new ones for each row.
func (r *row) blob(i int) []byte { return column[[]byte](r, i) }

// time returns a column's time in UTC, the zero time for NULL.
func (r *row) time(i int) time.Time {
	if r.null(i) {
		return time.Time{}
	}
	return time.UnixMilli(r.num(i)).UTC()
}

// args are the arguments of a statement: int, int64, string, []byte (nil for NULL), bool or nil.
type args []driver.Value

// named are the arguments as the driver takes them. They count until the next call.
func (c *conn) named(a args) []driver.NamedValue {
	c.bound = c.bound[:0]
	for i, v := range a {
		if n, ok := v.(int); ok {
			v = int64(n)
		}
		c.bound = append(c.bound, driver.NamedValue{Ordinal: i + 1, Value: v})
	}
	return c.bound
}

// stmt returns the prepared statement of a query, which is prepared once for the life of the connection. Queries are
// constants, so their number is bounded.
func (c *conn) stmt(query string) (driver.Stmt, error) {
	if s, ok := c.stmts[query]; ok {
		return s, nil
	}
	s, err := c.dc.Prepare(query)
	if err != nil {
		return nil, fmt.Errorf("prepare: %w", err)
	}
	c.stmts[query] = s
	return s, nil
}

// exec runs a statement and returns how many rows it changed.
func (c *conn) exec(query string, a args) (int64, error) {
	s, err := c.stmt(query)
	if err != nil {
		return 0, err
	}
	res, err := s.(driver.StmtExecContext).ExecContext(context.Background(), c.named(a))
	if err != nil {
		return 0, err
	}
	n, err := res.RowsAffected()
	c.wrote = c.wrote || n > 0
	return n, err
}

// insert runs a statement that adds a row and returns the row's number.
func (c *conn) insert(query string, a args) (int64, error) {
	s, err := c.stmt(query)
	if err != nil {
		return 0, err
	}
	res, err := s.(driver.StmtExecContext).ExecContext(context.Background(), c.named(a))
	if err != nil {
		return 0, err
	}
	c.wrote = true
	return res.LastInsertId()
}

// errStop is what a function returns that wants no more rows.
var errStop = errors.New("no more rows wanted")

// query runs a statement and calls each, when not nil, with every row; the row is only valid until each returns.
func (c *conn) query(query string, a args, each func(*row) error) (err error) {
	s, err := c.stmt(query)
	if err != nil {
		return err
	}
	rows, err := s.(driver.StmtQueryContext).QueryContext(context.Background(), c.named(a))
	if err != nil {
		return err
	}
	defer func() {
		if cerr := rows.Close(); err == nil {
			err = cerr
		}
	}()
	r := row{values: make([]driver.Value, len(rows.Columns()))}
	for {
		switch err := rows.Next(r.values); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		if each == nil {
			continue
		}
		err := each(&r)
		switch {
		case r.bad:
			return errDamaged
		case errors.Is(err, errStop):
			return nil
		case err != nil:
			return err
		}
	}
}

// one runs a statement that gives at most one row and tells whether there was one.
func (c *conn) one(query string, a args, each func(*row) error) (found bool, err error) {
	err = c.query(query, a, func(r *row) error {
		found = true
		if each == nil {
			return nil
		}
		return each(r)
	})
	return found, err
}

// pragma reads a setting.
func (c *conn) pragma(name string) (got string, err error) {
	_, err = c.one("PRAGMA "+name, nil, func(r *row) error {
		got = fmt.Sprint(r.values[0])
		return nil
	})
	return got, err
}

// number reads a setting that is a number.
func (c *conn) number(name string) (got int64, err error) {
	_, err = c.one("PRAGMA "+name, nil, func(r *row) error {
		got = r.num(0)
		return nil
	})
	return got, err
}

// finalize lets go of the prepared statements.
func (c *conn) finalize() error {
	var errs []error
	for _, s := range c.stmts {
		errs = append(errs, s.Close())
	}
	clear(c.stmts)
	return errors.Join(errs...)
}

func (c *conn) close() error {
	return errors.Join(c.finalize(), c.dc.Close())
}
