package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"time"

	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql
var embedded embed.FS

// migrations returns the files that make the schema.
func migrations() fs.FS {
	files, err := fs.Sub(embedded, "migrations")
	if err != nil {
		panic(err) // the name is a constant and good
	}
	return files
}

// newest returns the version that the migrations in files lead to.
func newest(files fs.FS) (version int64, err error) {
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		return 0, err
	}
	for _, name := range names {
		v, err := goose.NumericComponent(name)
		if err != nil {
			return 0, err
		}
		version = max(version, v)
	}
	return version, nil
}

// inspect looks at what is in the file, without changing it, and fails when it may not be used: when it is not Kast's,
// or when its schema is newer or, where it must be there as it is, older.
func inspect(ctx context.Context, at place, mustExist bool) error {
	know, err := newest(migrations())
	if err != nil {
		return err
	}
	if at.care == owned {
		at.care = asIs
	}
	k, err := at.connector(forReading)
	if err != nil {
		return err
	}
	db := sql.OpenDB(k)
	defer db.Close()
	have, err := patiently(ctx, func() (int64, error) { return schemaVersion(ctx, db) })
	if err != nil {
		return err
	}
	if have > know {
		return newerSchema(have, know)
	}
	tables, games, err := countTables(ctx, db)
	if err == nil && have == 0 && tables > 0 {
		// Another process may have made the schema between the two looks. It makes it all at once, with its version.
		have, err = patiently(ctx, func() (int64, error) { return schemaVersion(ctx, db) })
	}
	switch {
	case err != nil:
		return err
	case have == 0 && !mustExist && tables == 0:
		return nil // a new file
	case have == 0 || games == 0:
		return ErrNotKast
	case have < know && mustExist:
		return fmt.Errorf("%w: its schema is version %d, this kast needs %d", ErrOlderSchema, have, know)
	}
	return nil
}

// countTables returns how many tables and the like there are beside those of SQLite and goose, and whether games is
// among them: others use goose too.
func countTables(ctx context.Context, db *sql.DB) (tables, games int, err error) {
	_, err = patiently(ctx, func() (struct{}, error) {
		return struct{}{}, db.QueryRowContext(ctx, `SELECT count(*), count(*) FILTER (WHERE name = 'games') FROM sqlite_schema
			WHERE name NOT LIKE 'sqlite\_%' ESCAPE '\' AND tbl_name <> ?`, goose.DefaultTablename).Scan(&tables, &games)
	})
	return tables, games, err
}

// migrate brings the schema up to date with the migrations in files, all of it or nothing.
func migrate(ctx context.Context, at place, files fs.FS, logger *slog.Logger) error {
	k, err := at.connector(forWriting)
	if err != nil {
		return err
	}
	db := sql.OpenDB(k)
	defer db.Close()
	lock := &migrationLock{}
	p, err := goose.NewProvider(goose.DialectSQLite3, db, files,
		goose.WithSessionLocker(lock),
		// The lock's transaction is the only one: goose must not begin its own inside it.
		goose.WithIsolateDDL(true),
		goose.WithDisableGlobalRegistry(true),
	)
	if err != nil {
		return err
	}
	sources := p.ListSources()
	lock.target = sources[len(sources)-1].Version

	// The usual case needs no lock, so that it does not wait for a busy writer in another process.
	have, err := patiently(ctx, func() (int64, error) { return schemaVersion(ctx, db) })
	if err != nil {
		return err
	}
	if have == lock.target {
		return nil
	}
	if have > lock.target {
		return newerSchema(have, lock.target)
	}
	done, err := patiently(ctx, func() ([]*goose.MigrationResult, error) { return p.Up(ctx) })
	if err != nil {
		return err
	}
	for _, m := range done {
		logger.Info("schema migrated", slog.Int64("version", m.Source.Version), slog.Duration("took", m.Duration))
	}
	return nil
}

// patiently calls f again while another process is at the file. SQLite waits by itself in most places (busy_timeout),
// but not when two turn a new file to WAL mode at once.
func patiently[T any](ctx context.Context, f func() (T, error)) (T, error) {
	for try := 1; ; try++ {
		v, err := f()
		if !isPassing(err) || try == 50 {
			return v, err
		}
		select {
		case <-ctx.Done():
			return v, ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func newerSchema(have, know int64) error {
	return fmt.Errorf("%w: its schema is version %d, this kast knows up to %d", ErrNewerSchema, have, know)
}

// querier is a *sql.DB or *sql.Conn.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// schemaVersion returns the version of the schema, 0 for an empty file.
func schemaVersion(ctx context.Context, q querier) (int64, error) {
	var tables int
	err := q.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema WHERE name = ?`, goose.DefaultTablename).Scan(&tables)
	if err != nil || tables == 0 {
		return 0, err
	}
	var version sql.NullInt64
	err = q.QueryRowContext(ctx, `SELECT max(version_id) FROM `+goose.DefaultTablename).Scan(&version)
	return version.Int64, err
}

// migrationLock holds the file's write lock around all migrations: processes that start at once migrate one after the
// other, and the second finds the work done. It is one transaction, so that a failure, or a death midway, leaves
// the schema as it was.
type migrationLock struct{ target int64 }

func (l *migrationLock) SessionLock(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, `BEGIN IMMEDIATE`); err != nil {
		return err
	}
	have, err := schemaVersion(ctx, conn)
	if err == nil && have > l.target {
		err = newerSchema(have, l.target)
	}
	if err != nil {
		_, rerr := conn.ExecContext(ctx, `ROLLBACK`)
		return errors.Join(err, rerr)
	}
	return nil
}

// SessionUnlock commits when all migrations are done, and otherwise, when one has failed, undoes them all.
func (l *migrationLock) SessionUnlock(ctx context.Context, conn *sql.Conn) error {
	have, err := schemaVersion(ctx, conn)
	if err == nil && have == l.target {
		_, err = conn.ExecContext(ctx, `COMMIT`)
		return err
	}
	_, rerr := conn.ExecContext(ctx, `ROLLBACK`)
	return errors.Join(err, rerr)
}
