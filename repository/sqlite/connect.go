package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	"modernc.org/sqlite"
)

// purpose is what a connection is for.
type purpose int

const (
	forWriting purpose = iota
	forReading
	forBackup // reading, but VACUUM INTO counts as writing
)

// pragma is a setting that every connection must have: how it is set, and what reading it back must give.
type pragma struct{ name, set, want string }

// pragmas returns the settings of a connection, in the order in which they are set. busy_timeout comes first, since
// setting journal_mode may have to wait for another process.
func pragmas(p purpose) []pragma {
	all := []pragma{
		{"busy_timeout", "10000", "10000"},
		{"journal_mode", "WAL", "wal"},
		{"synchronous", "FULL", "2"},
		{"foreign_keys", "ON", "1"},
		// What is deleted is overwritten: a deleted person must not stay in the file's free space.
		{"secure_delete", "ON", "1"},
		// A write-ahead log that grew during a backup is cut when it starts anew.
		{"journal_size_limit", "67108864", "67108864"},
	}
	if p == forReading {
		return append(all, pragma{"query_only", "ON", "1"})
	}
	return append(all, pragma{"query_only", "OFF", "0"})
}

// dsn makes the driver's name of the file. The driver knows _pragma and _txlock; other drivers' keys it would ignore,
// which is one reason why connect reads the pragmas back.
func dsn(path string, p purpose) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // C:/… on Windows
	}
	q := url.Values{}
	for _, pr := range pragmas(p) {
		q.Add("_pragma", pr.name+"("+pr.set+")")
	}
	if p == forWriting {
		// A deferred transaction that reads and then writes fails at once when another wrote between.
		q.Set("_txlock", "immediate")
	}
	return (&url.URL{Scheme: "file", Path: path, RawQuery: q.Encode()}).String()
}

// connector opens connections and looks whether each has the settings it must have. It serves database/sql too.
type connector struct {
	driver.Connector
	purpose purpose
}

func newConnector(path string, p purpose) (*connector, error) {
	base, err := sqlite.NewConnector(dsn(path, p))
	if err != nil {
		return nil, err
	}
	return &connector{Connector: base, purpose: p}, nil
}

// Connect opens a connection and fails when one of its pragmas is not what it must be.
func (k *connector) Connect(ctx context.Context) (driver.Conn, error) {
	dc, err := k.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	c := newConn(dc)
	for _, pr := range pragmas(k.purpose) {
		got, err := c.pragma(pr.name)
		if err == nil && got != pr.want {
			err = fmt.Errorf("pragma %s is %q and not %q on a new connection", pr.name, got, pr.want)
		}
		if err != nil {
			return nil, errors.Join(err, c.close())
		}
	}
	if err := c.finalize(); err != nil {
		return nil, errors.Join(err, dc.Close())
	}
	return dc, nil
}

// connect opens one connection.
func connect(ctx context.Context, path string, p purpose) (*conn, error) {
	k, err := newConnector(path, p)
	if err != nil {
		return nil, err
	}
	dc, err := k.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return newConn(dc), nil
}
