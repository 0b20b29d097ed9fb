package auth_test

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"fmt"
	"hash"
	"maps"
	"strings"
	"testing"
	"time"

	"kast/api/auth"
)

var b64 = base64.RawURLEncoding

// forger makes tokens by hand, without the library that reads them.
type forger struct {
	f      fixture
	key    ed25519.PrivateKey
	kid    string
	caller auth.Caller
}

func newForger(tb testing.TB) forger {
	tb.Helper()
	f := newFixture(tb)
	c, _ := f.guest(tb)
	for _, k := range keys(tb, f.store) {
		if k.Purpose == "access" {
			return forger{f: f, key: ed25519.NewKeyFromSeed(k.Secret), kid: k.ID, caller: c}
		}
	}
	tb.Fatal("no access key")
	return forger{}
}

func (g forger) header(alg string) string {
	return fmt.Sprintf(`{"alg":%q,"typ":"JWT","kid":%q}`, alg, g.kid)
}

// payload is a valid one, in which JSON members are replaced, or removed when empty.
func (g forger) payload(replace map[string]string) string {
	now := g.f.clock.Now().Unix()
	members := map[string]string{
		"iss": `"kast"`, "aud": `"kast"`, "sub": `"` + g.caller.AccountID + `"`, "sid": `"` + g.caller.SignInID + `"`,
		"iat": fmt.Sprint(now), "exp": fmt.Sprint(now + 60),
	}
	maps.Copy(members, replace)
	var parts []string
	for k, v := range members {
		if v != "" {
			parts = append(parts, fmt.Sprintf("%q:%s", k, v))
		}
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func unsigned(header, payload string) string {
	return b64.EncodeToString([]byte(header)) + "." + b64.EncodeToString([]byte(payload))
}

func (g forger) signed(header, payload string) string {
	text := unsigned(header, payload)
	return text + "." + b64.EncodeToString(ed25519.Sign(g.key, []byte(text)))
}

func macced(h func() hash.Hash, secret []byte, header, payload string) string {
	text := unsigned(header, payload)
	mac := hmac.New(h, secret)
	mac.Write([]byte(text))
	return text + "." + b64.EncodeToString(mac.Sum(nil))
}

// Case G01: only the configured signing method passes, whatever the header says.
func TestAuthenticate_method(t *testing.T) {
	g := newForger(t)
	good := g.payload(nil)
	public := g.key.Public().(ed25519.PublicKey)
	tokens := map[string]string{
		"changed payload": g.withPayload(g.signed(g.header("EdDSA"), good), g.payload(map[string]string{"sub": `"x"`})),
		"no signature":    unsigned(g.header("EdDSA"), good) + ".",
		"two parts":       unsigned(g.header("EdDSA"), good),
		"no alg":          g.signed(`{"typ":"JWT","kid":"`+g.kid+`"}`, good),
		"alg a number":    g.signed(`{"alg":1,"kid":"`+g.kid+`"}`, good),
		"alg null":        g.signed(`{"alg":null,"kid":"`+g.kid+`"}`, good),
	}
	for _, alg := range []string{"none", "None", "NONE", "nOnE", "", "eddsa", "EdDSA "} {
		tokens["signed, alg "+alg] = g.signed(g.header(alg), good)
		tokens["unsigned, alg "+alg] = unsigned(g.header(alg), good) + "."
	}
	for _, alg := range []string{"RS256", "RS512", "PS256", "ES256", "HS256"} {
		tokens["signed, alg "+alg] = g.signed(g.header(alg), good)
	}
	hashes := map[string]func() hash.Hash{"HS256": sha256.New, "HS384": sha512.New384, "HS512": sha512.New}
	for alg, h := range hashes {
		for name, secret := range map[string][]byte{
			"public key": public, "private key": g.key, "seed": g.key.Seed(), "empty": {},
			"public key text": []byte(b64.EncodeToString(public)), "kid": []byte(g.kid),
		} {
			tokens[alg+" with "+name] = macced(h, secret, g.header(alg), good)
			tokens["EdDSA header, "+alg+" with "+name] = macced(h, secret, g.header("EdDSA"), good)
		}
	}
	g.refuses(t, tokens)
}

// withPayload replaces the payload of a token and keeps its signature.
func (g forger) withPayload(token, payload string) string {
	parts := strings.Split(token, ".")
	return parts[0] + "." + b64.EncodeToString([]byte(payload)) + "." + parts[2]
}

func (g forger) refuses(t *testing.T, tokens map[string]string) {
	t.Helper()
	if _, err := g.f.Authenticate(t.Context(), g.signed(g.header("EdDSA"), g.payload(nil))); err != nil {
		t.Fatalf("a good token is refused too: %v", err)
	}
	for name, token := range tokens {
		c, err := g.f.Authenticate(t.Context(), token)
		if err != auth.ErrUnauthenticated || c != (auth.Caller{}) { //nolint:errorlint // not wrapped: it never says why
			t.Errorf("%s: got %v, %v, want %v", name, c, err, auth.ErrUnauthenticated)
		}
	}
}

// Case G02: a token must end, and times that are no times are refused.
func TestAuthenticate_times(t *testing.T) {
	g := newForger(t)
	now := g.f.clock.Now().Unix()
	token := func(k, v string) string {
		return g.signed(g.header("EdDSA"), g.payload(map[string]string{k: v}))
	}
	bad := map[string]string{"exp missing": token("exp", ""), "exp now": token("exp", fmt.Sprint(now))}
	for _, exp := range []string{
		"null", `"soon"`, fmt.Sprintf(`"%d"`, now+60), "-1", "0", "1", "-1e20", "1e400", "true", "[]", "{}", "-1e400",
		fmt.Sprint(now - 3600),
	} {
		bad["exp "+exp] = token("exp", exp)
	}
	for _, k := range []string{"nbf", "iat"} {
		for _, v := range []string{fmt.Sprint(now + 60), "1e20", "9e18", "9223372036854775807", `"soon"`, "1e400", "true"} {
			bad[k+" "+v] = token(k, v)
		}
	}
	g.refuses(t, bad)

	good := map[string]string{
		"exp 1e20": token("exp", "1e20"), "exp 9e18": token("exp", "9223372036854775807"), "exp 1.7e308": token("exp", "1.7e308"),
		"exp with fraction": token("exp", fmt.Sprintf("%d.75", now+1)),
		"nbf past":          token("nbf", "-1e20"), "nbf now": token("nbf", fmt.Sprint(now)),
		"nbf in the leeway": token("nbf", fmt.Sprint(now+4)), "iat in the leeway": token("iat", fmt.Sprint(now+4)),
	}
	for name, token := range good {
		if _, err := g.f.Authenticate(t.Context(), token); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAuthenticate_claims(t *testing.T) {
	g := newForger(t)
	other, _ := g.f.guest(t)
	bad := map[string]string{}
	for k, values := range map[string][]string{
		"iss": {"", "null", `"other"`, "1"},
		"aud": {"", "null", `"other"`, `["other"]`, "[]", "1", "[1]"},
		"sub": {"", "null", `""`, `"other"`, "1", `"` + other.AccountID + `"`},
		"sid": {"", "null", `""`, `"other"`, "1", `"` + other.SignInID + `"`},
	} {
		for _, v := range values {
			bad[k+" "+v] = g.signed(g.header("EdDSA"), g.payload(map[string]string{k: v}))
		}
	}
	good := g.payload(nil)
	for _, header := range []string{
		`{"alg":"EdDSA"}`, `{"alg":"EdDSA","kid":""}`, `{"alg":"EdDSA","kid":1}`, `{"alg":"EdDSA","kid":"other"}`,
		`{"alg":"EdDSA","kid":null}`, `{}`, `null`, `[]`, `1`, ``, `{"alg":"EdDSA"`,
	} {
		bad["header "+header] = g.signed(header, good)
	}
	for _, payload := range []string{"", "null", "[]", "1", "{}", good[:len(good)-1], good + "x"} {
		bad["payload "+payload] = g.signed(g.header("EdDSA"), payload)
	}
	bad["longer than any of ours"] = g.signed(g.header("EdDSA"), g.payload(map[string]string{"x": `"` + strings.Repeat("x", 4096) + `"`}))
	valid := g.signed(g.header("EdDSA"), good)
	maps.Copy(bad, map[string]string{
		"empty": "", "blank": " ", "points": "..", "point": ".", "many parts": strings.Repeat(valid+".", 20),
		"line break": valid + "\n", "leading blank": " " + valid, "padded": valid + "==", "no UTF-8": "\xff.\xff.\xff",
		"long": strings.Repeat("a", 1<<20), "Bearer": "Bearer " + valid, "cut": valid[:len(valid)-1],
	})
	g.refuses(t, bad)
}

// A signature has one spelling: the bits that base64 leaves over must be zero.
func TestAuthenticate_strictBase64(t *testing.T) {
	g := newForger(t)
	token := g.signed(g.header("EdDSA"), g.payload(nil))
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	bad := map[string]string{}
	for _, c := range alphabet {
		if s := token[:len(token)-1] + string(c); s != token {
			bad["last letter "+string(c)] = s
		}
	}
	g.refuses(t, bad)
}

func TestAuthenticate_life(t *testing.T) {
	f := newFixture(t)
	_, tokens := f.guest(t)
	if tokens.ExpiresIn != 900 {
		t.Errorf("got ExpiresIn %d, want 900", tokens.ExpiresIn)
	}
	f.clock.Advance(14*time.Minute + 59*time.Second)
	c := f.caller(t, tokens)
	f.clock.Advance(time.Second)
	_, err := f.Authenticate(t.Context(), tokens.Access)
	wantError(t, err, auth.ErrUnauthenticated)

	// An ended sign-in is dead at once, whatever its tokens say.
	_, fresh, err := f.Refresh(t.Context(), tokens.Refresh)
	if err != nil {
		t.Fatal(err)
	}
	f.caller(t, fresh)
	if err := f.SignOut(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	_, err = f.Authenticate(t.Context(), fresh.Access)
	wantError(t, err, auth.ErrUnauthenticated)
	_, _, err = f.Refresh(t.Context(), fresh.Refresh)
	wantError(t, err, auth.ErrUnauthenticated)
	if err := f.SignOut(t.Context(), c); err != nil {
		t.Errorf("signing out again: %v", err)
	}
}

func FuzzAuthenticate(f *testing.F) {
	g := newForger(f)
	good := g.payload(nil)
	f.Add(g.header("EdDSA"), good, true)
	f.Add(g.header("none"), good, false)
	f.Add(g.header("EdDSA"), `{"exp":1e20,"nbf":-1e308,"aud":[["kast"]]}`, true)
	f.Fuzz(func(t *testing.T, header, payload string, sign bool) {
		token := unsigned(header, payload) + "."
		if sign {
			token = g.signed(header, payload)
		}
		c, err := g.f.Authenticate(t.Context(), token)
		switch {
		case err == nil && (!sign || c != g.caller):
			t.Errorf("token %q passes as %v", token, c)
		case err != nil && err != auth.ErrUnauthenticated: //nolint:errorlint // not wrapped: it never says why
			t.Errorf("token %q: got error %v", token, err)
		}
	})
}

func BenchmarkAuthenticate(b *testing.B) {
	f := newFixture(b)
	_, tokens := f.guest(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := f.Authenticate(b.Context(), tokens.Access); err != nil {
			b.Fatal(err)
		}
	}
}

// What is known of a token counts no longer than the token, and with a clock that was set back not before it.
func TestAuthenticate_again(t *testing.T) {
	g := newForger(t)
	token := g.signed(g.header("EdDSA"), g.payload(nil))
	for _, step := range []struct {
		shift time.Duration
		want  error
	}{{0, nil}, {0, nil}, {-time.Minute, auth.ErrUnauthenticated}, {time.Minute, nil}, {time.Minute, auth.ErrUnauthenticated}} {
		g.f.clock.Advance(step.shift)
		c, err := g.f.Authenticate(t.Context(), token)
		wantError(t, err, step.want)
		if step.want == nil && c != g.caller {
			t.Errorf("got %v, want %v", c, g.caller)
		}
	}
}
