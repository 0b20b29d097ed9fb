// Package shape holds what the API shows of a game, as data: the shapes of the contract and how they are made of a game's
// state. It knows no HTTP, so that an engine on a phone or in a browser shows the same.
package shape
