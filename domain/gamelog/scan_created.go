package gamelog

import "kast/domain/game"

// created takes what comes after the field by in the event that begins a log, to its end, and sets the other fields that
// all events have.
func (s *scanner) created(l *Line) game.Created {
	var e game.Created
	if s.take(`,"commitment":"`) {
		e.Commitment = s.hash()
		s.token(`"`)
	}
	s.token(`,"diceMode":"`)
	e.Dice = pick(s, game.ServerDice, game.ClientDice)
	s.token(`","gameId":"`)
	e.Game = s.id()
	s.token(`","hash":"`)
	l.Hash = s.hash()
	s.token(`","id":"`)
	l.ID = s.id()
	s.token(`","options":{"advice":`)
	e.Options.Advice = s.truth()
	autoEnter := s.take(`,"autoEnterSeconds":`)
	if autoEnter {
		e.Options.AutoEnterSeconds = s.number()
	}
	ownPot := s.take(`,"ownPot":`)
	if ownPot {
		e.Options.OwnPot = s.truth()
	}
	s.token(`,"turnSeconds":`)
	e.Options.TurnSeconds = s.number()
	s.token(`},"prev":"`)
	l.Prev = s.hash()
	s.token(`","rulesVersion":`)
	e.RulesVersion = s.number()
	s.token(`,"ruleset":"`)
	ruleset, known := game.Lookup(game.RulesetID(s.word()))
	e.Ruleset = ruleset.ID
	if !known || e.RulesVersion != ruleset.Version || autoEnter != ruleset.HasAutoEnter() || ownPot != ruleset.HasOwnPot() {
		s.bad = true
	}
	s.token(`","seats":[`)
	e.Seats = s.specs()
	s.token(`,"seq":`)
	l.Seq = s.number()
	s.token(`,"type":"created","visibility":"`)
	e.Visibility = pick(s, game.Private, game.Public)
	s.token(`"}`)
	return e
}

// specs takes the seats of a new game, and the end of their list.
func (s *scanner) specs() []game.SeatSpec {
	specs := make([]game.SeatSpec, 0, 8)
	for !s.bad {
		var spec game.SeatSpec
		s.token(`{`)
		if s.take(`"botLevel":"`) {
			spec.BotLevel = pick(s, game.BotBest, game.BotCasual)
			s.token(`",`)
		}
		s.token(`"kind":"`)
		spec.Kind = pick(s, game.AccountSeat, game.OpenSeat, game.GuestSeat, game.BotSeat)
		s.token(`"}`)
		specs = append(specs, spec)
		if s.take("]") {
			break
		}
		s.token(",")
	}
	return specs
}
