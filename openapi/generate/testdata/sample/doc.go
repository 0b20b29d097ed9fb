// Package sample has one of each thing that an annotation can say.
package sample

// @title       Sample
// @version     1
// @description What the generator can do.
// @tag.name        games
// @tag.description Games and moves.
// @tag.name        system
// @tag.description The server itself.
