package conformance_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"kast/domain/fairness"
	"kast/domain/game"
	"kast/domain/gamelog"
)

// diceProof is the file of dice proofs.
type diceProof struct {
	Faces []int       `json:"faces"`
	Seeds []seedProof `json:"seeds"`
	Rolls []rollProof `json:"rolls"`
	Games []gameProof `json:"games"`
}

type seedProof struct {
	ServerSeed string `json:"serverSeed"`
	Commitment string `json:"commitment"`
}

type rollProof struct {
	Name        string       `json:"name"`
	ServerSeed  string       `json:"serverSeed"`
	GameID      string       `json:"gameId"`
	ClientSeeds []string     `json:"clientSeeds"`
	Seat        int          `json:"seat"`
	Turn        int          `json:"turn"`
	Roll        int          `json:"roll"`
	Blocks      []blockProof `json:"blocks"`
	Skipped     []int        `json:"skipped"`
	Dice        []int        `json:"dice"`
}

type blockProof struct {
	Message string `json:"message"`
	HMAC    string `json:"hmac"`
}

type gameProof struct {
	Log         string         `json:"log"`
	ServerSeed  string         `json:"serverSeed"`
	Commitment  string         `json:"commitment"`
	GameID      string         `json:"gameId"`
	ClientSeeds []string       `json:"clientSeeds"`
	Rolls       []gameDiceRoll `json:"rolls"`
}

type gameDiceRoll struct {
	Seq    int   `json:"seq"`
	Seat   int   `json:"seat"`
	Turn   int   `json:"turn"`
	Roll   int   `json:"roll"`
	Stream []int `json:"stream"`
	Rolled []int `json:"rolled"`
	Dice   []int `json:"dice"`
}

// drawn follows the recipe of docs/log-format.md, apart from package fairness.
func drawn(t *testing.T, name, seed string, at fairness.Position, n int) rollProof {
	t.Helper()
	key, err := hex.DecodeString(seed)
	if err != nil {
		t.Fatal(err)
	}
	p := rollProof{
		Name: name, ServerSeed: seed, GameID: at.Game, ClientSeeds: at.ClientSeeds, Seat: at.Seat, Turn: at.Turn, Roll: at.Roll,
		Skipped: []int{}, Dice: []int{},
	}
	for block := 0; len(p.Dice) < n; block++ {
		message := fmt.Sprintf("kast-dice/1|%s|%s|%d|%d|%d|%d", at.Game, strings.Join(at.ClientSeeds, ","), at.Seat, at.Turn, at.Roll, block)
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(message))
		sum := mac.Sum(nil)
		p.Blocks = append(p.Blocks, blockProof{message, hex.EncodeToString(sum)})
		for i, b := range sum {
			switch {
			case len(p.Dice) == n:
			case b >= 252:
				p.Skipped = append(p.Skipped, block*len(sum)+i)
			default:
				p.Dice = append(p.Dice, int(b)%6+1)
			}
		}
	}
	ours, err := fairness.ParseSeed(seed)
	if err != nil {
		t.Fatal(err)
	}
	if want := ours.Dice(at, min(n, 6)).Faces(); !slices.Equal(p.Dice[:min(n, 6)], want) {
		t.Errorf("%s: got %v, want %v", name, p.Dice, want)
	}
	return p
}

