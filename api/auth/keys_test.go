package auth_test

import (
	"crypto/ed25519"
	"encoding/json"
	"strings"
	"testing"
)

// Anybody must be able to check a token from the published key alone.
func TestJWKS(t *testing.T) {
	f := newFixture(t)
	_, tokens := f.guest(t)
	set := f.JWKS()
	if len(set) != 1 {
		t.Fatalf("got %d keys, want 1", len(set))
	}
	text, err := json.Marshal(set[0])
	if err != nil {
		t.Fatal(err)
	}
	var k map[string]string
	if err := json.Unmarshal(text, &k); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"kty": "OKP", "crv": "Ed25519", "alg": "EdDSA", "use": "sig"} {
		if k[name] != want {
			t.Errorf("%s: got %q, want %q", name, k[name], want)
		}
	}
	if len(k) != 6 {
		t.Errorf("got %d members, want 6 (and no private one): %s", len(k), text)
	}
	x, err := b64.DecodeString(k["x"])
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(tokens.Access, ".")
	signature, err := b64.DecodeString(parts[2])
	if err != nil {
		t.Fatal(err)
	}
	if !ed25519.Verify(x, []byte(parts[0]+"."+parts[1]), signature) {
		t.Error("the published key does not verify an access token")
	}
	header, err := b64.DecodeString(parts[0])
	if err != nil {
		t.Fatal(err)
	}
	var h struct{ Alg, Kid string }
	if err := json.Unmarshal(header, &h); err != nil || h.Alg != "EdDSA" || h.Kid != k["kid"] {
		t.Errorf("got header %s (%v), want alg EdDSA and kid %s", header, err, k["kid"])
	}
}
