package auth

import (
	"crypto/sha256"
	"encoding/binary"
	"testing"
	"time"
)

// Tokens that are in use stay known, however many others come, and there is a bound to all of them.
func TestKnownTokens(t *testing.T) {
	var k knownTokens
	id := func(n int) [sha256.Size]byte { return sha256.Sum256(binary.AppendVarint(nil, int64(n))) }
	used := knownToken{caller: Caller{AccountID: "used"}}
	k.put(id(-1), used)
	for n := range 5 * knownEach {
		k.put(id(n), knownToken{caller: Caller{AccountID: "other"}})
		if n%1000 == 0 {
			if got, ok := k.get(id(-1)); !ok || got != used {
				t.Fatalf("after %d others: got %v, %t", n, got, ok)
			}
		}
		if all := len(k.young) + len(k.old); all > 2*knownEach {
			t.Fatalf("%d tokens are kept", all)
		}
	}
	if _, ok := k.get(id(0)); ok {
		t.Error("a token that nobody uses is still known")
	}
}

func TestKnownToken_validAt(t *testing.T) {
	at := time.Date(2026, 3, 28, 23, 30, 0, 0, time.UTC)
	k := knownToken{from: at, until: at.Add(time.Minute)}
	for shift, want := range map[time.Duration]bool{-1: false, 0: true, time.Minute - 1: true, time.Minute: false} {
		if got := k.validAt(at.Add(shift)); got != want {
			t.Errorf("after %v: got %t", shift, got)
		}
	}
}