// TestDice: the dice of seeds and positions, block by block, and those of a whole game.
func TestDice(t *testing.T) {
	counting, zeros, effs := "", strings.Repeat("0", 64), strings.Repeat("f", 64)
	for i := range 32 {
		counting += fmt.Sprintf("%02x", i)
	}
	var proof diceProof
	for b := range 256 {
		face, _ := fairness.Die(byte(b))
		proof.Faces = append(proof.Faces, face)
	}
	for _, seed := range []string{counting, zeros, effs} {
		s, err := fairness.ParseSeed(seed)
		if err != nil {
			t.Fatal(err)
		}
		proof.Seeds = append(proof.Seeds, seedProof{seed, s.Commitment()})
	}
	three, solo := []string{"abc", "", "x_Y-9"}, []string{""}
	for _, c := range []struct {
		name string
		seed string
		at   fairness.Position
		n    int
	}{
		{"three seats, one without a client seed", counting, fairness.Position{Game: gameID, ClientSeeds: three, Seat: 0, Turn: 1, Roll: 1}, 6},
		{"another seat", counting, fairness.Position{Game: gameID, ClientSeeds: three, Seat: 1, Turn: 1, Roll: 1}, 6},
		{"a last turn", counting, fairness.Position{Game: gameID, ClientSeeds: three, Seat: 2, Turn: 13, Roll: 3}, 5},
		{"solo, no client seed", counting, fairness.Position{Game: gameID, ClientSeeds: solo, Seat: 0, Turn: 1, Roll: 1}, 5},
		{"two seats without client seeds", zeros, fairness.Position{Game: gameID, ClientSeeds: []string{"", ""}, Seat: 1, Turn: 1, Roll: 1}, 5},
		{"a long client seed, a late roll", effs, fairness.Position{Game: gameID, ClientSeeds: []string{strings.Repeat("A", 64), "b"}, Seat: 1, Turn: 27, Roll: 104}, 6},
		{"the first byte is skipped", counting, fairness.Position{Game: gameID, ClientSeeds: solo, Seat: 0, Turn: 4, Roll: 2}, 6},
		{"two bytes are skipped", counting, fairness.Position{Game: gameID, ClientSeeds: solo, Seat: 0, Turn: 5, Roll: 2}, 6},
		{"252 + 1 is skipped", counting, fairness.Position{Game: gameID, ClientSeeds: solo, Seat: 0, Turn: 5, Roll: 3}, 6},
		{"254 is skipped", counting, fairness.Position{Game: gameID, ClientSeeds: solo, Seat: 0, Turn: 174, Roll: 1}, 6},
		{"255 is skipped", counting, fairness.Position{Game: gameID, ClientSeeds: solo, Seat: 0, Turn: 231, Roll: 3}, 6},
		{"more dice than any game has, so that a second block is needed", counting, fairness.Position{Game: gameID, ClientSeeds: solo, Seat: 0, Turn: 1, Roll: 1}, 40},
	} {
		proof.Rolls = append(proof.Rolls, drawn(t, c.name, c.seed, c.at, c.n))
	}
	for _, name := range []string{"femlika-server", "tiotusen-resigned"} {
		proof.Games = append(proof.Games, gameProofOf(t, "logs/good/"+name+".jsonl"))
	}
	skips := map[string]bool{}
	for _, r := range proof.Rolls {
		skips[fmt.Sprint(len(r.Skipped))] = true
	}
	if !skips["1"] || !skips["2"] {
		t.Errorf("no roll skips one byte, or none two: %v", skips)
	}
	var out strings.Builder
	fmt.Fprintf(&out, "{\"faces\":%s,\n\"seeds\":%s,\"rolls\":%s,\"games\":%s}\n",
		compact(t, proof.Faces), lines(t, proof.Seeds), lines(t, proof.Rolls), lines(t, proof.Games))
	current(t, "dice/dice.json", []byte(out.String()))
}

func gameProofOf(t *testing.T, log string) gameProof {
	t.Helper()
	var s game.State
	p := gameProof{Log: log}
	for _, line := range readLog(t, log) {
		if e, ok := line.Event.(game.Rolled); ok {
			end, seed, _ := game.End(gamelog.Records(readLog(t, log)))
			ours, err := fairness.ParseSeed(seed)
			if err != nil {
				t.Fatalf("event %d: %v", end.Seq, err)
			}
			at := gamelog.Position(s)
			p.ServerSeed, p.Commitment, p.GameID, p.ClientSeeds = seed, s.Commitment, at.Game, at.ClientSeeds
			p.Rolls = append(p.Rolls, gameDiceRoll{
				Seq: line.Seq, Seat: at.Seat, Turn: at.Turn, Roll: at.Roll, Stream: ours.Dice(at, e.Dice.Len()).Faces(),
				Rolled: s.Rolls().Positions(), Dice: e.Dice.Faces(),
			})
		}
		s = game.Evolve(s, line.Record)
	}
	return p
}
