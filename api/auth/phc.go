package auth

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/crypto/argon2"
)

// cost is the work that a hash takes.
type cost struct {
	memory  uint32 // KiB
	passes  uint32
	threads uint8
}

// presentCost is what new hashes take: the least that OWASP's password storage cheat sheet recommends for argon2id.
func presentCost() cost { return cost{memory: 19 * 1024, passes: 2, threads: 1} }

// maxCost bounds what a stored hash may ask for, so that a spoilt row cannot take the machine's memory.
func maxCost() cost { return cost{memory: 256 * 1024, passes: 16, threads: 16} }

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
	limit := maxCost()
	m, okM := decodeParam(params[0], "m=", limit.memory)
	t, okT := decodeParam(params[1], "t=", limit.passes)
	p, okP := decodeParam(params[2], "p=", uint32(limit.threads))
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
