// Package game is the heart of Kast: two pure functions over one game. Decide turns a command into the events that it
// causes, or refuses it; Evolve folds an event into the state. Everything that changes a game goes through Decide, and
// everything that reads one goes through Evolve.
//
// The rules themselves live in packages scorecard and pot, which know no seats, turns or events.
package game
