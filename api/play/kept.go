package play

import (
	"slices"

	"kast/domain/game"
	"kast/repository"
)

// A rematch keeps its seats for those who sat at the game before it. A seat that is kept is open in the log and stands
// beside it with the account that it is kept for, until that account takes it or gives it up, or play begins.

// Waits tells whether the table waits for the answers of those whose seats it keeps. As long as it does nobody else can
// join.
func (v View) Waits() bool { return v.kept() > 0 }

// kept counts the seats that are kept.
func (v View) kept() int { return countKept(v.Beside.Seats) }

func countKept(seats []repository.Seat) (n int) {
	for _, seat := range seats {
		if seat.KeptFor != "" {
			n++
		}
	}
	return n
}

// keptSeat returns the open seat that is kept for an account, or NoSeat.
func (v View) keptSeat(account string) int {
	return slices.IndexFunc(v.Beside.Seats, func(seat repository.Seat) bool { return account != "" && seat.KeptFor == account })
}

// place returns the seat that an account sits on itself, or else the one that is kept for it, or NoSeat.
func (v View) place(account string) int {
	if own := v.ownSeat(account); own != game.NoSeat {
		return own
	}
	return v.keptSeat(account)
}

// seatFor gives the seat that an account takes when it joins: the one that is kept for it, else the first open one that
// is kept for nobody; nil leaves the choice, and the refusal, to the rules. A table that waits is for the asked only: they
// may still change their minds. SeatsFull where there is no seat for the account.
func (v View) seatFor(account string, asked bool) (*int, error) {
	if seat := v.keptSeat(account); seat != game.NoSeat {
		return &seat, nil
	}
	if !v.Waits() {
		return nil, nil
	}
	for i, seat := range v.Beside.Seats {
		if asked && v.State.Seats[i].Kind == game.OpenSeat && seat.KeptFor == "" {
			return &i, nil
		}
	}
	return nil, &game.Refusal{Code: game.SeatsFull}
}

// answered tells whether with this draft the last of those whom the table waited for has answered, so that it begins with
// those who are there. Nobody is left to play alone where others were asked: such a table stays open, like any other.
func (l loaded) answered(d draft, joiner string) bool {
	if !l.Waits() || d.state.Status != game.StatusOpen || countKept(seatsAfter(l.Beside.Seats, d.lines, d.state, joiner)) > 0 {
		return false
	}
	taken := 0
	for _, seat := range d.state.Seats {
		if seat.Kind != game.OpenSeat {
			taken++
		}
	}
	return taken >= max(fewest, d.state.Ruleset.MinSeats)
}

// fewest is how many play together at least.
const fewest = 2
