package game

import "time"

// Deadline returns when the time of the seat on turn is up: by the turn clock, which runs from the event that began the
// turn, or by the automatic entry, which runs from the last roll, whichever comes first. After a time without server
// both run anew from when the game was resumed. It is the zero time when no clock runs; a solo game has no turn clock,
// a computer has none, and of games with client dice the phone keeps the time.
func (s State) Deadline() time.Time {
	if s.OnTurn() == NoSeat || s.Dice == ClientDice || s.Seats[s.Turn.Seat].Kind == BotSeat {
		return time.Time{}
	}
	var deadline time.Time
	if s.Options.TurnSeconds > 0 && len(s.Seats) > 1 {
		deadline = s.clock(s.Turn.BeganAt, s.Options.TurnSeconds)
	}
	if s.Options.AutoEnterSeconds > 0 && s.noRollsLeft() {
		entry := s.clock(s.Turn.RolledAt, s.Options.AutoEnterSeconds)
		if deadline.IsZero() || entry.Before(deadline) {
			deadline = entry
		}
	}
	return deadline
}

// clock is when a clock runs out that was set at one event, or at the time when the game was resumed after it.
func (s State) clock(set time.Time, seconds int) time.Time {
	if s.ResumedAt.After(set) {
		set = s.ResumedAt
	}
	return set.Add(time.Duration(seconds) * time.Second)
}
