package sqlite

import (
	"database/sql/driver"
	"errors"
	"maps"
	"strings"
	"testing"

	"kast/repository"
)

// All connections of the pool, held at once, and the writer's have the settings that they must have.
func TestPragmas(t *testing.T) {
	db := openNew(t)
	var held []*conn
	for range readers {
		c, err := db.read.acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		held = append(held, c)
	}
	check := func(c *conn, more map[string]string) {
		t.Helper()
		want := map[string]string{"busy_timeout": "20", "journal_mode": "wal", "synchronous": "2", "foreign_keys": "1"}
		maps.Copy(want, more)
		for name, value := range want {
			if got, err := c.pragma(name); err != nil || got != value {
				t.Errorf("%s is %q (%v), want %q", name, got, err, value)
			}
		}
	}
	for i, c := range held {
		for _, other := range held[:i] {
			if c == other {
				t.Fatal("one connection was given out twice")
			}
		}
		check(c, map[string]string{"query_only": "1", "cache_size": "-8192"})
		db.read.release(c)
	}
	err := db.write.do(t.Context(), func(c *txn) error {
		check(c.conn, map[string]string{"query_only": "0", "secure_delete": "1"})
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// A connection that does not get a setting is refused, not used.
func TestPragmaThatDoesNotHold(t *testing.T) {
	k, err := openNew(t).at.connector(forReading)
	if err != nil {
		t.Fatal(err)
	}
	k.pragmas = append(k.pragmas, pragma{"synchronous", "", "3"})
	dc, err := k.Connect(t.Context())
	if err == nil {
		t.Error("connected")
		_ = dc.Close()
	} else if !strings.Contains(err.Error(), `pragma synchronous is "2"`) {
		t.Errorf("error %v", err)
	}
}

func TestReadersCannotWrite(t *testing.T) {
	db := openNew(t)
	var faulty *conn
	err := db.read.do(t.Context(), func(c *conn) error {
		faulty = c
		_, err := c.exec(`DELETE FROM games`, nil)
		return err
	})
	if !errors.Is(err, repository.ErrUnavailable) {
		t.Errorf("a connection for reading wrote: got error %v, want ErrUnavailable", err)
	}
	// A connection with such a fault is replaced, and the pool is whole.
	for range readers {
		c, err := db.read.acquire(t.Context())
		if err != nil || c == faulty {
			t.Errorf("got connection %p with error %v, want another than %p", c, err, faulty)
		}
		defer func() { db.read.release(c) }()
	}
}

// What is bound and read must be what was given, whatever the driver makes of it.
func TestValues(t *testing.T) {
	db := openNew(t)
	err := db.read.do(t.Context(), func(c *conn) error {
		return c.query(`SELECT ?, ?, ?, ?, ?, ?, ?`, args{1, int64(-1), "Å\x00b", []byte{0, 255}, []byte(nil), nil, true}, func(r *row) error {
			want := []driver.Value{int64(1), int64(-1), "Å\x00b", "\x00\xff", nil, nil, int64(1)}
			for i, v := range r.values {
				if b, ok := v.([]byte); ok {
					v = string(b)
				}
				if v != want[i] {
					t.Errorf("value %d is %#v, want %#v", i, v, want[i])
				}
			}
			if r.int(0) != 1 || r.text(2) != "Å\x00b" || string(r.blob(3)) != "\x00\xff" || !r.null(4) || r.blob(5) != nil || !r.bool(6) {
				t.Errorf("%+v", r)
			}
			return nil
		})
	})
	if err != nil {
		t.Error(err)
	}
}

// A column of the wrong type tells of damage; it must not pass for an empty value.
func TestWrongType(t *testing.T) {
	db := openNew(t)
	err := db.read.do(t.Context(), func(c *conn) error {
		return c.query(`SELECT 'text'`, nil, func(r *row) error { r.num(0); return nil })
	})
	if err == nil {
		t.Error("no error")
	}
}
