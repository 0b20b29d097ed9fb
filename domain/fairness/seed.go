// Package fairness derives the dice that a server rolls from a secret seed, so
// that the server cannot choose them and everyone can check them afterwards.
//
// Before a game the server publishes the commitment, a hash of its seed; the
// players then add seeds of their own; after the game the server reveals its
// seed. Each roll's dice follow from the seeds and from where in the game the
// roll is made, and from nothing else. See docs/log-format.md.
package fairness

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
)

// Errors of this package. None of them repeats a seed or a part of one.
var (
	// ErrSeed tells that a text is not a seed: 64 lower-case hex digits.
	ErrSeed = errors.New("seed is not 64 lower-case hex digits")
	// ErrSecret is what any attempt to encode a seed as text or JSON gives.
	ErrSecret = errors.New("seed is secret")
)

// Seed is the server's secret for one game: 32 random bytes. Formatting and
// logging it prints "[secret]", and encoding it as text or JSON fails; only
// [Seed.Hex] gives it away. The fmt package does not ask a seed in an unexported
// field of a struct, so such structs must not be printed.
type Seed [32]byte

const secret = "[secret]"

// ParseSeed returns the seed that text, exactly 64 lower-case hex digits,
// stands for. It fails with [ErrSeed].
func ParseSeed(text string) (Seed, error) {
	var s Seed
	if len(text) != hex.EncodedLen(len(s)) {
		return Seed{}, ErrSeed
	}
	if _, err := hex.Decode(s[:], []byte(text)); err != nil || s.Hex() != text {
		return Seed{}, ErrSeed
	}
	return s, nil
}

// Hex returns the seed itself, as 64 lower-case hex digits: for the store, and
// for everyone once the game is over.
func (s Seed) Hex() string { return hex.EncodeToString(s[:]) }

// Commitment returns what is published of the seed before the game: the
// SHA-256 of its 32 bytes, as 64 lower-case hex digits.
func (s Seed) Commitment() string {
	sum := sha256.Sum256(s[:])
	return hex.EncodeToString(sum[:])
}

// Opens tells whether commitment is the seed's own. It takes the same time
// wherever the two differ.
func (s Seed) Opens(commitment string) bool {
	return subtle.ConstantTimeCompare([]byte(s.Commitment()), []byte(commitment)) == 1
}

// String returns "[secret]".
func (s Seed) String() string { return secret }

// GoString returns "[secret]".
func (s Seed) GoString() string { return secret }

// Format writes "[secret]", whatever the verb.
func (s Seed) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, secret) }

// LogValue returns "[secret]".
func (s Seed) LogValue() slog.Value { return slog.StringValue(secret) }

// MarshalText fails with [ErrSecret].
func (s Seed) MarshalText() ([]byte, error) { return nil, ErrSecret }
