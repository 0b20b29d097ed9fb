// Package webhook delivers notices to the one address that an operator has named: signed as Standard Webhooks
// (https://www.standardwebhooks.com) has it, at least once each, and never in the way of a game. docs/webhook.md is the
// contract with whoever receives them. It knows neither games nor accounts: what a notice says is bytes.
package webhook

import (
	"encoding/base64"
	"errors"
	"log/slog"
	"net/url"
	"strings"
)

// Errors of NewTarget. They say nothing of what they were given, which may be secret.
var (
	// ErrURL: the address is none that notices can be sent to.
	ErrURL = errors.New("the URL must be http:// or https:// with a host")
	// ErrSecret: there is no secret, or none to sign with.
	ErrSecret = errors.New("the secret must be 24 to 64 random bytes in base64, such as `openssl rand -base64 32` prints")
)

// Lengths of a key in bytes, as Standard Webhooks has them.
const minKey, maxKey = 24, 64

// keyPrefix may stand before a secret, to tell it from others.
const keyPrefix = "whsec_"

// Target is where notices go, and what they are signed with. It shows no more of itself than the host.
type Target struct {
	url  *url.URL
	keys [][]byte
}

// NewTarget reads an address, http or https, and a secret: 24 to 64 bytes in base64, "whsec_" before it or not. Several
// secrets, parted by spaces, all sign, so that a receiver can go over from one to the other. ErrURL, ErrSecret.
func NewTarget(address, secret string) (Target, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return Target{}, ErrURL
	}
	t := Target{url: u}
	for word := range strings.FieldsSeq(secret) {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(word, keyPrefix))
		if err != nil || len(key) < minKey || len(key) > maxKey {
			return Target{}, ErrSecret
		}
		t.keys = append(t.keys, key)
	}
	if len(t.keys) == 0 {
		return Target{}, ErrSecret
	}
	return t, nil
}

// String is scheme and host: what may be logged. The rest of a URL often holds a token.
func (t Target) String() string {
	if t.url == nil {
		return ""
	}
	return t.url.Scheme + "://" + t.url.Host
}

// GoString is String.
func (t Target) GoString() string { return t.String() }

// LogValue is String.
func (t Target) LogValue() slog.Value { return slog.StringValue(t.String()) }
