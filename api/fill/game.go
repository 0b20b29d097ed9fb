package fill

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/google/uuid"

	"kast/api/play"
	"kast/domain/bestplay"
	"kast/domain/dice"
	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/repository"
)

const finished = string(game.StatusFinished)

// plan is how a game is to be.
type plan struct {
	play.NewGame
	host   string
	others []string // who join, one for each open seat
	upload bool     // the game is played on a device, and uploaded at its end
	rash   int      // percent of moves that are any that is allowed
	quits  int      // the move at which somebody gives up; 0 for never
}

// whole is a game as a store is given it.
type whole struct {
	made    repository.NewGame
	appends []repository.Append
	played  []repository.Played
	events  []repository.Event
}

// span is over how long games are spread.
const span = 365 * 24 * time.Hour

// game makes the game with a number. All that is made up for it follows from the number.
func (w *worker) game(ctx context.Context, number int) (whole, error) {
	w.seed("game", number)
	began := w.Until.Add(-span + span*time.Duration(number)/time.Duration(w.Games))
	if mode := pick(w.chance, game.ServerDice, game.ClientDice, game.ClientDice, game.ClientDice); mode == game.ServerDice || w.Anew {
		return w.record(ctx, w.plan(w.people, mode), began)
	}
	which := w.chance.IntN(len(w.courses))
	c := &w.courses[which]
	if err := c.play(ctx, w.filling, which); err != nil {
		return whole{}, err
	}
	return w.again(c, began)
}

func (w *worker) seed(what string, number int) {
	seed := [32]byte{}
	copy(seed[:], fmt.Sprintf("%d/%s/%d", w.Seed, what, number))
	w.random.Seed(seed)
}

// record plays a game and has it reviewed.
func (w *worker) record(ctx context.Context, p plan, began time.Time) (whole, error) {
	w.now = began
	n := &notebook{}
	w.begin(w.store(n, p.upload))
	lines, err := w.play(ctx, p)
	if err == nil && p.upload {
		n = &notebook{}
		w.begin(w.store(n, false)) // it knows nothing of the game yet
		_, err = w.games.Upload(ctx, p.host, lines[0].ID, play.Upload{Drafts: lines, Names: names(p)})
	}
	if err == nil {
		err = w.books.CatchUp(ctx)
	}
	if err == nil && w.direct == nil && (n.game.Summary.Status != finished || n.played == nil) {
		err = errors.New("it did not come to its end")
	}
	return whole{made: n.made, appends: n.appends, played: n.played, events: n.events}, err
}

// store is where a game is played: in the notebook, or as tests have it. On a device it is always the notebook.
func (w *worker) store(n *notebook, device bool) repository.Games {
	if w.direct == nil || device {
		return n
	}
	return w.direct
}

// plan makes up what is played, by whom.
func (w *worker) plan(who []string, mode game.DiceMode) plan {
	r, _ := game.Lookup(pick(w.chance,
		game.Penta, game.Penta, game.Femlika, game.Femlika, game.Bonanza, game.Bonanza, game.Tiotusen)) // whose games are long
	// Most are played alone, which makes about 100 events for all of them; the last ruleset cannot be.
	seats := max(r.MinSeats, pick(w.chance, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 4))
	p := plan{rash: pick(w.chance, 0, 20, 50)}
	p.Ruleset, p.Start = r.ID, true
	p.Dice, p.Visibility = mode, game.Private
	if w.chance.IntN(2) == 0 {
		p.Visibility = game.Public
	}
	p.upload = mode == game.ClientDice && w.chance.IntN(2) == 0
	if r.HasAutoEnter() {
		p.Options.AutoEnterSeconds = new(int)
	}
	p.host = w.host(who)
	p.Seats = []play.SeatWish{{Kind: play.SeatMe}}
	for i := 1; i < seats; i++ {
		other := pick(w.chance, who...)
		taken := other == p.host || slices.Contains(p.others, other)
		if p.upload || taken || w.chance.IntN(3) == 0 {
			p.Seats = append(p.Seats, play.SeatWish{Kind: play.SeatGuest, Name: fmt.Sprintf("Guest %d", i)})
			continue
		}
		p.others = append(p.others, other)
		p.Seats = append(p.Seats, play.SeatWish{Kind: play.SeatOpen})
	}
	if seats > 1 && w.chance.IntN(40) == 0 {
		p.quits = 1 + w.chance.IntN(50)
	}
	return p
}

// host chooses who hosts a game. The first of all accounts is a regular, who hosts more and more as the file grows.
func (w *worker) host(who []string) string {
	if w.chance.IntN(regularly) == 0 {
		return who[0]
	}
	return pick(w.chance, who...)
}

