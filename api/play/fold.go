package play

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/google/uuid"

	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/repository"
)

// fold is what a log comes to: what calls need of it without reading it again. It is a value like game.State: nothing in
// it is changed once it is made, so it may be kept and shared.
type fold struct {
	head  repository.Head // of the log that was folded
	state game.State
	older [][]uuid.UUID // the ids of the first events, idBlock of them in each block
	ids   []uuid.UUID   // the ids of the others
	moved []game.Record // the events by which seats were given up or got other numbers
	holds int           // how many events at the end of the log are holds
}

// has tells whether an event of the log has the id.
func (f fold) has(id string) bool {
	u, err := uuid.Parse(id)
	inBlock := func(block []uuid.UUID) bool { return slices.Contains(block, u) }
	return err == nil && (inBlock(f.ids) || slices.ContainsFunc(f.older, inBlock))
}

// idBlock is how many ids are in a block. Blocks are shared between folds, so that a move in a long game copies few ids.
const idBlock = 64

// with returns the fold of the log with lines at its end, which lead to state.
func (f fold) with(lines []gamelog.Line, state game.State) fold {
	after := fold{
		head: head(lines), state: state,
		// Others may be adding to f too, so nobody writes behind its slices.
		ids:   append(make([]uuid.UUID, 0, len(f.ids)+len(lines)), f.ids...),
		older: slices.Clip(f.older), moved: slices.Clip(f.moved), holds: f.holds,
	}
	for _, l := range lines {
		id, _ := uuid.Parse(l.ID) // events have no other ids
		after.ids = append(after.ids, id)
		after.holds++
		if _, held := l.Event.(game.Held); !held {
			after.holds = 0
		}
		_, left := l.Event.(game.Left)
		_, started := l.Event.(game.Started)
		if left || started {
			after.moved = append(after.moved, l.Record)
		}
	}
	for len(after.ids) >= idBlock {
		after.older = append(after.older, slices.Clone(after.ids[:idBlock]))
		after.ids = after.ids[idBlock:]
	}
	return after
}

// size is about how many bytes of memory the fold takes.
func (f fold) size() int {
	const text, moved = 512, 512 // ids, hashes, times; a record with its lists
	seat := int(reflect.TypeFor[game.Seat]().Size()) + 64
	return int(reflect.TypeFor[fold]().Size()) + text + cap(f.state.Seats)*seat + (cap(f.ids)+len(f.older)*idBlock)*len(uuid.UUID{}) + cap(f.moved)*moved
}

// foldAt folds the log of a game up to head, its head in the store. It begins with what was kept of the game before the
// head was read, so that mostly nothing, or only what other processes have added, is left to read.
func (s *Service) foldAt(ctx context.Context, id string, head repository.Head, kept fold) (fold, error) {
	if kept.head == head && head.Seq > 0 {
		return kept, nil
	}
	f, err := s.foldOn(ctx, id, head, kept)
	if kept.head.Seq > 0 && (errors.Is(err, ErrHead) || errors.Is(err, gamelog.ErrChain)) {
		// What was kept is of another log than the store has now: somebody has put back an older file.
		f, err = s.foldOn(ctx, id, head, fold{})
	}
	if err != nil {
		return fold{}, err
	}
	s.folds.put(id, f)
	return f, nil
}

// foldOn reads the events after f up to head and adds them. An error, with ErrHead or gamelog.ErrChain, when they do not
// lead from the one to the other.
func (s *Service) foldOn(ctx context.Context, id string, head repository.Head, f fold) (fold, error) {
	if f.head.Seq >= head.Seq {
		return fold{}, fmt.Errorf("load log %s: %w", id, ErrHead)
	}
	lines, err := s.lines(ctx, id, f.head.Seq, head.Seq)
	if err != nil {
		return fold{}, err
	}
	prev := f.head.Hash
	if f.head.Seq == 0 {
		prev = gamelog.Genesis()
	}
	for _, l := range lines {
		if l.Prev != prev {
			return fold{}, fmt.Errorf("load log %s, event %d: %w", id, l.Seq, gamelog.ErrChain)
		}
		prev = l.Hash
	}
	if prev != head.Hash {
		return fold{}, fmt.Errorf("load log %s: %w", id, ErrHead)
	}
	state := f.state
	if f.head.Seq == 0 {
		state = game.Fold(gamelog.Records(lines))
	} else {
		for _, l := range lines {
			state = game.Evolve(state, l.Record)
		}
	}
	return f.with(lines, state), nil
}
