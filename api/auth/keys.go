package auth

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/google/uuid"

	"kast/repository"
)

// The purposes of keys in the store.
const (
	purposeAccess  = "access"  // the seed of an Ed25519 key
	purposeRefresh = "refresh" // an HMAC key
)

// secretBytes is the length of every secret: an Ed25519 seed and an HMAC-SHA256 key are both 32 bytes.
const secretBytes = 32

// loadKeys returns all keys of the store, oldest first, and makes what is missing.
func loadKeys(ctx context.Context, store repository.Accounts, random io.Reader, now time.Time) ([]repository.Key, error) {
	keys, err := store.Keys(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the keys: %w", err)
	}
	for _, purpose := range []string{purposeAccess, purposeRefresh} {
		if slices.ContainsFunc(keys, func(k repository.Key) bool { return k.Purpose == purpose }) {
			continue
		}
		k, err := newKey(random, purpose, now)
		if err != nil {
			return nil, err
		}
		// Another process may have been first: then its key counts.
		if k, err = store.AddFirstKey(ctx, k); err != nil {
			return nil, fmt.Errorf("store the %s key: %w", purpose, err)
		}
		keys = append(keys, k)
	}
	for _, k := range keys {
		if (k.Purpose == purposeAccess || k.Purpose == purposeRefresh) && len(k.Secret) != secretBytes {
			return nil, fmt.Errorf("key %s: secret is not %d bytes", k.ID, secretBytes)
		}
	}
	return keys, nil
}

func newKey(random io.Reader, purpose string, now time.Time) (repository.Key, error) {
	k := repository.Key{Purpose: purpose, Secret: make([]byte, secretBytes), CreatedAt: now}
	if _, err := io.ReadFull(random, k.Secret); err != nil {
		return repository.Key{}, fmt.Errorf("draw a key: %w", err)
	}
	if purpose == purposeAccess {
		k.ID = thumbprint(ed25519.NewKeyFromSeed(k.Secret).Public().(ed25519.PublicKey))
		return k, nil
	}
	id, err := uuid.NewRandomFromReader(random)
	if err != nil {
		return repository.Key{}, fmt.Errorf("draw a key id: %w", err)
	}
	k.ID = id.String()
	return k, nil
}

// newestKey returns the last key of a purpose.
func newestKey(keys []repository.Key, purpose string) (repository.Key, error) {
	for _, k := range slices.Backward(keys) {
		if k.Purpose == purpose {
			return k, nil
		}
	}
	return repository.Key{}, errors.New("no key for " + purpose)
}

// JWK is a public key as RFC 7517 and RFC 8037 write it.
type JWK struct {
	KeyType   string `json:"kty"`
	Curve     string `json:"crv"`
	X         string `json:"x"`
	KeyID     string `json:"kid"`
	Algorithm string `json:"alg"`
	Use       string `json:"use"`
}

// JWKS returns the public keys of access tokens, oldest first.
func (s *Service) JWKS() []JWK {
	set := make([]JWK, 0, len(s.access.ids))
	for _, id := range s.access.ids {
		set = append(set, JWK{
			KeyType: "OKP", Curve: "Ed25519", X: base64.RawURLEncoding.EncodeToString(s.access.public[id]),
			KeyID: id, Algorithm: "EdDSA", Use: "sig",
		})
	}
	return set
}

// thumbprint is the key's RFC 7638 thumbprint, as RFC 8037 (appendix A.3) has it for Ed25519: an id that says which key
// it is.
func thumbprint(public ed25519.PublicKey) string {
	sum := sha256.Sum256(fmt.Appendf(nil, `{"crv":"Ed25519","kty":"OKP","x":%q}`,
		base64.RawURLEncoding.EncodeToString(public)))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
