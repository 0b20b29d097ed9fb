package rest

import (
	"kast/api/play"
	"kast/api/shape"
)

// shape gives a game as one account sees it.
func (s *server) shape(v play.View, account string) shape.Game {
	return shape.Of(v, account, s.now(), s.play.BestBoxes)
}
