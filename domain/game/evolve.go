package game

import (
	"fmt"
	"slices"
	"time"

	"kast/domain/dice"
	"kast/domain/pot"
	"kast/domain/scorecard"
)

// Evolve returns the state after one more event. It adds up and judges nothing: whether the event may follow is for
// Decide and for a check of the log. A record that does not continue s (another seq, an event type that it does not
// know, a seat that is not there) is a bug of the caller and panics.
func Evolve(s State, r Record) State {
	s.Seats = slices.Clone(s.Seats)
	s.evolve(r)
	return s
}

// Fold returns the state after all records, from the first.
func Fold(log []Record) State {
	var s State
	for _, r := range log {
		s.evolve(r) // no state but the last is seen by anybody, so none of them needs seats of its own
	}
	return s
}

// evolve changes the state and its seats in place.
func (s *State) evolve(r Record) {
	if r.Seq != s.Seq+1 {
		panic(fmt.Sprintf("game: event %d cannot follow event %d", r.Seq, s.Seq))
	}
	s.Seq = r.Seq
	switch e := r.Event.(type) {
	case Created:
		s.create(e)
		s.CreatedAt = r.At
	case Joined:
		s.Seats[e.Seat] = Seat{Kind: AccountSeat, ClientSeed: e.ClientSeed}
	case Left:
		s.Seats[e.Seat] = Seat{Kind: OpenSeat}
	case Started:
		s.StartedAt = r.At
		s.start(e, r.At)
	case Held:
		s.Turn.Held = e.Held
	case Rolled:
		s.count(e.Dice)
		if s.Ruleset.Engine == PotEngine {
			s.rollPot(e, r.At)
		} else {
			s.rollScorecard(e, r.At)
		}
	case Entered:
		seat := &s.Seats[e.Seat]
		seat.Card = seat.Card.With(e.Entry)
		s.pass(r.At)
	case Banked:
		s.bank(e, r.At)
	case Resigned:
		s.resign(e, r.At)
	case Resumed:
		s.ResumedAt = r.At
	case Finished:
		s.Status = StatusFinished
		s.FinishedAt = r.At
		s.ServerSeed = e.ServerSeed
		s.endTurn()
		for i, placement := range e.Placements {
			s.Seats[i].Placement = placement
		}
	case Closed:
		s.Status = StatusClosed
		s.FinishedAt = r.At
		s.ServerSeed = e.ServerSeed
		s.endTurn()
	default:
		panic(fmt.Sprintf("game: unknown event %T", e))
	}
}

func (s *State) create(e Created) {
	ruleset, ok := Lookup(e.Ruleset)
	if !ok {
		panic("game: unknown ruleset " + string(e.Ruleset))
	}
	s.Game, s.Ruleset, s.Options = e.Game, ruleset, e.Options
	s.Dice, s.Visibility, s.Commitment = e.Dice, e.Visibility, e.Commitment
	s.Status = StatusOpen
	s.Final = FinalRound{Seat: NoSeat}
	s.endTurn()
	s.Seats = make([]Seat, len(e.Seats))
	for i, spec := range e.Seats {
		s.Seats[i] = Seat{Kind: spec.Kind, BotLevel: spec.BotLevel}
	}
}

func (s *State) start(e Started, at time.Time) {
	seats := make([]Seat, len(e.Seats))
	for i, old := range e.Seats {
		seats[i] = s.Seats[old]
		if e.ClientSeeds != nil {
			seats[i].ClientSeed = e.ClientSeeds[i]
		}
	}
	s.Seats = seats
	s.Status = StatusPlaying
	s.begin(0, at)
}

// count counts the dice of a roll that is about to happen, those apart that stay as they lie.
func (s *State) count(d dice.Dice) {
	rolls := s.Rolls()
	for i := range d.Len() {
		if rolls.Has(i) {
			s.Fallen[d.At(i)-1]++
		}
	}
}

func (s *State) rollScorecard(e Rolled, at time.Time) {
	s.Turn.Roll++
	s.Turn.RolledAt = at
	s.Turn.Fresh = false
	s.Turn.Dice = e.Dice
	s.Turn.Held = 0
}

