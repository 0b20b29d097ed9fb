package rest

import (
	"kast/domain/game"
	"kast/domain/scorecard"
)

// rulesetLabel is the name of a game.
func rulesetLabel(r game.RulesetID) label {
	switch r {
	case game.Penta:
		return label{Swedish: "Penta", English: "Penta"}
	case game.Femlika:
		return label{Swedish: "Fem lika", English: "Fem lika"}
	case game.Bonanza:
		return label{Swedish: "Bonanza", English: "Bonanza"}
	case game.Tiotusen:
		return label{Swedish: "Tiotusen", English: "Tiotusen"}
	}
	panic("rest: no label for ruleset " + string(r))
}

// boxLabel is the name of a box, which differs between the games.
func boxLabel(r game.RulesetID, b scorecard.Box) label {
	switch b {
	case scorecard.Ones:
		return label{Swedish: "Ettor", English: "Ones"}
	case scorecard.Twos:
		return label{Swedish: "Tvåor", English: "Twos"}
	case scorecard.Threes:
		return label{Swedish: "Treor", English: "Threes"}
	case scorecard.Fours:
		return label{Swedish: "Fyror", English: "Fours"}
	case scorecard.Fives:
		return label{Swedish: "Femmor", English: "Fives"}
	case scorecard.Sixes:
		return label{Swedish: "Sexor", English: "Sixes"}
	case scorecard.ThreeOfAKind:
		if r == game.Penta {
			return label{Swedish: "Triss", English: "Three of a kind"}
		}
		return label{Swedish: "Tretal", English: "Three of a kind"}
	case scorecard.FourOfAKind:
		return label{Swedish: "Fyrtal", English: "Four of a kind"}
	case scorecard.FullHouse:
		return label{Swedish: "Kåk", English: "Full house"}
	case scorecard.SmallStraight:
		return label{Swedish: "Liten stege", English: "Small straight"}
	case scorecard.LargeStraight:
		return label{Swedish: "Stor stege", English: "Large straight"}
	case scorecard.Chance:
		return label{Swedish: "Chans", English: "Chance"}
	case scorecard.FiveOfAKind:
		return label{Swedish: rulesetLabel(r).Swedish, English: "Five of a kind"}
	}
	panic("rest: no label for box " + b.String())
}

// optionLabel is the name of an option.
func optionLabel(o optionName) label {
	switch o {
	case optionTurnSeconds:
		return label{Swedish: "Tid per tur i sekunder", English: "Seconds a turn"}
	case optionAutoEnterSeconds:
		return label{Swedish: "Sekunder till automatisk inskrivning", English: "Seconds until automatic entry"}
	case optionAdvice:
		return label{Swedish: "Visa bästa valet", English: "Show best play"}
	case optionOwnPot:
		return label{Swedish: "Egen pott i slutrundan", English: "Own pot in the final round"}
	}
	panic("rest: no label for option " + string(o))
}
