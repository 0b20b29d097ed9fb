package gamelog

import (
	"crypto/sha256"
	"encoding/hex"
)

// ValidID tells whether s is a UUID in its canonical form: lower-case hex in groups of 8, 4, 4, 4 and 12.
func ValidID(s string) bool {
	// The dashes of the middle become digits, so that the whole of it can be looked at eight characters at a time.
	const dash = uint64('-' ^ '0')
	return len(s) == 36 && s[8] == '-' && s[13] == '-' && s[18] == '-' && s[23] == '-' &&
		hexWord(word(s[:8]))&hexWord(word(s[8:16])^(dash|dash<<40))&hexWord(word(s[16:24])^(dash<<16|dash<<56))&
			hexWord(word(s[24:32]))&hexWord(word(s[28:36])) == all
}

// hexHash tells whether s can be 32 bytes in hex, as a SHA-256 and a seed are.
func hexHash(s string) bool {
	if len(s) != hex.EncodedLen(sha256.Size) {
		return false
	}
	good := all
	for ; s != ""; s = s[8:] {
		good &= hexWord(word(s[:8]))
	}
	return good == all
}

const (
	each = 0x0101010101010101 // times a byte is that byte in each place of a word
	all  = uint64(0x80 * each)
)

// word is eight characters, the first in the lowest place.
func word(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// hexWord tells which of eight characters are lower-case hex digits, by the highest bit in the place of each; only a word
// of which all are is told exactly. It does not branch: whether a hex digit is a letter no processor can foresee, and half
// the time of reading a log went into that.
func hexWord(w uint64) uint64 {
	// For a character c of ASCII, c + (0x80 - x) has the highest bit set from x on, and never carries into the next place.
	digit := (w + (0x80-'0')*each) &^ (w + (0x80-'9'-1)*each)
	letter := (w + (0x80-'a')*each) &^ (w + (0x80-'f'-1)*each)
	return (digit | letter) &^ w & all
}
