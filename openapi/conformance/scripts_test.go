package conformance_test

import (
	"kast/domain/game"
	"kast/domain/scorecard"
)

func cardScenarios() []script {
	return []script{
		{"before the first roll", game.Penta, 2, false, func(p *play) {
			p.enter(scorecard.Chance).holdAt(0).bank()
			p.step(game.Roll{By: game.ByPlayer, Seat: 1, Dice: []int{1, 2, 3, 4, 5}})
			p.rollAs(nil).rollAs(nil, 1, 2, 3, 4).rollAs(nil, 1, 2, 3, 4, 7).rollAs([]int{0}, 1, 2, 3, 4, 5)
			p.roll(1, 2, 3, 4, 6)
		}},
		{"holds", game.Femlika, 1, false, func(p *play) {
			p.roll(6, 6, 1, 2, 6)
			p.holdAt(0, 0).holdAt(5).holdAt(-1).holdAt(4, 0, 1).holdAt(0, 1)
			p.rollAs(nil, 6, 5, 6, 6, 6) // position 1 is held
			p.roll(6, 5, 4)              // with the hold that stands
			p.holdAt(0, 1, 2, 3, 4)      // all may be held, but then there is nothing to roll
			p.rollAs(nil, 6, 6, 6, 5, 4) //
			p.rollHolding([]int{}, 1, 1, 1, 1, 1)
			p.holdAt(0).rollAs(nil, 1, 2, 3, 4, 5) // no rolls are left
			p.enter(scorecard.Sixes)
		}},
		{"a roll with a hold writes the hold first, unless it stands already", game.Bonanza, 1, false, func(p *play) {
			p.roll(5, 5, 1, 2, 3).rollHolding([]int{0, 1}, 5, 5, 1).hold(5, 5, 5, 5).rollHolding([]int{0, 1, 2, 3}, 5)
			p.enter(scorecard.FiveOfAKind)
		}},
		{"boxes that are taken", game.Penta, 1, false, func(p *play) {
			p.roll(1, 2, 3, 4, 6).enter(scorecard.FullHouse)
			p.roll(2, 2, 3, 3, 3).enter(scorecard.FullHouse).enter(scorecard.Threes)
		}},
		{"jokers of penta", game.Penta, 1, false, func(p *play) {
			p.roll(3, 3, 3, 3, 3).enter(scorecard.FiveOfAKind)
			p.roll(4, 4, 4, 4, 4).enter(scorecard.Chance).enter(scorecard.Fours)
			p.roll(4, 4, 4, 4, 4).enter(scorecard.Sixes).enter(scorecard.LargeStraight)
		}},
		{"no jokers in penta while the five of a kind was struck", game.Penta, 1, false, func(p *play) {
			p.roll(1, 2, 3, 4, 6).enter(scorecard.FiveOfAKind)
			p.roll(4, 4, 4, 4, 4).enter(scorecard.FullHouse)
		}},
		{"no jokers in femlika, but the bonus", game.Femlika, 1, false, func(p *play) {
			p.roll(3, 3, 3, 3, 3).enter(scorecard.FiveOfAKind)
			p.roll(4, 4, 4, 4, 4).enter(scorecard.FullHouse)
			p.roll(4, 4, 4, 4, 4).enter(scorecard.Chance)
		}},
		{"jokers of bonanza", game.Bonanza, 1, false, func(p *play) {
			p.roll(1, 2, 3, 4, 6).enter(scorecard.FiveOfAKind)
			p.roll(4, 4, 4, 4, 4).enter(scorecard.FullHouse).enter(scorecard.Fours)
			p.roll(4, 4, 4, 4, 4).enter(scorecard.FullHouse)
		}},
		{"equal cards share a placement", game.Penta, 4, false, func(p *play) {
			p.leadUp(func() {
				for _, box := range scorecard.AllBoxes() {
					for seat := range 4 {
						if box == scorecard.FiveOfAKind && seat == 3 {
							return
						}
						face := 2
						if seat == 1 {
							face = 3
						}
						p.roll(face, face, 1, face, 6).enter(box)
					}
				}
			})
			p.roll(2, 2, 1, 2, 6).enter(scorecard.FiveOfAKind)
		}},
		{"giving up in turn and out of turn", game.Femlika, 4, false, func(p *play) {
			p.roll(1, 2, 3, 4, 6).enter(scorecard.Chance)
			p.roll(6, 6, 6, 6, 6).enter(scorecard.Sixes)
			p.resign(1) // out of turn
			p.roll(1, 2, 3, 4, 4).resign(2)
			p.resign(2)
			p.step(game.Roll{By: game.ByPlayer, Seat: 1, Dice: []int{1, 2, 3, 4, 5}})
			p.roll(1, 1, 1, 1, 2).enter(scorecard.Ones)
			p.roll(1, 1, 1, 1, 2).resign(0)
			p.step(game.Roll{By: game.ByPlayer, Seat: 3, Dice: []int{1, 2, 3, 4, 5}})
		}},
		{"a solo game that is given up has no placements", game.Bonanza, 1, false, func(p *play) {
			p.roll(1, 2, 3, 4, 5).resign(0)
		}},
		{"the last box ends the game", game.Femlika, 2, false, func(p *play) {
			p.leadUp(func() {
				for _, box := range scorecard.AllBoxes() {
					p.roll(5, 5, 5, 2, 2).enter(box)
					if box == scorecard.FiveOfAKind {
						return
					}
					p.roll(6, 6, 6, 2, 2).enter(box)
				}
			})
			p.roll(6, 6, 6, 6, 6).enter(scorecard.Ones).enter(scorecard.FiveOfAKind)
			p.resign(0)
		}},
		{"who gave up fills no boxes, and the others end the game", game.Bonanza, 3, false, func(p *play) {
			p.leadUp(func() {
				for _, box := range scorecard.AllBoxes() {
					for seat := range 3 {
						if p.state.Seats[seat].Resigned() {
							continue
						}
						if box == scorecard.FiveOfAKind && seat == 2 {
							return
						}
						p.roll(1, 2, 2, 2, 6).enter(box)
					}
					if box == scorecard.Fours {
						p.resign(1)
					}
				}
			})
			p.roll(2, 2, 1, 2, 6).enter(scorecard.FiveOfAKind)
		}},
	}
}