func (s *State) rollPot(e Rolled, at time.Time) {
	s.setAside()
	s.Turn.Roll++
	s.Turn.RolledAt = at
	s.Turn.Dice = e.Dice
	switch e.Outcome {
	case pot.Scored:
		s.Turn.Fresh = false
	case pot.Straight:
		s.Pot += e.Points
		s.rollAllAgain()
	case pot.Pot:
		s.Pot += e.Points
		if s.Options.OwnPot && s.Final.On() {
			s.rollAllAgain()
		} else {
			s.pass(at)
		}
	case pot.Zilch:
		s.Seats[e.Seat].Score += e.Points
		s.pass(at)
	case pot.Bust:
		s.pass(at)
	case pot.NoOutcome:
		panic("game: a roll of the pot engine without outcome")
	}
}

// setAside locks the hold that stands: a roll or a stop uses it up.
func (s *State) setAside() {
	t := &s.Turn
	if t.Fresh {
		return
	}
	points, groups, _ := pot.Hold(t.Dice.CountsOf(s.rolled()), t.Dice.CountsOf(t.Held), t.Groups)
	t.Points += points
	t.Groups = groups
	t.Locked |= t.Held
	t.Held = 0
}

// rollAllAgain gives the seat on turn all its dice back, after which it needs 350 points to stop.
func (s *State) rollAllAgain() {
	t := &s.Turn
	s.Turn = Turn{
		Seat: t.Seat, Round: t.Round, Roll: t.Roll, Dice: t.Dice, BeganAt: t.BeganAt, RolledAt: t.RolledAt,
		Fresh: true, Needs350: true,
	}
}

func (s *State) bank(e Banked, at time.Time) {
	s.setAside()
	if s.Turn.Points >= pot.Entry {
		s.Pot = 0
	}
	seat := &s.Seats[e.Seat]
	seat.Score += e.Points
	seat.IsIn = true
	if seat.Score >= pot.Target && (!s.Final.On() || seat.Score > s.Final.Score) {
		s.Final = FinalRound{Seat: e.Seat, Score: seat.Score}
	}
	s.pass(at)
}

func (s *State) resign(e Resigned, at time.Time) {
	s.Seats[e.Seat].GaveUp = len(s.Seats) - s.playing() + 1
	if s.Final.Seat == e.Seat {
		s.Final = s.nextLeader(e.Seat)
	}
	switch {
	case s.playing() <= 1:
		s.endTurn()
	case s.Turn.Seat == e.Seat:
		s.pass(at)
	case s.Final.On() && s.Turn.Seat == s.Final.Seat:
		// The turn has already reached the seat that leads now: everybody else had one since it came to 10 000.
		s.endTurn()
	}
}

// nextLeader returns who is provisional winner once the seat that was gave up: the highest seat at 10 000 or more that
// plays on, of equals the next in turn order after the one who left.
func (s *State) nextLeader(after int) FinalRound {
	leader := FinalRound{Seat: NoSeat}
	for i := 1; i < len(s.Seats); i++ {
		n := (after + i) % len(s.Seats)
		seat := s.Seats[n]
		if !seat.Resigned() && seat.Score >= pot.Target && seat.Score > leader.Score {
			leader = FinalRound{Seat: n, Score: seat.Score}
		}
	}
	return leader
}

// pass gives the turn to the next seat that plays on, or to nobody where the game is over by that.
func (s *State) pass(at time.Time) {
	next := s.Turn.Seat
	for range s.Seats {
		next = (next + 1) % len(s.Seats)
		if !s.Seats[next].Resigned() {
			break
		}
	}
	full := s.Ruleset.Engine == ScorecardEngine && s.Seats[next].Card.FilledCount() == scorecard.Boxes
	if full || s.Final.Seat == next {
		s.endTurn()
		return
	}
	s.begin(next, at)
}

func (s *State) begin(seat int, at time.Time) {
	s.Seats[seat].Turns++
	s.Turn = Turn{Seat: seat, Round: s.Seats[seat].Turns, Fresh: true, BeganAt: at}
}

func (s *State) endTurn() { s.Turn = Turn{Seat: NoSeat} }
