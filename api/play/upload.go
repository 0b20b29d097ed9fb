package play

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"kast/domain/dice"
	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/repository"
)

// MaxUpload is the most events that an uploaded log may have.
const MaxUpload = 5000

// Causes of a breach in an uploaded log, beside those of game.Check and gamelog.Chain.
var (
	// ErrNotClientDice: only logs of games with client dice are uploaded; where the server rolls, it writes.
	ErrNotClientDice = errors.New("the dice are not the client's")
	// ErrOtherGame: the log is that of another game.
	ErrOtherGame = errors.New("the log is another game's")
)

// DivergedError is a log that is no continuation of the one that is there.
type DivergedError struct {
	Seq    int            // the first event that differs
	Events []gamelog.Line // those that are there, from Seq on
}

func (d *DivergedError) Error() string { return fmt.Sprintf("the log differs from event %d on", d.Seq) }

// Upload is a log from a device, with what goes beside it.
type Upload struct {
	Drafts []gamelog.Line // from seq 1, as gamelog.DecodeDraft reads them
	// Names are those of guests, by seat number at the creation; empty for none. They count when the game is new.
	Names []string
}

// Uploaded is a game after an upload.
type Uploaded struct {
	View
	Created bool // the game was not there before
}

// Upload takes the log of a game with client dice, whole or longer than what is there: the common part must be the same,
// the rest is what the rules lead to, and is appended as a whole or not at all. A log that is there already, or is the
// beginning of one that is, changes nothing. The uploader is the host, and holds all seats of kind account.
//
// ErrNotFound, ErrNotSeated; *DivergedError, which is looked at before the rules; *game.Breach; ErrBadName (also
// for a seat that is no guest's), ErrNoAccount, ErrBusy.
func (s *Service) Upload(ctx context.Context, account, id string, u Upload) (Uploaded, error) {
	if err := inOrder(u.Drafts); err != nil {
		return Uploaded{}, err
	}
	for range maxAttempts {
		l, err := s.loadAs(ctx, account, id)
		var r Uploaded
		switch {
		case errors.Is(err, ErrNotFound):
			r, err = s.uploadNew(ctx, account, id, u)
		case err == nil:
			r.View, err = s.uploadOn(ctx, account, l, u)
		}
		if errors.Is(err, repository.ErrConflict) || errors.Is(err, repository.ErrExists) || errors.Is(err, repository.ErrCodeTaken) {
			continue // somebody was faster: look at what is there now
		}
		return r, err
	}
	return Uploaded{}, ErrBusy
}

// uploadNew makes a game of a log. repository.ErrExists when it is there by now.
func (s *Service) uploadNew(ctx context.Context, account, id string, u Upload) (Uploaded, error) {
	lines, state, err := judge(id, u.Drafts)
	if err != nil {
		return Uploaded{}, err
	}
	created, _ := lines[0].Event.(game.Created)
	owners, err := s.uploadedOwners(account, created.Seats, u.Names)
	if err != nil {
		return Uploaded{}, err
	}
	if err := holdsOnce(owners, lines, account); err != nil {
		return Uploaded{}, err
	}
	now := gamelog.Time(s.now())
	g := repository.Game{
		ID: id, Head: head(lines), Host: account, StartWhenFull: true, CreatedAt: now, UpdatedAt: now,
		Summary: summary(state), Seats: seatsAfter(owners, lines, state, account),
	}
	if state.Visibility == game.Private && state.Status == game.StatusOpen {
		if g.InviteCode, err = s.drawCode(inviteLength); err != nil {
			return Uploaded{}, err
		}
	}
	r := Uploaded{View: View{Beside: g, State: state, Head: g.Head.Hash}, Created: true}
	notices, err := s.notices(game.State{}, r.View, account)
	if err != nil {
		return Uploaded{}, err
	}
	err = s.store.CreateGame(ctx, repository.NewGame{Game: g, Events: stored(lines), Notices: notices})
	if errors.Is(err, repository.ErrNoAccount) {
		return Uploaded{}, ErrNoAccount
	}
	if err != nil {
		return Uploaded{}, fmt.Errorf("create game: %w", err)
	}
	s.folds.put(id, fold{}.with(lines, state))
	s.wake(notices)
	return r, s.nameSeats(ctx, &r.View)
}

// uploadedOwners says who holds the seats of a new game. ErrBadName.
func (s *Service) uploadedOwners(account string, seats []game.SeatSpec, names []string) ([]repository.Seat, error) {
	owners := make([]repository.Seat, len(seats))
	for i, seat := range seats {
		if seat.Kind == game.AccountSeat {
			owners[i].AccountID = account
		}
	}
	for i, name := range names {
		if name == "" {
			continue
		}
		if i >= len(seats) || seats[i].Kind != game.GuestSeat {
			return nil, fmt.Errorf("%w: number %d is no guest's", ErrBadName, i)
		}
		var err error
		if owners[i].Name, err = s.checkName(name); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrBadName, err)
		}
	}
	return owners, nil
}

