package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"kast/api/play"
	"kast/repository"
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
	r := &rounds{out: std.out}
	about := func() {
		r.note("kast", "%s, %s on %s/%s", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	}
	db, games, err := openExisting(ctx, path, std.err)
	if errors.Is(err, repository.ErrUnavailable) && ctx.Err() == nil {
		about()
		r.unopened(path, err)
		return r.end()
	}
	if err != nil {
		return err
	}
	defer closing(db, &err)
	about()
	if err := r.database(ctx, db, now); err != nil {
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

// unopened tells of a database that cannot be opened, and of what may be why. Whether it is one of Kast's nobody knows.
func (r *rounds) unopened(path string, err error) {
	r.fault("database", "%v", err)
	if errors.Is(err, fs.ErrPermission) {
		r.owner(path)
	}
	size := int64(0)
	if info, err := os.Stat(path); err == nil {
		size = info.Size()
	}
	r.disk(path, size)
}

func (r *rounds) database(ctx context.Context, db *sqlite.DB, now time.Time) error {
	c, err := db.Checkup(ctx)
	if err != nil {
		return err
	}
	r.file(c)
	r.owner(db.File())
	r.disk(db.File(), c.File)
	return r.clock(ctx, db, now)
}

const mib = 1 << 20

func (r *rounds) file(c sqlite.Checkup) {
	if c.Schema == 0 {
		r.fault("schema", "its version cannot be read; this program knows %d", c.Newest)
	} else {
		r.note("schema", "version %d of %d", c.Schema, c.Newest) // others are not opened
	}
	switch c.JournalMode {
	case "wal":
		r.note("journal", "wal, each commit waits for the disk")
	case "":
		r.fault("journal", "its mode cannot be read")
	default:
		r.warn("journal", "%s, as a backup has; the next start of the server makes it wal", c.JournalMode)
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

// owner warns where the file is not its folder's owner's, as after a copy that root has put there: who runs the server, as systemd
// lets a user of its own do, owns the folder, and could not open the file.
func (r *rounds) owner(file string) {
	folder := filepath.Dir(file)
	of, known := owner(file)
	above, knownAbove := owner(folder)
	switch {
	case !known || !knownAbove:
	case of != above:
		r.warn("owner", "the file is of user %d and its folder of user %d: if that one runs the server, chown --reference=%s %s", of, above, folder, file)
	default:
		r.note("owner", "user %d, as of the folder", of)
	}
}

// leastDisk is how much must be free: a write-ahead log can grow to as much, and more while a backup is made.
const leastDisk = 128 * mib

func (r *rounds) disk(file string, size int64) {
	free, known := sqlite.FreeDisk(filepath.Dir(file))
	switch {
	case !known:
		r.warn("disk", "how much is free cannot be told here")
	case free < leastDisk:
		r.fault("disk", "%.1f MiB free; the server stops writing when nothing is", float64(free)/mib)
	case free < uint64(max(0, 2*size)):
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
	if ctx.Err() != nil {
		return ctx.Err()
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
	case err != nil:
		r.fault("heartbeat", "it cannot be read: %v", err)
	case beat.IsZero():
		r.note("heartbeat", "none: no server has been ready yet; one that starts is once best play is worked out")
	case now.Sub(beat) > stoodStill:
		r.note("heartbeat", "no server runs since %s", beat.UTC().Format(form))
	default:
		r.note("heartbeat", "a server ran %.0f s ago, or runs", max(0, now.Sub(beat).Seconds()))
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