// regularly is how many games there are to each that the regular hosts.
const regularly = 50

func pick[T any](chance *rand.Rand, from ...T) T { return from[chance.IntN(len(from))] }

func names(p plan) []string {
	all := make([]string, len(p.Seats))
	for i, s := range p.Seats {
		all[i] = s.Name
	}
	return all
}

// call is one that the client named, as clients do, a few seconds after the one before.
func (w *worker) call(who string) play.Call {
	w.now = w.now.Add(time.Second + time.Duration(w.chance.IntN(4000))*time.Millisecond)
	var digest [32]byte
	_, _ = w.random.Read(digest[:]) // it always can
	id, _ := uuid.NewRandomFromReader(w.random)
	return play.Call{Account: who, ID: id.String(), Request: hex.EncodeToString(digest[:])}
}

// play plays a game from its making to its end, and returns its log.
func (w *worker) play(ctx context.Context, p plan) (lines []gamelog.Line, err error) {
	r, err := w.games.Create(ctx, w.call(p.host), p.NewGame)
	lines = append(lines, r.Events...)
	for _, who := range p.others {
		if err != nil {
			return nil, err
		}
		wish := play.JoinWish{InviteCode: r.Beside.InviteCode}
		if p.Dice == game.ServerDice && w.chance.IntN(2) == 0 {
			wish.ClientSeed = fmt.Sprintf("s%d", w.chance.Uint32())
		}
		r, err = w.games.Join(ctx, r.State.Game, w.call(who), wish)
		lines = append(lines, r.Events...)
	}
	for moves := 1; err == nil && r.State.Status == game.StatusPlaying; moves++ {
		if moves == p.quits {
			r, err = w.games.Resign(ctx, r.State.Game, w.call(p.host), game.NoSeat)
		} else {
			r, err = w.move(ctx, r.View, p)
		}
		lines = append(lines, r.Events...)
	}
	return lines, err
}

// move makes one move of the seat on turn.
func (w *worker) move(ctx context.Context, v play.View, p plan) (play.Result, error) {
	s, id := v.State, v.State.Game
	who := v.Beside.Seats[s.OnTurn()].AccountID
	if who == "" {
		who = v.Beside.Host
	}
	switch c := w.choose(s, p).(type) { //nolint:gochecksumtype // the others are no moves
	case game.Roll:
		if c.Held != nil && s.Ruleset.Engine == game.ScorecardEngine && s.Turn.Held == 0 && w.chance.IntN(4) == 0 {
			return w.games.Hold(ctx, id, w.call(who), c.Held) // the others see it before the dice roll
		}
		var faces []int
		if s.Dice == game.ClientDice {
			faces = throw(w.chance, s, c.Held)
		}
		return w.games.Roll(ctx, id, w.call(who), c.Held, faces)
	case game.Enter:
		return w.games.Enter(ctx, id, w.call(who), c.Box)
	case game.Bank:
		return w.games.Bank(ctx, id, w.call(who), c.Held)
	case game.Hold:
		return w.games.Hold(ctx, id, w.call(who), c.Held)
	default:
		return play.Result{}, fmt.Errorf("no move is %T", c)
	}
}

// choose says what the seat on turn does: what a beginner would, or now and then anything that is allowed.
func (w *worker) choose(s game.State, p plan) game.Command {
	if s.Ruleset.Engine == game.PotEngine || s.Turn.Fresh || w.chance.IntN(100) >= p.rash {
		return bestplay.Casual(s, game.ByPlayer)
	}
	if s.May().Roll && w.chance.IntN(2) == 0 {
		held := []int{}
		for i := range s.Ruleset.Dice - 1 {
			if w.chance.IntN(2) == 0 {
				held = append(held, i)
			}
		}
		return game.Roll{Held: held}
	}
	entries := s.Entries()
	return game.Enter{Box: entries[w.chance.IntN(len(entries))].Box}
}

// throw lets the dice fall that are not held, and gives all dice of the table.
func throw(chance *rand.Rand, s game.State, held []int) []int {
	rolls := s.Rolls()
	if mask, err := dice.MaskOf(held, s.Ruleset.Dice); held != nil && err == nil && !s.Turn.Fresh {
		rolls = dice.All(s.Ruleset.Dice) &^ (s.Turn.Locked | mask)
	}
	faces := s.Turn.Dice.Faces()
	if faces == nil {
		faces = make([]int, s.Ruleset.Dice)
	}
	for i := range faces {
		if rolls.Has(i) || faces[i] == 0 {
			faces[i] = 1 + chance.IntN(6)
		}
	}
	return faces
}