func potScenarios() []script {
	potRoll := []int{1, 5, 2, 2, 2, 5}
	return []script{
		{"what may be held", game.Tiotusen, 2, false, func(p *play) {
			p.holdAt(0).bank()
			p.roll(4, 3, 3, 3, 4, 3)
			p.enter(scorecard.Chance).bank()
			p.rollAs(nil, 1, 1, 1, 1, 1, 1) // a scoring die must be held
			p.holdAt(0, 1, 2, 3, 4, 5).holdAt(1, 2).holdAt(1).holdAt(0, 4).holdAt(1, 2, 5).holdAt().holdAt(5, 3, 2, 1)
			p.roll(4, 5)
			p.holdAt(1, 5) // set aside before
			p.rollAs([]int{5}, 5, 3, 3, 3, 4, 3)
			p.holdAt(4).holdAt(0).holdAt(4)
			p.bank()
		}},
		{"dice join groups", game.Tiotusen, 2, false, func(p *play) {
			p.roll(3, 3, 3, 2, 4, 6).hold(3, 3, 3).roll(3, 5, 2).hold(3, 5).bank()
			p.roll(5, 2, 2, 3, 4, 6).hold(5).roll(5, 5, 5, 4, 6).hold(5, 5, 5).roll(5, 6).hold(5).bank()
		}},
		{"a zilch costs 1000, also without points", game.Tiotusen, 2, false, func(p *play) { p.zilch().zilch().zilch() }},
		{"the pot goes on past zilch, bust and a stop below 350", game.Tiotusen, 3, false, func(p *play) {
			p.withScores(500, 500, 500)
			p.roll(potRoll...).zilch().bust().gain(300).gain(350)
		}},
		{"350 points to be in", game.Tiotusen, 2, false, func(p *play) {
			p.roll(potRoll...)
			p.roll(1, 1, 2, 3, 4, 6).hold(1, 1).bank().roll(1, 5, 2, 2).bank(1).bank().bank(1, 5)
		}},
		{"a straight rolls on and needs 350", game.Tiotusen, 2, false, func(p *play) {
			p.withScores(500, 500)
			p.roll(3, 1, 6, 4, 2, 5).bank().holdAt(0).roll(2, 2, 3, 3, 4, 4) // no zilch after it, but a bust
			p.roll(3, 1, 6, 4, 2, 5).roll(3, 3, 3, 5, 2, 4).bank(3, 3, 3).bank(3, 3, 3, 5)
			p.gain(300)
		}},
		{"no straight over two rolls", game.Tiotusen, 2, false, func(p *play) {
			p.roll(1, 2, 3, 4, 6, 6).hold(1).roll(2, 3, 4, 5, 6).hold(5)
		}},
		{"a pot counts at the most and passes the turn", game.Tiotusen, 3, false, func(p *play) {
			p.withScores(0, 500, 0)
			p.roll(2, 2, 2, 2, 2, 5).gain(100).gain(350)
			p.roll(3, 3, 3, 1, 2, 4).hold(3, 3, 3).roll(3, 3, 1)
			p.roll(1, 1, 1, 1, 1, 1)
		}},
		{"overtaking in the final round", game.Tiotusen, 3, false, func(p *play) {
			p.withScores(9800, 9900, 4000)
			p.bust().gain(150).zilch().gain(300).bust().bust()
		}},
		{"as much does not overtake", game.Tiotusen, 3, false, func(p *play) {
			p.withScores(9800, 9900, 4000)
			p.bust().gain(150).zilch().gain(250)
		}},
		{"each overtaking gives all others one more turn", game.Tiotusen, 3, false, func(p *play) {
			p.withScores(9000, 9000, 9000)
			p.gain(1000).roll(potRoll...).gain(1000).gain(500).bust().bust()
		}},
		{"the winner shares with nobody, the others do", game.Tiotusen, 4, false, func(p *play) {
			p.withScores(5000, 9000, 9000, 5000)
			p.bust().gain(1000).gain(1000).bust().bust()
		}},
		{"own pot off: a pot in the final round passes the turn", game.Tiotusen, 2, false, func(p *play) {
			p.withScores(9000, 9000)
			p.gain(1000).roll(potRoll...)
		}},
		{"own pot before the final round passes the turn", game.Tiotusen, 2, true, func(p *play) {
			p.withScores(9000, 9000)
			p.roll(potRoll...)
		}},
		{"own pot rolls on", game.Tiotusen, 3, true, func(p *play) {
			p.withScores(9000, 9000, 9000)
			p.gain(1000).roll(1, 1, 2, 3, 4, 6).hold(1, 1).roll(1, 5, 1, 1).bank()
			p.roll(potRoll...).roll(3, 3, 3, 5, 2, 4).hold(3, 3, 3).bank().hold(3, 3, 3, 5).bank()
		}},
		{"own pot that fails goes on to the next", game.Tiotusen, 3, true, func(p *play) {
			p.withScores(9000, 9000, 9000)
			p.gain(1000).roll(potRoll...).zilch().gain(600)
		}},
		{"own pot after a straight", game.Tiotusen, 2, true, func(p *play) {
			p.withScores(9000, 9000)
			p.gain(1000).roll(3, 1, 6, 4, 2, 5).roll(potRoll...).gain(350).bust()
		}},
		{"the winner gives up: the next one leads, and the turn has reached it", game.Tiotusen, 4, false, func(p *play) {
			p.withScores(9000, 9000, 9000, 9000)
			p.gain(1000).gain(2000).bust().bust().resign(1)
		}},
		{"the winner gives up: others play on until the turn reaches the next one", game.Tiotusen, 4, false, func(p *play) {
			p.withScores(9000, 9000, 9000, 9000)
			p.gain(1000).gain(2000).resign(1).bust().bust()
		}},
		{"the winner gives up: nobody else has 10 000", game.Tiotusen, 3, true, func(p *play) {
			p.withScores(9000, 9000, 9000)
			p.gain(1000).resign(0).roll(potRoll...).bust().gain(1000).bust()
		}},
		{"the winner gives up: of equals the next in turn order", game.Tiotusen, 4, false, func(p *play) {
			p.withScores(9000, 9000, 9000, 9000)
			p.gain(1000).gain(1000).gain(2000).gain(1000).resign(2).bust().bust()
		}},
		{"others give up in the final round", game.Tiotusen, 3, false, func(p *play) {
			p.withScores(9000, 5000, 6000)
			p.gain(1000).bust().resign(2)
		}},
		{"points do not save who gave up", game.Tiotusen, 4, false, func(p *play) {
			p.withScores(500, 6000, 8000, 400)
			p.roll(potRoll...).resign(1).resign(0).resign(2)
		}},
	}
}
