package rest

import (
	"errors"
	"net/http"
	"strconv"

	"kast/api/shape"

	"github.com/labstack/echo/v4"

	"kast/domain/dice"
	"kast/domain/pot"
	"kast/domain/potplay"
)

// adviceOnPot gives advice on a position of tiotusen.
func (s *server) adviceOnPot(c echo.Context, body adviceRequest) error {
	p, err := body.position()
	if err != nil {
		return err
	}
	if _, err := s.caller(c); err != nil {
		return err
	}
	if p.Dice, err = body.dice(p.Free); err != nil {
		return err
	}
	onTable := func(m dice.Mask) dice.Mask { return m }
	return writeJSON(c, http.StatusOK, echo.MIMEApplicationJSON, shape.PotAdvice(p, potplay.Evaluate(p), onTable))
}

// position reads a position of tiotusen, without its dice; what is missing or cannot be is malformed.
func (r adviceRequest) position() (potplay.Position, error) {
	if r.Card != nil || r.RollsLeft != nil {
		return potplay.Position{}, malformed(text{"That is a position of a scorecard game.", "Det där är en ställning i ett protokollspel."})
	}
	switch {
	case r.Needs350 == nil:
		return potplay.Position{}, missing("needs350")
	case r.Pot == nil:
		return potplay.Position{}, missing("pot")
	case r.Points == nil:
		return potplay.Position{}, missing("points")
	case r.Groups == nil:
		return potplay.Position{}, missing("groups")
	case r.Free == nil:
		return potplay.Position{}, missing("free")
	case r.First == nil:
		return potplay.Position{}, missing("first")
	}
	p := potplay.Position{Needs350: *r.Needs350, Pot: *r.Pot, Points: *r.Points, Free: *r.Free, First: *r.First}
	if r.Need != nil {
		if *r.Need < 1 || *r.Need > potplay.MaxAmount {
			return potplay.Position{}, badValue("need")
		}
		p.Need = *r.Need
	}
	p.OwnPot = r.OwnPot != nil && *r.OwnPot
	for face, n := range r.Groups {
		f, err := strconv.Atoi(face)
		if err != nil || strconv.Itoa(f) != face || f < 1 || f > 6 || n < 3 || n > pot.Dice {
			return potplay.Position{}, badValue("groups/" + face)
		}
		p.Groups[f] = uint8(n)
	}
	switch err := p.Check(); {
	case err == nil:
		return p, nil
	case errors.Is(err, potplay.ErrAmount):
		return p, malformed(text{"pot and points are multiples of 50, at most 1 000 000.", "pot och points är multiplar av 50, högst 1 000 000."})
	case errors.Is(err, potplay.ErrFree), errors.Is(err, potplay.ErrGroups):
		return p, badValue("free")
	case errors.Is(err, potplay.ErrSixFree):
		return p, badValue("points")
	default:
		return p, badValue("first")
	}
}
