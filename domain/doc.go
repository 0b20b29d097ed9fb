// Package domain is the map of the rules; the code is in the packages below it.
// None of them does I/O, reads a clock or draws at random, and none knows of
// HTTP or SQL: what a rule needs of these is handed to it. So everything here
// gives the same answer for ever, which is what replaying an old game asks.
//
//	dice       faces, throws, counts, and which positions are held
//	scorecard  penta, femlika and bonanza: boxes, cards, what an entry gives
//	pot        tiotusen: groups, holds, what a roll leads to
//	potplay    best play in a turn of tiotusen, worked out when it is asked for
//	solver     best play in the scorecard games, from tables made once
//	fairness   dice from a seed that was committed to beforehand
//	game       the four games as event logs: Decide, Evolve, and their state
//	gamelog    the event log as JSON, and its hash chain
//
// Imports point up this list: game knows scorecard and pot, these know dice, and
// dice knows nothing. The policy for the whole module is in arch_test.go.
package domain
