package auth

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/google/uuid"

	"kast/repository"
)

// refreshGrace is how long a used refresh token still answers its successor: an answer can get lost on a phone.
const refreshGrace = 60 * time.Second

// A refresh token is base64url of version, sign-in, generation and an HMAC-SHA256 over these. So garbage is told from a
// token that comes back without asking the store, and the store keeps nothing that would sign anybody in.
const (
	refreshVersion = 1
	macAt          = 1 + 16 + 4
	refreshBytes   = macAt + sha256.Size
)

// refreshEncoding is strict, so that no token has a second spelling.
func refreshEncoding() *base64.Encoding { return base64.RawURLEncoding.Strict() }

// refreshTokens issues and reads refresh tokens.
type refreshTokens struct{ key []byte }

func newRefreshTokens(keys []repository.Key) (*refreshTokens, error) {
	k, err := newestKey(keys, purposeRefresh)
	if err != nil {
		return nil, err
	}
	return &refreshTokens{key: k.Secret}, nil
}

// issue is a function of its arguments alone: who asks again gets the same bytes.
func (t *refreshTokens) issue(signInID string, generation int) (string, error) {
	id, err := uuid.Parse(signInID)
	if err != nil || generation < 0 || uint64(generation) > math.MaxUint32 {
		return "", errors.New("sign-in has no refresh token: bad id or generation")
	}
	b := make([]byte, 0, refreshBytes)
	b = append(b, refreshVersion)
	b = append(b, id[:]...)
	b = binary.BigEndian.AppendUint32(b, uint32(generation))
	return refreshEncoding().EncodeToString(t.seal(b)), nil
}

// read returns what a token of ours says.
func (t *refreshTokens) read(token string) (signInID string, generation int, ok bool) {
	// The length is checked before and after, since the decoder skips line breaks.
	if len(token) != refreshEncoding().EncodedLen(refreshBytes) {
		return "", 0, false
	}
	b, err := refreshEncoding().DecodeString(token)
	if err != nil || len(b) != refreshBytes {
		return "", 0, false
	}
	if !hmac.Equal(b, t.seal(b[:macAt:macAt])) || b[0] != refreshVersion {
		return "", 0, false
	}
	return uuid.UUID(b[1:17]).String(), int(binary.BigEndian.Uint32(b[17:macAt])), true
}

func (t *refreshTokens) seal(b []byte) []byte {
	mac := hmac.New(sha256.New, t.key)
	mac.Write(b)
	return mac.Sum(b)
}

// Refresh gives new tokens for a refresh token. A token works once. For 60 seconds, and as long as its successor is
// unused, it answers that same successor again; any other reuse ends the sign-in, whoever holds it. ErrUnauthenticated.
func (s *Service) Refresh(ctx context.Context, refreshToken string) (repository.Account, Tokens, error) {
	id, generation, ok := s.refresh.read(refreshToken)
	if !ok {
		return repository.Account{}, Tokens{}, ErrUnauthenticated
	}
	si, err := s.rotate(ctx, id, generation)
	if err != nil {
		return repository.Account{}, Tokens{}, err
	}
	a, err := s.store.Account(ctx, si.AccountID)
	if err != nil {
		return repository.Account{}, Tokens{}, gone("read an account", err)
	}
	t, err := s.tokens(si)
	return a, t, err
}

// rotate returns the sign-in at the generation after the given one, which it raises when that has not been done yet.
func (s *Service) rotate(ctx context.Context, id string, generation int) (repository.SignIn, error) {
	for range maxTries {
		si, err := s.store.SignIn(ctx, id)
		if err != nil {
			return si, gone("look up a sign-in", err)
		}
		now := s.now()
		switch {
		case generation == si.Generation:
			err := s.store.RotateSignIn(ctx, id, generation, now)
			if errors.Is(err, repository.ErrConflict) {
				continue // the same token was used at once: look what that one got
			}
			if err != nil {
				return si, gone("rotate a sign-in", err)
			}
			si.Generation, si.RotatedAt = generation+1, now
			return si, nil
		case generation == si.Generation-1 && now.Sub(si.RotatedAt) <= refreshGrace:
			return si, nil
		default:
			if err := s.store.EndSignIn(ctx, id); err != nil {
				return si, fmt.Errorf("end a sign-in: %w", err)
			}
			return si, ErrUnauthenticated
		}
	}
	return repository.SignIn{}, fmt.Errorf("rotate a sign-in: %w", repository.ErrConflict)
}
