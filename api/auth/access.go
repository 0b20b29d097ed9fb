package auth

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"kast/repository"
)

const (
	issuer   = "kast"
	audience = "kast"

	accessLifetime = 15 * time.Minute
	// leeway is how far the clocks of two servers may be apart when one reads what the other issued.
	leeway = 5 * time.Second
	// maxAccessBytes bounds the work on a token before its signature is checked; ours have about 400.
	maxAccessBytes = 2048
)

// accessTokens issues and reads access tokens.
type accessTokens struct {
	now     func() time.Time
	parser  *jwt.Parser
	signID  string
	signKey ed25519.PrivateKey
	known   knownTokens
	ids     []string // of public, oldest first
	public  map[string]ed25519.PublicKey
}

func newAccessTokens(keys []repository.Key, now func() time.Time) (*accessTokens, error) {
	t := &accessTokens{now: now, public: map[string]ed25519.PublicKey{}}
	for _, k := range keys {
		if k.Purpose == purposeAccess {
			t.ids = append(t.ids, k.ID)
			t.public[k.ID] = ed25519.NewKeyFromSeed(k.Secret).Public().(ed25519.PublicKey)
		}
	}
	newest, err := newestKey(keys, purposeAccess)
	if err != nil {
		return nil, err
	}
	t.signID, t.signKey = newest.ID, ed25519.NewKeyFromSeed(newest.Secret)
	t.parser = jwt.NewParser(
		jwt.WithValidMethods([]string{jwt.SigningMethodEdDSA.Alg()}),
		jwt.WithExpirationRequired(),
		jwt.WithIssuedAt(),
		jwt.WithIssuer(issuer),
		jwt.WithAudience(audience),
		jwt.WithStrictDecoding(),
		jwt.WithTimeFunc(now),
	)
	return t, nil
}

func (t *accessTokens) issue(c Caller) (string, error) {
	now := t.now()
	token := jwt.NewWithClaims(jwt.SigningMethodEdDSA, &claims{
		Issuer: issuer, Audience: jwt.ClaimStrings{audience}, Subject: c.AccountID, SignIn: c.SignInID,
		IssuedAt: newSeconds(now), ExpiresAt: newSeconds(now.Add(accessLifetime)),
	})
	token.Header["kid"] = t.signID
	signed, err := token.SignedString(t.signKey)
	if err != nil {
		return "", fmt.Errorf("sign an access token: %w", err)
	}
	return signed, nil
}

// read returns what a valid token says. Whether its sign-in lasts is not looked at. Only the first call with a token
// checks its signature, which costs more than all else in a move.
func (t *accessTokens) read(token string) (Caller, bool) {
	// The decoder skips line breaks, and no token shall have a second spelling.
	if len(token) > maxAccessBytes || strings.ContainsAny(token, "\r\n") {
		return Caller{}, false
	}
	var room [maxAccessBytes]byte // a copy of the token that needs no memory of its own
	id, now := sha256.Sum256(room[:copy(room[:], token)]), t.now()
	if k, ok := t.known.get(id); ok && k.validAt(now) {
		return k.caller, true
	}
	var c claims
	if _, err := t.parser.ParseWithClaims(token, &c, t.key); err != nil {
		return Caller{}, false
	}
	caller := Caller{AccountID: c.Subject, SignInID: c.SignIn}
	t.known.put(id, knownToken{caller: caller, from: c.begin(), until: c.ExpiresAt.date(0).Time})
	return caller, true
}

// key chooses the public key that the token's header names. What a token demands to be understood (RFC 7515, crit) is not.
func (t *accessTokens) key(token *jwt.Token) (any, error) {
	if _, demands := token.Header["crit"]; demands {
		return nil, ErrUnauthenticated
	}
	id, _ := token.Header["kid"].(string)
	key, ok := t.public[id]
	if !ok {
		return nil, ErrUnauthenticated
	}
	return key, nil
}

