package rest_test

import "maps"

// legal is a POST that would succeed now.
type legal struct {
	by   *client
	game gameView // absent for a new game
	path string
	body object // without id
	// other is another account that may see the game, and has a seat in it where others have.
	other *client
}

// route names a call, with the id of its game left out.
func (l legal) url() string {
	if l.game.ID == "" {
		return l.path
	}
	return "/v1/games/" + l.game.ID + "/" + l.path
}

// with is the body with more or other fields.
func (l legal) with(fields object) object {
	body := maps.Clone(l.body)
	maps.Copy(body, fields)
	return body
}

// legalCalls makes, for every POST that changes games, one that would succeed now.
func legalCalls() map[string]func(w *world) legal {
	return map[string]func(*world) legal{
		"create": func(w *world) legal {
			return legal{
				by: w.guest("Ada"), other: w.guest("Bo"), path: "/v1/games",
				body: object{"ruleset": "penta", "seats": seats("me", "guest"), "visibility": "public"},
			}
		},
		"join": func(w *world) legal {
			ada, bo := w.guest("Ada"), w.guest("Bo")
			g := ada.create(object{"ruleset": "penta", "seats": seats("me", "open", "open"), "visibility": "public"})
			return legal{by: bo, other: w.guest("Cy"), game: g, path: "seats", body: object{"clientSeed": "seed"}}
		},
		"start": func(w *world) legal {
			ada := w.guest("Ada")
			g := ada.create(object{"ruleset": "penta", "seats": seats("me", "guest"), "visibility": "public", "start": false})
			return legal{by: ada, other: w.guest("Bo"), game: g, path: "start", body: object{"clientSeed": "seed"}}
		},
		"rematch": func(w *world) legal { // of the second who asks: the first makes a game, as create does
			ada, bo, g := w.two("penta", "server")
			g = ada.move(g.ID, "resignations", nil).Game
			ada.move(g.ID, "rematch", nil)
			return legal{by: bo, other: ada, game: bo.game(g.ID), path: "rematch", body: object{"clientSeed": "seed"}}
		},
		"roll": func(w *world) legal {
			ada, bo, g := w.two("penta", "server")
			return legal{by: ada, other: bo, game: g, path: "rolls", body: object{}}
		},
		"hold": func(w *world) legal {
			ada, bo, g := w.two("femlika", "server")
			return legal{by: ada, other: bo, game: ada.move(g.ID, "rolls", nil).Game, path: "holds", body: object{"held": []int{0, 3}}}
		},
		"enter": func(w *world) legal {
			ada, bo, g := w.two("bonanza", "server")
			return legal{by: ada, other: bo, game: ada.move(g.ID, "rolls", nil).Game, path: "entries", body: object{"box": "chance"}}
		},
		"bank": func(w *world) legal {
			ada, bo, g := w.two("tiotusen", "client")
			g = ada.move(g.ID, "rolls", object{"dice": []int{1, 1, 1, 2, 3, 6}}).Game
			return legal{by: ada, other: bo, game: g, path: "banks", body: object{"held": []int{0, 1, 2}}}
		},
		"resign": func(w *world) legal {
			ada, bo, g := w.two("tiotusen", "server")
			return legal{by: ada, other: bo, game: g, path: "resignations", body: object{}}
		},
	}
}

// two makes a public game in which two accounts are seated and the first is on turn.
func (w *world) two(ruleset, dice string) (first, second *client, g gameView) {
	w.t.Helper()
	first, second = w.guest("Ada"), w.guest("Bo")
	g = first.create(object{"ruleset": ruleset, "dice": dice, "visibility": "public", "seats": seats("me", "open")})
	return first, second, second.join(g, nil).Game
}
