package auth

import (
	"crypto/sha256"
	"sync"
	"time"
)

// knownTokens keeps what access tokens say whose signatures were found right, so that this is not worked out for every
// call: a device uses one token for a quarter of an hour. It keeps digests and no tokens. That a token is known says
// nothing about its sign-in, which the store is asked about for every call.
//
// There are two generations of at most knownEach tokens. A full one becomes the old one, and what is used of that moves to
// the new one; so the tokens that are in use stay, in bounded memory.
type knownTokens struct {
	mu         sync.Mutex
	young, old map[[sha256.Size]byte]knownToken
}

// knownEach tokens take about 2 MiB.
const knownEach = 8192

// knownToken is what a valid token says.
type knownToken struct {
	caller      Caller
	from, until time.Time // it is valid from the one on, and before the other
}

func (k knownToken) validAt(t time.Time) bool { return !t.Before(k.from) && t.Before(k.until) }

func (k *knownTokens) get(id [sha256.Size]byte) (knownToken, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if t, ok := k.young[id]; ok {
		return t, true
	}
	t, ok := k.old[id]
	if ok {
		k.add(id, t)
	}
	return t, ok
}

func (k *knownTokens) put(id [sha256.Size]byte, t knownToken) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.add(id, t)
}

// add is put under the lock.
func (k *knownTokens) add(id [sha256.Size]byte, t knownToken) {
	if k.young == nil || len(k.young) >= knownEach {
		k.young, k.old = map[[sha256.Size]byte]knownToken{}, k.young
	}
	k.young[id] = t
}
