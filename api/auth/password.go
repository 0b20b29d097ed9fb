package auth

import (
	"context"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/secure/precis"
)

const (
	minPasswordChars = 8
	maxPasswordChars = 128
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
	case !utf8.ValidString(password):
		return "", BadCharacters
	}
	prepared, err := precis.OpaqueString.String(password)
	if err != nil {
		return "", BadCharacters
	}
	switch n := utf8.RuneCountInString(prepared); {
	case n < minPasswordChars:
		return "", TooShort
	case n > maxPasswordChars:
		return "", TooLong
	}
	return prepared, ""
}

// cost is the work that a hash takes.
type cost struct {
	memory  uint32 // KiB
	passes  uint32
	threads uint8
}

// presentCost is what new hashes take: the least that OWASP's password storage cheat sheet recommends for argon2id.
var presentCost = cost{memory: 19 * 1024, passes: 2, threads: 1}

// maxCost bounds what a stored hash may ask for, so that a spoilt row cannot take the machine's memory.
var maxCost = cost{memory: 256 * 1024, passes: 16, threads: 16}

// encoded is an argon2id hash in its parts.
type encoded struct {
	cost
	salt, key []byte
}

func (e encoded) String() string {
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, e.memory, e.passes, e.threads,
		b64.EncodeToString(e.salt), b64.EncodeToString(e.key))
}

// errSpoiltHash says nothing of the hash: errors end up in logs.
var errSpoiltHash = errors.New("stored password hash is not one that this program makes")

// decodeHash reads the PHC string format as String writes it.
func decodeHash(s string) (encoded, error) {
	var e encoded
	parts := strings.Split(s, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != "v="+strconv.Itoa(argon2.Version) {
		return encoded{}, errSpoiltHash
	}
	params := strings.Split(parts[3], ",")
	if len(params) != 3 {
		return encoded{}, errSpoiltHash
	}
	m, okM := decodeParam(params[0], "m=", maxCost.memory)
	t, okT := decodeParam(params[1], "t=", maxCost.passes)
	p, okP := decodeParam(params[2], "p=", uint32(maxCost.threads))
	if !okM || !okT || !okP {
		return encoded{}, errSpoiltHash
	}
	e.cost = cost{memory: m, passes: t, threads: uint8(p)}
	b64 := base64.RawStdEncoding.Strict()
	var errSalt, errKey error
	e.salt, errSalt = b64.DecodeString(parts[4])
	e.key, errKey = b64.DecodeString(parts[5])
	if errSalt != nil || errKey != nil || len(e.salt) < 8 || len(e.salt) > 64 || len(e.key) < 16 || len(e.key) > 64 {
		return encoded{}, errSpoiltHash
	}
	return e, nil
}

func decodeParam(s, name string, limit uint32) (uint32, bool) {
	digits, found := strings.CutPrefix(s, name)
	n, err := strconv.ParseUint(digits, 10, 32)
	return uint32(n), found && err == nil && n >= 1 && n <= uint64(limit)
}

// hasher computes and checks password hashes, a few at a time.
type hasher struct {
	random io.Reader
	turns  chan struct{}
	decoy  encoded // no password's hash, but as much work to compare with
}

func newHasher(random io.Reader) (*hasher, error) {
	h := &hasher{random: random, turns: make(chan struct{}, maxHashing)}
	h.decoy = encoded{cost: presentCost, salt: make([]byte, saltBytes), key: make([]byte, keyBytes)}
	for _, b := range [][]byte{h.decoy.salt, h.decoy.key} {
		if _, err := io.ReadFull(random, b); err != nil {
			return nil, fmt.Errorf("draw a decoy: %w", err)
		}
	}
	return h, nil
}

// hash returns the encoded hash of a prepared password.
func (h *hasher) hash(ctx context.Context, prepared string) (string, error) {
	e := encoded{cost: presentCost, salt: make([]byte, saltBytes), key: make([]byte, keyBytes)}
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
