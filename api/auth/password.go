package auth

import (
	"context"
	"crypto/subtle"
	"fmt"
	"io"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/secure/precis"
)

// How many characters a password has.
const (
	MinPasswordChars = 8
	MaxPasswordChars = 128
)

const (
	// maxPasswordBytes bounds the work before anything looks at a password; decomposed characters take up to 12 bytes.
	maxPasswordBytes = 2048

	// maxHashing bounds the memory of all hashes under way: each takes 19 MiB.
	maxHashing = 2
	saltBytes  = 16
	keyBytes   = 32
)

// preparePassword returns the form that is hashed: RFC 8265 (OpaqueString), so that a password typed on another keyboard,
// with other spaces or decomposed letters, is the same one. The Problem is empty when the password will do.
func preparePassword(password string) (string, Problem) {
	switch {
	case password == "":
		return "", TooShort
	case len(password) > maxPasswordBytes:
		return "", TooLong
	case !utf8.ValidString(password): // the profile would take every bad byte for the same character
		return "", BadCharacters
	}
	prepared, err := precis.OpaqueString.String(password)
	if err != nil {
		return "", BadCharacters
	}
	switch n := utf8.RuneCountInString(prepared); {
	case n < MinPasswordChars:
		return "", TooShort
	case n > MaxPasswordChars:
		return "", TooLong
	}
	return prepared, ""
}

// hasher computes and checks password hashes, a few at a time.
type hasher struct {
	random io.Reader
	turns  chan struct{}
	decoy  encoded // no password's hash, but as much work to compare with
}

func newHasher(random io.Reader) (*hasher, error) {
	h := &hasher{random: random, turns: make(chan struct{}, maxHashing)}
	h.decoy = encoded{cost: presentCost(), salt: make([]byte, saltBytes), key: make([]byte, keyBytes)}
	for _, b := range [][]byte{h.decoy.salt, h.decoy.key} {
		if _, err := io.ReadFull(random, b); err != nil {
			return nil, fmt.Errorf("draw a decoy: %w", err)
		}
	}
	return h, nil
}

// hash returns the encoded hash of a prepared password.
func (h *hasher) hash(ctx context.Context, prepared string) (string, error) {
	e := encoded{cost: presentCost(), salt: make([]byte, saltBytes), key: make([]byte, keyBytes)}
	if _, err := io.ReadFull(h.random, e.salt); err != nil {
		return "", fmt.Errorf("draw a salt: %w", err)
	}
	key, err := h.derive(ctx, prepared, e)
	if err != nil {
		return "", err
	}
	e.key = key
	return e.String(), nil
}

// matches tells whether stored is the hash of a prepared password. With nothing stored it does the same work for
// nothing, so that time does not tell an unknown username from a wrong password.
func (h *hasher) matches(ctx context.Context, prepared, stored string) (bool, error) {
	e := h.decoy
	if stored != "" {
		var err error
		if e, err = decodeHash(stored); err != nil {
			return false, err
		}
	}
	key, err := h.derive(ctx, prepared, e)
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare(key, e.key) == 1 && stored != "", nil
}

// derive waits for its turn and computes the key of e's length.
func (h *hasher) derive(ctx context.Context, prepared string, e encoded) ([]byte, error) {
	select {
	case h.turns <- struct{}{}:
		defer func() { <-h.turns }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	// A caller who has left meanwhile need not be worked for, and select may have preferred the turn.
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return argon2.IDKey([]byte(prepared), e.salt, e.passes, e.memory, e.threads, uint32(len(e.key))), nil
}
