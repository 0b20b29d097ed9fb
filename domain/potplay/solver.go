package potplay

import "slices"

// Solver evaluates positions and remembers what it has worked out on the way, so that the further positions of a turn
// cost next to nothing. The zero value is ready. It must not be used by two goroutines at once, and what it remembers
// grows with every need that it meets; so it is for one game, not for ever.
//
// Its methods panic where [Evaluate] does.
type Solver struct {
	turns map[goal]*turn
}

// Evaluate is as the function of that name.
func (s *Solver) Evaluate(p Position) Evaluation {
	at := s.find(p)
	e := Evaluation{Outcome: at.outcome()}
	choices := at.choices()
	if len(choices) == 0 {
		e.Figures = at.fate().figures()
		return e
	}
	for len(choices) > 0 {
		i := bestOf(choices)
		e.Choices = append(e.Choices, Choice{choices[i].Action, choices[i].figures()})
		choices = slices.Delete(choices, i, i+1)
	}
	e.Figures = e.Choices[0].Figures
	return e
}

// Best is as the function of that name.
func (s *Solver) Best(p Position) (Action, bool) {
	choices := s.find(p).choices()
	if len(choices) == 0 {
		return Action{}, false
	}
	return choices[bestOf(choices)].Action, true
}

// Value returns the figures of the position under best play, as [Solver.Evaluate] has them.
func (s *Solver) Value(p Position) Figures {
	at := s.find(p)
	if choices := at.choices(); len(choices) > 0 {
		return choices[bestOf(choices)].figures()
	}
	return at.fate().figures()
}

// Of returns the figures of an action, whichever of equal dice it holds; false where it is not allowed.
func (s *Solver) Of(p Position, a Action) (Figures, bool) {
	w, allowed := s.find(p).of(a)
	return w.figures(), allowed
}

// find returns where the position is in its round.
func (s *Solver) find(p Position) place {
	if err := p.checkButPot(); err != nil {
		panic("potplay: " + err.Error())
	}
	if s.turns == nil {
		s.turns = map[goal]*turn{}
	}
	aside := p.aside()
	stakes := p.stakes(aside)
	t := s.turns[stakes.goal]
	if t == nil {
		t = newTurn(stakes.goal)
		s.turns[stakes.goal] = t
	}
	r := t.round(stakes)
	return place{round: r, node: r.graph.index[aside], first: p.First, dice: p.Dice}
}
