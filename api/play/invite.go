package play

import (
	"crypto/subtle"
	"fmt"
	"io"
	"strings"
)

// inviteAlphabet has no characters that look alike: no 0 and O, no 1, I and L, no U and V. They are read
// from bytes below the largest multiple of its length, so that all are equally likely.
const (
	inviteAlphabet = "23456789ABCDEFGHJKMNPQRSTWXYZ"
	inviteLength   = 6
)

// inviteCode draws a code for a private table.
func (s *Service) inviteCode() (string, error) {
	code := make([]byte, 0, inviteLength)
	limit := byte(256 / len(inviteAlphabet) * len(inviteAlphabet))
	var b [1]byte
	for len(code) < inviteLength {
		if _, err := io.ReadFull(s.random, b[:]); err != nil {
			return "", fmt.Errorf("draw an invite code: %w", err)
		}
		if b[0] < limit {
			code = append(code, inviteAlphabet[int(b[0])%len(inviteAlphabet)])
		}
	}
	return string(code), nil
}

// invited tells whether a code opens the table, in a time that does not depend on where they differ. People who type it
// need not care for the case of its letters.
func invited(want, got string) bool {
	return want != "" && subtle.ConstantTimeCompare([]byte(want), []byte(strings.ToUpper(got))) == 1
}