// uploadOn continues a game that is there. repository.ErrConflict when it has moved on.
func (s *Service) uploadOn(ctx context.Context, account string, l loaded, u Upload) (View, error) {
	switch {
	case !l.visibleTo(account):
		return View{}, ErrNotFound
	case !l.heldBy(account):
		return View{}, ErrNotSeated
	}
	there, err := s.lines(ctx, l.Beside.ID, 0, l.State.Seq)
	if err != nil {
		return View{}, err
	}
	common := min(len(there), len(u.Drafts))
	prev := gamelog.Genesis()
	for i := range common {
		same, err := gamelog.Seal(prev, u.Drafts[i].Record)
		if err != nil || same.Hash != there[i].Hash {
			return View{}, &DivergedError{Seq: i + 1, Events: there[i:]}
		}
		prev = same.Hash
	}
	if l.State.Dice != game.ClientDice {
		return View{}, &game.Breach{Seq: 1, Cause: ErrNotClientDice}
	}
	if common == len(u.Drafts) {
		_, err := gamelog.Chain(u.Drafts)
		return l.View, err
	}
	lines, state, err := judge(l.Beside.ID, u.Drafts)
	if err != nil {
		return View{}, err
	}
	more := lines[common:]
	if err := holdsOnce(l.Beside.Seats, more, account); err != nil {
		return View{}, err
	}
	r, err := s.append(ctx, l, draft{lines: more, state: state, by: account, stored: gamelog.Time(s.now())}, nil, plan{joiner: account})
	if errors.Is(err, repository.ErrNoAccount) {
		return View{}, ErrNoAccount
	}
	return r.View, err
}

// judge seals a log and lets the rules judge it. *game.Breach.
func judge(id string, drafts []gamelog.Line) ([]gamelog.Line, game.State, error) {
	created, ok := drafts[0].Event.(game.Created)
	switch {
	case !ok:
		return nil, game.State{}, &game.Breach{Seq: 1, Cause: game.ErrNoCommand}
	case created.Game != id:
		return nil, game.State{}, &game.Breach{Seq: 1, Cause: ErrOtherGame}
	case created.Dice != game.ClientDice:
		return nil, game.State{}, &game.Breach{Seq: 1, Cause: ErrNotClientDice}
	}
	return Judge(drafts)
}

// Judge seals a whole log of drafts, at least one, and lets the rules judge it. *game.Breach.
func Judge(drafts []gamelog.Line) ([]gamelog.Line, game.State, error) {
	if err := inOrder(drafts); err != nil {
		return nil, game.State{}, err
	}
	ids := make(map[string]bool, len(drafts))
	for _, d := range drafts {
		if ids[d.ID] {
			return nil, game.State{}, &game.Breach{Seq: d.Seq, Cause: ErrIDInUse}
		}
		ids[d.ID] = true
	}
	lines, err := gamelog.Chain(drafts)
	if err != nil {
		return nil, game.State{}, err
	}
	state, err := game.Check(gamelog.Records(lines), nil)
	return lines, state, err
}

// inOrder looks whether the numbers of a log count from 1 without gaps. *game.Breach.
func inOrder(drafts []gamelog.Line) error {
	for i, d := range drafts {
		if d.Seq != i+1 {
			return &game.Breach{Seq: d.Seq, Cause: game.ErrSeq}
		}
	}
	return nil
}

// earliestYear is the first in which an event of a device may have happened: clocks that know no better begin with it.
const earliestYear = 1970

// EventError is an event in a list from outside that cannot be read.
type EventError struct {
	Number int // its place in the list, from 1
	Err    error
}

func (e *EventError) Error() string { return fmt.Sprintf("event number %d: %v", e.Number, e.Err) }

// Unwrap returns what is wrong with it.
func (e *EventError) Unwrap() error { return e.Err }

// ReadDrafts reads the events of a log from a device, which may lack their place in the chain. An *EventError; dice that no
// die shows are a *game.Breach, as they are against the rules.
func ReadDrafts(events []jsontext.Value) ([]gamelog.Line, error) {
	drafts := make([]gamelog.Line, len(events))
	for i, e := range events {
		var err error
		drafts[i], err = gamelog.DecodeDraft(e)
		if errors.Is(err, dice.ErrFace) {
			return nil, &game.Breach{Seq: i + 1, Cause: &game.Refusal{Code: game.BadDice, Reason: game.ReasonDiceFace}}
		}
		if err == nil && drafts[i].At.Year() < earliestYear {
			err = errors.New("at: before 1970")
		}
		if err != nil {
			return nil, &EventError{Number: i + 1, Err: err}
		}
	}
	return drafts, nil
}

// heldBy tells whether an account is the host and nobody else sits at the table by an account, or has a seat kept.
func (v View) heldBy(account string) bool {
	others := slices.ContainsFunc(v.Beside.Seats, func(seat repository.Seat) bool {
		return seat.Kind == string(game.AccountSeat) && seat.AccountID != account || seat.KeptFor != ""
	})
	return v.Beside.Host == account && !others
}

// holdsOnce checks that the uploader, who takes every seat that somebody takes in these events, never has two.
func holdsOnce(before []repository.Seat, lines []gamelog.Line, account string) error {
	seated := 0
	for _, seat := range before {
		if seat.AccountID == account {
			seated++
		}
	}
	own := slices.IndexFunc(before, func(seat repository.Seat) bool { return seat.AccountID == account })
	if seated > 1 {
		return &game.Breach{Seq: lines[0].Seq, Cause: ErrAlreadySeated}
	}
	for _, line := range lines {
		switch e := line.Event.(type) {
		case game.Joined:
			if own != game.NoSeat {
				return &game.Breach{Seq: line.Seq, Cause: ErrAlreadySeated}
			}
			own = e.Seat
		case game.Left:
			if e.Seat == own {
				own = game.NoSeat
			}
		case game.Started:
			return nil // nobody comes or goes after it
		case game.Created, game.Rolled, game.Held, game.Entered, game.Banked, game.Resigned, game.Resumed, game.Finished, game.Closed:
		}
	}
	return nil
}
