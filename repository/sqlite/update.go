package sqlite

import (
	"time"

	"kast/repository"
)

// An append writes to a game's row what changes with every move, and of the summary only the parts in which it differs from
// the one before. Each column costs something, and one that is in an index or has a trigger costs more than its value.

// The parts of a summary.
const (
	turnPart     = 1 << iota // each entry or stop
	deadlinePart             // the same, of games with a clock; it is in an index
	fallenPart               // each roll; there is a trigger
	restPart                 // hardly ever; some of it is in indices
	allParts     = 1<<iota - 1
)

// updates are the statements of appends, by the parts that they write. Their arguments are those of update.
var updates = func() (queries [allParts + 1]string) { //nolint:gochecknoglobals // it never changes
	for parts := range queries {
		q := `UPDATE games SET seq = ?, hash = ?, updated_at = ?, tail = ?, changed = ?`
		if parts&turnPart != 0 {
			q += `, turn_seat = ?, round = ?`
		}
		if parts&deadlinePart != 0 {
			q += `, deadline = ?`
		}
		if parts&fallenPart != 0 {
			q += `, ones = ?, twos = ?, threes = ?, fours = ?, fives = ?, sixes = ?`
		}
		if parts&restPart != 0 {
			q += `, ruleset = ?, rules_version = ?, status = ?, dice = ?, visibility = ?, options = ?, started_at = ?, finished_at = ?, counted = ?`
		}
		queries[parts] = q + ` WHERE n = ? AND seq = ? AND hash = ? AND beside = ?`
	}
	return queries
}()

// update returns the statement that moves a game's row on from the head on which the append was decided, to the log as it is
// with it and the change with that number, and its arguments, which count until the next call.
func (w *continuation) update(t *txn, o *openLog, number int64) (query string, a args) {
	s := &w.a.Summary
	parts := allParts
	if o.round == t.logs.round {
		parts = changedParts(&o.summary, s)
	}
	a = append(t.room[:0], int64(o.seq), o.hash, encodeTime(w.a.At), o.tail, number)
	if parts&turnPart != 0 {
		a = append(a, int64(s.TurnSeat), int64(s.Round))
	}
	if parts&deadlinePart != 0 {
		a = append(a, encodeTime(s.Deadline))
	}
	if parts&fallenPart != 0 {
		for _, times := range s.Fallen {
			a = append(a, int64(times))
		}
	}
	if parts&restPart != 0 {
		a = append(a, s.Ruleset, int64(s.RulesVersion), s.Status, s.Dice, s.Visibility, s.Options,
			encodeTime(s.StartedAt), encodeTime(s.FinishedAt), s.Counted)
	}
	a = append(a, o.n, int64(w.a.After.Seq), w.after, int64(w.a.Beside))
	t.room = a
	return updates[parts], a
}

// changedParts returns the parts in which two summaries differ.
func changedParts(a, b *repository.Summary) (parts int) {
	differ := func(a, b time.Time) bool { return a.UnixMilli() != b.UnixMilli() }
	if a.TurnSeat != b.TurnSeat || a.Round != b.Round {
		parts |= turnPart
	}
	if differ(a.Deadline, b.Deadline) {
		parts |= deadlinePart
	}
	if a.Fallen != b.Fallen {
		parts |= fallenPart
	}
	if a.Ruleset != b.Ruleset || a.RulesVersion != b.RulesVersion || a.Status != b.Status || a.Dice != b.Dice ||
		a.Visibility != b.Visibility || a.Options != b.Options || a.Counted != b.Counted ||
		differ(a.StartedAt, b.StartedAt) || differ(a.FinishedAt, b.FinishedAt) {
		parts |= restPart
	}
	return parts
}
