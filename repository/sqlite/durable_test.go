package sqlite

import (
	"os"
	"path/filepath"
	"testing"
)

// copyFiles copies the database and its write-ahead log as they are on the disk, as if the machine stopped now.
func copyFiles(t *testing.T, db *DB) (file string, wal []byte) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "copy.db")
	for _, suffix := range []string{"", "-wal"} {
		data, err := os.ReadFile(db.at.file + suffix)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file+suffix, data, 0o600); err != nil {
			t.Fatal(err)
		}
		wal = data
	}
	return file, wal
}

// An acknowledged append is in the files. (That it is also on the disk is what synchronous FULL stands for.)
func TestAcknowledgedIsWritten(t *testing.T) {
	db := openNew(t)
	l := newLog(t, db, "a")
	for range 30 {
		if err := l.append(t, db); err != nil {
			t.Fatal(err)
		}
		file, _ := copyFiles(t, db)
		again, err := Open(t.Context(), file, Options{})
		if err != nil {
			t.Fatal(err)
		}
		l.check(t, again)
		if err := again.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// A write-ahead log that is cut anywhere, as when the machine stopped in the middle of a write, gives a log that is
// shorter but whole.
func TestTornLog(t *testing.T) {
	db := openNew(t)
	l := newLog(t, db, "a")
	start := l.head.Seq
	if err := db.Close(); err != nil { // so that the write-ahead log begins with what follows
		t.Fatal(err)
	}
	db = openFile(t, db.at.file)
	for range 20 {
		if err := l.append(t, db); err != nil {
			t.Fatal(err)
		}
	}
	whole, wal := copyFiles(t, db)
	seen := map[int]bool{}
	for cut := 0; cut <= len(wal); cut += 1811 { // a prime, so that frames are cut everywhere
		if err := os.WriteFile(whole+"-wal", wal[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		again, err := Open(t.Context(), whole, Options{})
		if err != nil {
			t.Fatalf("cut at %d of %d: %v", cut, len(wal), err)
		}
		seen[length(t, again, l.id).Seq] = true
		// Closing moves the log into the file; put it back as it was.
		if err := again.Close(); err != nil {
			t.Fatal(err)
		}
		fresh, _ := copyFiles(t, db)
		whole = fresh
	}
	if !seen[start] || len(seen) < 10 {
		t.Errorf("the cuts gave logs of %d different lengths, want the one of %d events and many more", len(seen), start)
	}
}
