package sqlite

// hasModes tells whether file modes mean something here.
const hasModes = false

// syncDir does nothing: Windows cannot sync a directory and needs no such thing.
func syncDir(string) error { return nil }

// mayUse leaves it at what SQLite says.
func mayUse(string) error { return nil }

// mayWrite leaves it at the mode, which tells of the read-only attribute.
func mayWrite(string) bool { return true }
