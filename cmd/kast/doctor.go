package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"time"

	"kast/api/play"
	"kast/repository/sqlite"
)

func bindDoctor(f *flags) runner {
	path := f.database()
	return func(ctx context.Context, std streams, _ string) error {
		return doctor(ctx, std, *path, time.Now())
	}
}

// doctor looks whether a server would do well on a database and this machine, and prints a line for each thing that it looks
// at. errReported when something is at fault.
func doctor(ctx context.Context, std streams, path string, now time.Time) (err error) {
	db, games, err := openExisting(ctx, path, std.err)
	if err != nil {
		return err
	}
	defer closing(db, &err)
	r := &rounds{out: std.out}
	r.note("kast", "%s, %s on %s/%s", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	c, err := db.Checkup(ctx)
	if err != nil {
		return err
	}
	r.file(c)
	r.disk(db.File(), c)
	if err := r.clock(ctx, db, now); err != nil {
		return err
	}
	if err := r.bestPlay(ctx, games); err != nil {
		return err
	}
	return r.end()
}

// rounds is what doctor has found.
type rounds struct {
	out    io.Writer
	faults int
	err    error // of the first line that could not be written
}

func (r *rounds) line(word, what, how string, values ...any) {
	if _, err := fmt.Fprintf(r.out, "%-6s %-12s %s\n", word, what, fmt.Sprintf(how, values...)); r.err == nil {
		r.err = err
	}
}

func (r *rounds) note(what, how string, values ...any) { r.line("ok", what, how, values...) }
func (r *rounds) warn(what, how string, values ...any) { r.line("warn", what, how, values...) }
func (r *rounds) fault(what, how string, values ...any) {
	r.faults++
	r.line("FAULT", what, how, values...)
}

func (r *rounds) end() error {
	if r.err == nil {
		_, r.err = fmt.Fprintf(r.out, "%d faults\n", r.faults)
	}
	if r.err == nil && r.faults > 0 {
		return errReported
	}
	return r.err
}

const mib = 1 << 20

func (r *rounds) file(c sqlite.Checkup) {
	r.note("schema", "version %d of %d", c.Schema, c.Newest) // others are not opened
	if c.JournalMode == "wal" {
		r.note("journal", "wal, each commit waits for the disk")
	} else {
		r.warn("journal", "%s; the next start of the server makes it wal", c.JournalMode)
	}
	r.note("size", "%.1f MiB, of which %.1f MiB hold nothing; write-ahead log %.1f MiB", mebibytes(c.File), mebibytes(c.Unused), mebibytes(c.WAL))
	if runtime.GOOS != "windows" && c.Mode&0o077 != 0 {
		r.warn("mode", "%v: other users can read the database, and with it all secrets; chmod 600", c.Mode)
	} else {
		r.note("mode", "%v", c.Mode)
	}
	for _, line := range c.Damage {
		r.fault("integrity", "%s", line)
	}
	if len(c.Damage) == 0 {
		r.note("integrity", "sound")
	}
	for _, line := range c.Orphans {
		r.fault("references", "%s", line)
	}
	if len(c.Orphans) == 0 {
		r.note("references", "none to what is not there")
	}
}

func mebibytes(n int64) float64 { return float64(n) / mib }

// leastDisk is how much must be free: a write-ahead log can grow to as much, and more while a backup is made.
const leastDisk = 128 * mib

func (r *rounds) disk(file string, c sqlite.Checkup) {
	free, known := freeDisk(filepath.Dir(file))
	switch {
	case !known:
		r.warn("disk", "how much is free cannot be told here")
	case free < leastDisk:
		r.fault("disk", "%.1f MiB free; the server stops writing when nothing is", float64(free)/mib)
	case free < uint64(max(0, 2*c.File)):
		r.warn("disk", "%.1f MiB free; that is not enough for the database to double", float64(free)/mib)
	default:
		r.note("disk", "%.1f MiB free", float64(free)/mib)
	}
}

// earliest is a year that has come for sure.
const earliest = 2026

// behind is how far the heartbeat may be ahead of this machine's clock: two servers may differ a little.
const behind = 2 * time.Second

func (r *rounds) clock(ctx context.Context, db *sqlite.DB, now time.Time) error {
	beat, err := db.Heartbeat(ctx)
	if err != nil {
		return err
	}
	const form = time.DateTime + "Z"
	at := now.UTC().Format(form)
	switch {
	case now.UTC().Year() < earliest:
		r.fault("clock", "%s; that cannot be", at)
	case beat.Sub(now) > behind:
		r.fault("clock", "%s, but a server ran at %s: turns would not end until then", at, beat.UTC().Format(form))
	default:
		r.note("clock", "%s", at)
	}
	switch {
	case beat.IsZero():
		r.note("heartbeat", "no server has run yet")
	case now.Sub(beat) > stoodStill:
		r.note("heartbeat", "no server runs since %s", beat.UTC().Format(form))
	default:
		r.note("heartbeat", "a server runs")
	}
	return nil
}

// stoodStill is how old a heartbeat is when no server runs.
const stoodStill = 5 * time.Second

func (r *rounds) bestPlay(ctx context.Context, games *play.Service) error {
	began := time.Now()
	err := games.Tables().Prepare(ctx)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		r.fault("best play", "%v", err)
		return nil
	}
	r.note("best play", "worked out in %.1f s", time.Since(began).Seconds())
	return nil
}
