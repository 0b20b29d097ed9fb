package sqlite

import (
	"context"
	"fmt"
	"os"
	"strconv"
)

// Checkup is how a database file is.
type Checkup struct {
	Schema, Newest int64    // the version of the schema, 0 where it cannot be read; and the newest one that is known
	JournalMode    string   // wal, once a server has used the file; empty where it cannot be read
	Damage         []string // what SQLite's integrity_check says, at most some lines; none when the file is sound
	Orphans        []string // rows that refer to what is not there, by table, and why that cannot be told
	File, WAL      int64    // bytes
	Unused         int64    // of these in the file, bytes that hold nothing
	Mode           os.FileMode
}

// maxDamage is how many lines of damage are told.
const maxDamage = 20

// Checkup looks whether the file is sound. It reads all of it, and what a damaged file does not let it read it tells as damage.
func (db *DB) Checkup(ctx context.Context) (Checkup, error) {
	var c Checkup
	know, err := newest(migrations())
	if err != nil {
		return Checkup{}, fmt.Errorf("sqlite: checkup: %w", err)
	}
	c.Newest = know
	look := func(f func(*conn) error) error { return db.read.do(ctx, f) }
	if err := look(c.readFormat); err != nil {
		c.Damage = append(c.Damage, fmt.Sprintf("the form of the file cannot be read: %v", err))
	}
	if err := look(c.readSchema); err != nil {
		c.Damage = append(c.Damage, fmt.Sprintf("the version of the schema cannot be read: %v", err))
	}
	if err := look(c.readDamage); err != nil {
		c.Damage = append(c.Damage, fmt.Sprintf("the check cannot go on: %v", err))
	}
	if err := look(c.readOrphans); err != nil {
		c.Orphans = append(c.Orphans, fmt.Sprintf("the check cannot go on: %v", err))
	}
	if ctx.Err() != nil { // which is no damage
		return Checkup{}, fmt.Errorf("sqlite: checkup: %w", ctx.Err())
	}
	if info, err := os.Stat(db.at.file); err == nil {
		c.File, c.Mode = info.Size(), info.Mode().Perm()
	}
	_, c.WAL = db.Size()
	return c, nil
}

func (c *Checkup) readFormat(conn *conn) error {
	mode, err := conn.pragma("journal_mode")
	if err != nil {
		return err
	}
	free, err := conn.number("freelist_count")
	if err != nil {
		return err
	}
	page, err := conn.number("page_size")
	if err != nil {
		return err
	}
	c.JournalMode, c.Unused = mode, free*page
	return nil
}

func (c *Checkup) readSchema(conn *conn) error {
	_, err := conn.one(`SELECT max(version_id) FROM goose_db_version WHERE is_applied`, nil, func(r *row) error {
		c.Schema = r.num(0)
		return nil
	})
	return err
}

func (c *Checkup) readDamage(conn *conn) error {
	return conn.query(`PRAGMA integrity_check(`+strconv.Itoa(maxDamage)+`)`, nil, func(r *row) error {
		if line := r.text(0); line != "ok" {
			c.Damage = append(c.Damage, line)
		}
		return nil
	})
}

func (c *Checkup) readOrphans(conn *conn) error {
	return conn.query(`PRAGMA foreign_key_check`, nil, func(r *row) error {
		if len(c.Orphans) < maxDamage {
			c.Orphans = append(c.Orphans, fmt.Sprintf("%s: a row refers to %s that is not there", r.text(0), r.text(2)))
		}
		return nil
	})
}

// Size is how many bytes the file and its write-ahead log take; 0 for what is not there.
func (db *DB) Size() (file, wal int64) {
	for name, size := range map[string]*int64{db.at.file: &file, realPath(db.at.file) + "-wal": &wal} {
		if info, err := os.Stat(name); err == nil {
			*size = info.Size()
		}
	}
	return file, wal
}

// File is where the database is, as an absolute path.
func (db *DB) File() string { return db.at.file }