// Authenticate returns whom an access token stands for, as long as its sign-in lasts; of one that another process ended
// within the last second it may not know yet. ErrUnauthenticated for anything that is wrong with it.
func (s *Service) Authenticate(ctx context.Context, accessToken string) (Caller, error) {
	c, ok := s.access.read(accessToken)
	if !ok {
		return Caller{}, ErrUnauthenticated
	}
	si, err := s.store.RecentSignIn(ctx, c.SignInID)
	if err != nil {
		return Caller{}, gone("look up a sign-in", err)
	}
	if si.AccountID != c.AccountID {
		return Caller{}, ErrUnauthenticated
	}
	return c, nil
}

// Lasts tells whether the sign-in of a caller, who was authenticated before, still lasts.
func (s *Service) Lasts(ctx context.Context, c Caller) (bool, error) {
	si, err := s.store.SignIn(ctx, c.SignInID)
	if errors.Is(err, repository.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("look up a sign-in: %w", err)
	}
	return si.AccountID == c.AccountID, nil
}

// claims are the payload of an access token.
type claims struct {
	Issuer    string           `json:"iss"`
	Audience  jwt.ClaimStrings `json:"aud"`
	Subject   string           `json:"sub"`
	SignIn    string           `json:"sid"`
	IssuedAt  *seconds         `json:"iat,omitempty"`
	NotBefore *seconds         `json:"nbf,omitempty"`
	ExpiresAt *seconds         `json:"exp,omitempty"`
}

// GetIssuer and the methods below make the claims readable for the parser.
func (c *claims) GetIssuer() (string, error) { return c.Issuer, nil }

// GetSubject returns the account.
func (c *claims) GetSubject() (string, error) { return c.Subject, nil }

// GetAudience returns whom the token is for.
func (c *claims) GetAudience() (jwt.ClaimStrings, error) { return c.Audience, nil }

// GetExpirationTime returns the end, to which no leeway is added.
func (c *claims) GetExpirationTime() (*jwt.NumericDate, error) { return c.ExpiresAt.date(0), nil }

// GetIssuedAt returns the beginning less the leeway: the parser's own leeway would lengthen the token's life too.
func (c *claims) GetIssuedAt() (*jwt.NumericDate, error) { return c.IssuedAt.date(-leeway), nil }

// GetNotBefore returns the beginning less the leeway, as GetIssuedAt.
func (c *claims) GetNotBefore() (*jwt.NumericDate, error) { return c.NotBefore.date(-leeway), nil }

// begin is when a token begins to be valid, less the leeway; the zero time where it does not say.
func (c *claims) begin() (at time.Time) {
	for _, s := range []*seconds{c.IssuedAt, c.NotBefore} {
		if d := s.date(-leeway); d != nil && d.After(at) {
			at = d.Time
		}
	}
	return at
}

// seconds is a time in a token, in seconds since 1970. The library's own type takes a quoted number, and lets a number
// that is too large run over into the past: nbf 1e20 would be reached and exp 1e20 be over.
type seconds int64

// maxSeconds is the end of the year 9999, beyond which all times are the same.
const maxSeconds = 253402300799

func newSeconds(t time.Time) *seconds {
	s := seconds(t.Unix())
	return &s
}

// UnmarshalJSON takes a JSON number, fractions and exponents too.
func (s *seconds) UnmarshalJSON(b []byte) error {
	// The decoder has seen that b is a JSON value; ParseFloat fails for all of those but numbers that a float64 holds.
	f, err := strconv.ParseFloat(string(b), 64)
	if err != nil {
		return errNotSeconds
	}
	*s = seconds(math.Floor(min(max(f, -maxSeconds), maxSeconds)))
	return nil
}

func (s *seconds) date(shift time.Duration) *jwt.NumericDate {
	if s == nil {
		return nil
	}
	return &jwt.NumericDate{Time: time.Unix(int64(*s), 0).Add(shift)}
}

var errNotSeconds = errors.New("not a number of seconds")
