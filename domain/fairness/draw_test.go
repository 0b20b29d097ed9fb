package fairness

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"testing"
)

func TestDie(t *testing.T) {
	tests := []struct {
		b    byte
		face int
		ok   bool
	}{
		{0, 1, true},
		{1, 2, true},
		{5, 6, true},
		{6, 1, true},
		{251, 6, true},
		{252, 0, false},
		{253, 0, false},
		{254, 0, false},
		{255, 0, false},
	}
	for _, tt := range tests {
		if face, ok := Die(tt.b); face != tt.face || ok != tt.ok {
			t.Errorf("byte %d: got %d, %t, want %d, %t", tt.b, face, ok, tt.face, tt.ok)
		}
	}
}

// Of all bytes, every face has the same share.
func TestDie_AllBytes(t *testing.T) {
	var faces [7]int
	for b := range 256 {
		face, ok := Die(byte(b))
		if ok != (face != 0) {
			t.Errorf("byte %d: got %d, %t", b, face, ok)
		}
		faces[face]++
	}
	if want := [7]int{4, 42, 42, 42, 42, 42, 42}; faces != want {
		t.Errorf("got %v bytes a face, want %v", faces, want)
	}
}

// tape gives blocks that hold the given bytes and then byte 255 to their end.
type tape [][]byte

func (tp tape) block(i int) [sha256.Size]byte {
	var block [sha256.Size]byte
	for j := range block {
		block[j] = 255
	}
	copy(block[:], tp[i])
	return block
}

func TestDraw(t *testing.T) {
	full := make([]byte, sha256.Size-1)
	for i := range full {
		full[i] = byte(252 + i%4)
	}
	tests := []struct {
		name   string
		tape   tape
		n      int
		want   []int
		blocks int
	}{
		{"no dice", tape{}, 0, nil, 0},
		{"in order", tape{{0, 1, 2, 3, 4, 5}}, 6, []int{1, 2, 3, 4, 5, 6}, 1},
		{"no more than asked for", tape{{0, 1, 2, 3, 4, 5}}, 5, []int{1, 2, 3, 4, 5}, 1},
		{"251 is a 6", tape{{251, 250, 249, 248, 247}}, 5, []int{6, 5, 4, 3, 2}, 1},
		{"252 to 255 are skipped", tape{{252, 6, 253, 254, 7, 255, 8, 9, 251}}, 5, []int{1, 2, 3, 4, 6}, 1},
		{"the rest comes from the next block", tape{{3, 251}, {4, 255, 5, 0}}, 5, []int{4, 6, 5, 6, 1}, 2},
		{"the last byte of a block counts", tape{append(slices.Clone(full), 2), {0}}, 2, []int{3, 1}, 2},
		{"a block without a die", tape{{1}, full, {2, 3, 4, 5}}, 5, []int{2, 3, 4, 5, 6}, 3},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			blocks := 0
			got := draw(tt.n, func(i int) [sha256.Size]byte {
				if i != blocks {
					t.Errorf("block %d was asked for after %d blocks", i, blocks)
				}
				blocks++
				return tt.tape.block(i)
			})
			if !slices.Equal(got.Faces(), tt.want) {
				t.Errorf("got %v, want %v", got.Faces(), tt.want)
			}
			if blocks != tt.blocks {
				t.Errorf("got %d blocks read, want %d", blocks, tt.blocks)
			}
		})
	}
}

// The blocks themselves, as another program reckoned them.
func TestSeed_Block(t *testing.T) {
	var s Seed
	for i := range s {
		s[i] = byte(i)
	}
	p := Position{
		Game:        "5f0c6f1e-8c1b-4a53-9d0a-3f6f0f7f2b11",
		ClientSeeds: []string{"abc", "", "x_Y-9"},
		Seat:        0, Turn: 1, Roll: 1,
	}
	want := map[int]string{
		0:  "cf060aa6488e8c711af02cb224d4dbf8ee61df50c7f14f06140afa0f7bafd9d6",
		1:  "53123d4c95874059777336cafa0230cd4dfb14d6624fc480608f47490d319d3e",
		10: "224a2b1a4219206307cd8886be7c76f4472f3cbeef1e132e7320dfceeb6255e2",
	}
	for i, text := range want {
		block := s.block(p, i)
		if got := hex.EncodeToString(block[:]); got != text {
			t.Errorf("block %d: got %s, want %s", i, got, text)
		}
	}
}
