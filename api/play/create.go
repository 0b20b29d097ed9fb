package play

import (
	"context"
	"errors"
	"fmt"
	"io"

	"kast/domain/fairness"
	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/repository"
)

// SeatWish is a seat as the creator of a game asks for it.
type SeatWish struct {
	Kind  SeatKind
	Name  string        // of a guest
	Level game.BotLevel // of a bot
}

// SeatKind is what the creator of a game wants a seat to be.
type SeatKind string

// What a seat may be at creation.
const (
	SeatMe    SeatKind = "me"    // the creator's own
	SeatOpen  SeatKind = "open"  // for whoever joins
	SeatGuest SeatKind = "guest" // a person without account, moved by the host
	SeatBot   SeatKind = "bot"   // the computer's
)

// NewGame is a game as its creator asks for it.
type NewGame struct {
	Ruleset    game.RulesetID
	Dice       game.DiceMode
	Visibility game.Visibility
	Options    game.OptionsChoice
	Seats      []SeatWish
	// Start tells whether the game starts by itself once no seat is open; else the host starts it.
	Start bool
}

// Create makes a game; the caller becomes its host. call.ID, where given, becomes the game's id.
// ErrIDInUse, ErrBadName, ErrBadSeats, a *game.Refusal.
func (s *Service) Create(ctx context.Context, call Call, n NewGame) (Result, error) {
	if call.ID != "" {
		if r, known, err := s.created(ctx, call); known || err != nil {
			return r, err
		}
	}
	specs, owners, err := s.seats(call.Account, n.Seats)
	if err != nil {
		return Result{}, err
	}
	g, result, err := s.newGame(ctx, call, n, party{host: call.Account, specs: specs, owners: owners})
	if err != nil {
		return Result{}, err
	}
	err = s.store.CreateGame(ctx, g)
	for tries := 1; errors.Is(err, repository.ErrCodeTaken) && tries < maxAttempts; tries++ {
		if g.InviteCode, err = s.drawCode(inviteLength); err != nil {
			return Result{}, err
		}
		result.Beside.InviteCode = g.InviteCode
		err = s.store.CreateGame(ctx, g)
	}
	if errors.Is(err, repository.ErrExists) {
		if r, known, err := s.created(ctx, call); known || err != nil {
			return r, err
		}
		return Result{}, ErrIDInUse
	}
	if errors.Is(err, repository.ErrNoAccount) {
		return Result{}, ErrNoAccount
	}
	if err != nil {
		return Result{}, fmt.Errorf("create game: %w", err)
	}
	return s.newlyMade(ctx, g, result)
}

// Made finds a game that the same call made before, for whom nothing more is to be made. ErrIDInUse.
func (s *Service) Made(ctx context.Context, call Call) (Result, bool, error) {
	if call.ID == "" {
		return Result{}, false, nil
	}
	return s.created(ctx, call)
}

// newlyMade is the answer to a call that made a game.
func (s *Service) newlyMade(ctx context.Context, g repository.NewGame, r Result) (Result, error) {
	s.folds.put(g.ID, fold{}.with(r.Events, r.State))
	s.wake(g.Notices)
	return r, s.nameSeats(ctx, &r.View)
}

// created finds a game that the same call made before. Who has left its private table since then is not shown it again.
func (s *Service) created(ctx context.Context, call Call) (Result, bool, error) {
	l, err := s.loadAs(ctx, call.Account, call.ID)
	if errors.Is(err, ErrNotFound) {
		return Result{}, false, nil
	}
	if err != nil {
		return Result{}, false, err
	}
	r, known, err := s.known(ctx, l, call)
	if known && !r.visibleTo(call.Account) {
		return Result{}, false, ErrIDInUse
	}
	return r, known, err
}

// party is who is to play a new game.
type party struct {
	host   string
	specs  []game.SeatSpec   // what the log says of the seats
	owners []repository.Seat // who holds them, or whom they are kept for
}

