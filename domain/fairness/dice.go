package fairness

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"strings"

	"kast/domain/dice"
)

// Position is the place of a roll in a game. Game and the client seeds are free
// of '|' and ',', which the caller sees to.
type Position struct {
	// Game is the game's id.
	Game string
	// ClientSeeds are what the players brought, in seat order, one for every
	// seat, "" for none.
	ClientSeeds []string
	// Seat is the seat that rolls, from 0.
	Seat int
	// Turn is that seat's turn, from 1.
	Turn int
	// Roll is the roll within the turn, from 1; a straight does not start it
	// anew.
	Roll int
}

// Dice returns one die for every one of n positions of the table. Where only
// some are rolled, those take theirs and the others are of no use, so that what
// a player holds never changes what a position shows. The same seed and
// position always give the same dice. It panics when n is not 0 to
// [dice.MaxDice].
//
// The dice are read from blocks of 32 bytes, numbered from 0: HMAC-SHA256 with
// the seed as the key, over
//
//	kast-dice/1|<game>|<client seeds, joined by ','>|<seat>|<turn>|<roll>|<block>
func (s Seed) Dice(p Position, n int) dice.Dice {
	return draw(n, func(i int) [sha256.Size]byte { return s.block(p, i) })
}

// block returns block i of the bytes that the dice at p are read from.
func (s Seed) block(p Position, i int) [sha256.Size]byte {
	message := fmt.Sprintf("kast-dice/1|%s|%s|%d|%d|%d|%d",
		p.Game, strings.Join(p.ClientSeeds, ","), p.Seat, p.Turn, p.Roll, i)
	mac := hmac.New(sha256.New, s[:])
	mac.Write([]byte(message))
	return [sha256.Size]byte(mac.Sum(nil))
}

// draw reads n dice from the bytes of as many blocks as it takes.
func draw(n int, block func(i int) [sha256.Size]byte) dice.Dice {
	faces := make([]int, 0, n)
	for i := 0; len(faces) < n; i++ {
		for _, b := range block(i) {
			if face, ok := Die(b); ok && len(faces) < n {
				faces = append(faces, face)
			}
		}
	}
	return dice.MustNew(faces...)
}

// Die turns one byte of a block into the face of a die, 1 to 6. Of the 256
// bytes the last four are skipped (ok is false), so that every face has exactly
// 42 of the others.
func Die(b byte) (face int, ok bool) {
	const faces, usable = 6, 252
	if b >= usable {
		return 0, false
	}
	return int(b%faces) + 1, true
}
