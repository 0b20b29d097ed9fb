package sqlite

// hasModes tells whether file modes mean something here.
const hasModes = false

// syncDir does nothing: Windows cannot sync a directory and needs no such thing.
func syncDir(string) error { return nil }