// newGame makes a game for a party; the seats of n are not looked at.
func (s *Service) newGame(ctx context.Context, call Call, n NewGame, p party) (repository.NewGame, Result, error) {
	var err error
	id := call.ID
	if id == "" {
		if id, err = s.newID(); err != nil {
			return repository.NewGame{}, Result{}, err
		}
	}
	c := game.Create{
		Game: id, Ruleset: n.Ruleset, Options: n.Options, Dice: n.Dice, Visibility: n.Visibility, Seats: p.specs,
		Start: n.Start,
	}
	var seed *fairness.Seed
	if n.Dice == game.ServerDice {
		seed = new(fairness.Seed)
		if _, err := io.ReadFull(s.random, seed[:]); err != nil {
			return repository.NewGame{}, Result{}, fmt.Errorf("draw a seed: %w", err)
		}
		c.Commitment = seed.Commitment()
	}
	d := draft{head: gamelog.Genesis(), by: call.Account}
	if err := s.decide(&d, c, seed, id); err != nil {
		return repository.NewGame{}, Result{}, err
	}
	if err := s.follow(ctx, &d, seed); err != nil {
		return repository.NewGame{}, Result{}, err
	}
	at := d.lines[len(d.lines)-1].At
	g := repository.Game{
		ID: id, Head: head(d.lines), Host: p.host, StartWhenFull: n.Start, CreatedAt: at, UpdatedAt: at,
		Summary: summary(d.state), Seats: seatsAfter(p.owners, d.lines, d.state, ""),
	}
	if n.Visibility == game.Private && d.state.Status == game.StatusOpen {
		if g.InviteCode, err = s.drawCode(inviteLength); err != nil {
			return repository.NewGame{}, Result{}, err
		}
	}
	made := repository.NewGame{Game: g, Events: stored(d.lines), Call: callRecord(call, d.lines)}
	if seed != nil {
		made.Seed = seed[:]
	}
	r := Result{View: View{Beside: g, State: d.state, Head: g.Head.Hash}, Events: d.lines}
	made.Notices, err = s.notices(game.State{}, r.View, d.by)
	return made, r, err
}

// seats turns wishes into what the log says of the seats and who holds them.
func (s *Service) seats(account string, wishes []SeatWish) ([]game.SeatSpec, []repository.Seat, error) {
	specs, err := SeatSpecs(wishes)
	if err != nil {
		return nil, nil, err
	}
	owners := make([]repository.Seat, len(wishes))
	for i, w := range wishes {
		switch w.Kind {
		case SeatMe:
			owners[i].AccountID = account
		case SeatGuest:
			if owners[i].Name, err = s.checkName(w.Name); err != nil {
				return nil, nil, fmt.Errorf("%w: %w", ErrBadName, err)
			}
		case SeatOpen, SeatBot:
		}
	}
	return specs, owners, nil
}

// SeatSpecs is what the log says of the seats that are wished for. ErrBadSeats.
func SeatSpecs(wishes []SeatWish) ([]game.SeatSpec, error) {
	specs := make([]game.SeatSpec, len(wishes))
	mine := 0
	for i, w := range wishes {
		if w.Kind != SeatGuest && w.Name != "" || w.Kind != SeatBot && w.Level != game.NoBotLevel {
			return nil, ErrBadSeats
		}
		switch w.Kind {
		case SeatMe:
			specs[i].Kind = game.AccountSeat
			mine++
		case SeatOpen:
			specs[i].Kind = game.OpenSeat
		case SeatGuest:
			specs[i].Kind = game.GuestSeat
		case SeatBot:
			specs[i] = game.SeatSpec{Kind: game.BotSeat, BotLevel: w.Level}
		default:
			return nil, ErrBadSeats
		}
	}
	if mine > 1 {
		return nil, ErrBadSeats
	}
	return specs, nil
}
