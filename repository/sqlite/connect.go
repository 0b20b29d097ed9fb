package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"modernc.org/sqlite"
)

// syncData makes commits wait for fdatasync, as SQLite does wherever it is built for Linux, and not for fsync, which the driver
// chooses by itself: the contents of the file, and its size, are on the disk either way. What fsync waits for besides is the
// time at which the file was changed, which nobody asks for. Systems that cannot do so stay with fsync.
func syncData() { _, _ = sqlite.Fdatasync(true) }

// purpose is what a connection is for.
type purpose int

const (
	forWriting purpose = iota
	forReading
	forBackup // reading, but VACUUM INTO counts as writing
)

// place is where the database is, how long to wait there for another process, and what may be done to the file.
type place struct {
	file     string
	patience time.Duration
	care     care
	made     fs.FileInfo // the file as it was found when the store was opened
}

// care is how much a file is left as it is.
type care int

const (
	owned  care = iota // it is made when it is not there, and turned to WAL mode
	asIs               // neither; writes are possible
	frozen             // nobody can write it, and SQLite makes no files beside it
)

// pragma is a setting that every connection must have: how it is set, and what reading it back must give.
type pragma struct{ name, set, want string }

// pragmas returns the settings of a connection, in the order in which they are set. busy_timeout comes first, since
// setting journal_mode may have to wait for another process.
func (pl place) pragmas(p purpose) []pragma {
	if pl.care == frozen {
		return []pragma{{"foreign_keys", "ON", "1"}, {"temp_store", "MEMORY", "2"}}
	}
	patience := strconv.FormatInt(pl.patience.Milliseconds(), 10)
	all := []pragma{{"busy_timeout", patience, patience}}
	if pl.care == owned {
		all = append(all, pragma{"journal_mode", "WAL", "wal"})
	}
	all = append(all, []pragma{
		{"synchronous", "FULL", "2"},
		{"foreign_keys", "ON", "1"},
		// What SQLite keeps aside for the length of a statement, or of a migration, is small beside the memory that there is. In a
		// container there may be no folder for temporary files at all.
		{"temp_store", "MEMORY", "2"},
		// What is deleted is overwritten: a deleted person must not stay in the file's free space.
		{"secure_delete", "ON", "1"},
		// Each page that was written is copied from the write-ahead log to its place once every so many pages of 4 KiB. Most
		// are written again and again, so that a longer log saves most of the copying, and most of the waits for it.
		{"wal_autocheckpoint", "4000", "4000"},
		// A write-ahead log that grew during a backup is cut when it starts anew.
		{"journal_size_limit", "67108864", "67108864"},
	}...)
	if p == forReading {
		// KiB of pages that a connection remembers at most, while nobody writes. What lists need of the games of some people lies
		// all over a large file.
		return append(all, pragma{"cache_size", "-8192", "-8192"}, pragma{"query_only", "ON", "1"})
	}
	return append(all, pragma{"query_only", "OFF", "0"})
}

// dsn returns the driver's name of the file. The driver knows _pragma and _txlock; other drivers' keys it would ignore,
// which is one reason why connect reads the pragmas back.
func (pl place) dsn(p purpose) string {
	path := filepath.ToSlash(pl.file)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // C:/… on Windows
	}
	q := url.Values{}
	for _, pr := range pl.pragmas(p) {
		q.Add("_pragma", pr.name+"("+pr.set+")")
	}
	switch pl.care {
	case owned, asIs:
		q.Set("mode", "rw") // prepareFile makes it; what has gone away since must not be made anew
	case frozen:
		q.Set("mode", "ro")
		q.Set("immutable", "1")
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
	pragmas []pragma
}

func (pl place) connector(p purpose) (*connector, error) {
	base, err := sqlite.NewConnector(pl.dsn(p))
	if err != nil {
		return nil, err
	}
	return &connector{Connector: base, pragmas: pl.pragmas(p)}, nil
}

// Connect opens a connection and fails when one of its pragmas is not what it must be.
func (k *connector) Connect(ctx context.Context) (driver.Conn, error) {
	dc, err := k.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	c := newConn(dc)
	for _, pr := range k.pragmas {
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
func (pl place) connect(ctx context.Context, p purpose) (*conn, error) {
	k, err := pl.connector(p)
	if err != nil {
		return nil, err
	}
	dc, err := k.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return newConn(dc), nil
}
