// Package review judges a game that was played: for every decision what was done, what was best, and what the difference
// gave away; for every seat how much of its result was luck and how much was play.
//
// Luck is what each roll changed in the expectation, loss what each decision gave away. They add up: what was expected at
// first, plus luck, less loss, is what is expected now, and in the end that is the result.
package review
