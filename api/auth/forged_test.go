package auth_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestAuthenticate_header: nothing in the head of a token chooses the key but kid, which names one of ours; what the standard lets a
// sender demand or bring along is not obeyed.
func TestAuthenticate_header(t *testing.T) {
	g := newForger(t)
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	theirs := g // who brings a key
	theirs.key = private
	jwk := fmt.Sprintf(`{"kty":"OKP","crv":"Ed25519","alg":"EdDSA","use":"sig","kid":%q,"x":%q}`, g.kid, b64.EncodeToString(public))
	good := g.payload(nil)
	bad := map[string]string{"another key under our name": theirs.signed(g.header("EdDSA"), good)}
	for name, extra := range map[string]string{
		"jwk": `"jwk":` + jwk, "jku": `"jku":"http://127.0.0.1:1/keys"`, "x5c": `"x5c":["AAAA"]`, "x5u": `"x5u":"http://127.0.0.1:1/c"`,
	} {
		bad["their key, "+name] = theirs.signed(`{"alg":"EdDSA","kid":"`+g.kid+`",`+extra+`}`, good)
		bad["their key, their name, "+name] = theirs.signed(`{"alg":"EdDSA","kid":"theirs",`+extra+`}`, good)
	}
	for _, kid := range []string{
		`"../../dev/null"`, `"/dev/null"`, `"' OR 1=1 --"`, `"` + g.kid + `\u0000"`, `"` + strings.ToLower(g.kid) + `x"`, `["` + g.kid + `"]`, `{"a":"` + g.kid + `"}`,
		`" ` + g.kid + `"`, `"` + strings.Repeat("k", 1000) + `"`, `true`, `0`, `-1`, `"https://127.0.0.1:1/keys"`,
	} {
		bad["kid "+kid] = g.signed(`{"alg":"EdDSA","kid":`+kid+`}`, good)
	}
	for _, crit := range []string{`["exp"]`, `["b64"]`, `["x"]`, `[]`, `null`, `"x"`} {
		bad["crit "+crit] = g.signed(`{"alg":"EdDSA","kid":"`+g.kid+`","b64":false,"x":1,"crit":`+crit+`}`, good)
	}
	bad["two heads"] = g.signed(g.header("EdDSA")+g.header("EdDSA"), good)
	bad["a head twice encoded"] = g.signed(b64.EncodeToString([]byte(g.header("EdDSA"))), good)
	bad["a payload twice encoded"] = g.signed(g.header("EdDSA"), b64.EncodeToString([]byte(good)))
	for n := 1 << 10; n <= 1<<24; n <<= 2 {
		bad[fmt.Sprintf("head of %d", n)] = g.signed(`{"alg":"EdDSA","kid":"`+g.kid+`","x":"`+strings.Repeat("x", n+1500)+`"}`, good)
		bad[fmt.Sprintf("%d points", n)] = strings.Repeat(".", n)
		bad[fmt.Sprintf("%d deep", n)] = unsigned(strings.Repeat("[", n), good) + "."
	}
	began := time.Now()
	g.refuses(t, bad)
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("refusing took %v", took)
	}
}

// TestAuthenticate_twice: of a member that stands twice nobody may choose the one that suits: only the signed whole counts, and with the
// key of another it is nothing.
func TestAuthenticate_twice(t *testing.T) {
	g := newForger(t)
	other, _ := g.f.guest(t)
	with := func(key string) string { // the member of somebody else, before and after the own
		good := g.payload(nil)
		return good[:len(good)-1] + "," + key + "}"
	}
	g.refuses(t, map[string]string{
		"sub of another last":   g.signed(g.header("EdDSA"), with(`"sub":"`+other.AccountID+`"`)),
		"sid of another last":   g.signed(g.header("EdDSA"), with(`"sid":"`+other.SignInID+`"`)),
		"exp over last":         g.signed(g.header("EdDSA"), with(`"exp":1`)),
		"alg none last":         g.signed(`{"alg":"EdDSA","kid":"`+g.kid+`","alg":"none"}`, g.payload(nil)),
		"kid of nobody last":    g.signed(`{"alg":"EdDSA","kid":"`+g.kid+`","kid":"x"}`, g.payload(nil)),
		"exp as an object":      g.signed(g.header("EdDSA"), g.payload(map[string]string{"exp": `{"a":9e9}`})),
		"sub as a list":         g.signed(g.header("EdDSA"), g.payload(map[string]string{"sub": `["` + g.caller.AccountID + `"]`})),
		"aud of a long list":    g.signed(g.header("EdDSA"), g.payload(map[string]string{"aud": `["` + strings.Repeat(`x","`, 300) + `x"]`})),
		"no UTF-8 in the sub":   g.signed(g.header("EdDSA"), g.payload(map[string]string{"sub": "\"\xff\""})),
		"aud in another case":   g.signed(g.header("EdDSA"), g.payload(map[string]string{"aud": `"KAST"`})),
		"iss as a list":         g.signed(g.header("EdDSA"), g.payload(map[string]string{"iss": `["kast"]`})),
		"only the signature":    ".." + strings.Split(g.signed(g.header("EdDSA"), g.payload(nil)), ".")[2],
		"the signature of none": unsigned(g.header("EdDSA"), g.payload(nil)) + "." + b64.EncodeToString(make([]byte, ed25519.SignatureSize)),
	})
}
