// Package bestplay finds the moves of a game: the best one, by the exact optimum of packages solver and potplay, and the
// one that a sensible beginner would make. It turns the state of a game into the positions that those packages know, and
// their answers into commands. It knows no more of a game than its players do: no seed, no dice to come.
package bestplay
