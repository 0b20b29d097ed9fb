package fairness_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"kast/domain/fairness"
)

// countingSeed is the seed of the bytes 0 to 31.
const countingSeed = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"

func mustParse(tb testing.TB, text string) fairness.Seed {
	tb.Helper()
	s, err := fairness.ParseSeed(text)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func TestParseSeed(t *testing.T) {
	s := mustParse(t, countingSeed)
	for i, b := range s {
		if int(b) != i {
			t.Fatalf("byte %d: got %d", i, b)
		}
	}
	if got := s.Hex(); got != countingSeed {
		t.Errorf("Hex: got %s", got)
	}
	bad := map[string]string{
		"empty":            "",
		"one digit short":  countingSeed[:63],
		"one byte short":   countingSeed[:62],
		"one digit more":   countingSeed + "0",
		"one byte more":    countingSeed + "00",
		"a capital":        strings.Replace(countingSeed, "0a", "0A", 1),
		"all capitals":     strings.ToUpper(countingSeed),
		"no hex digit":     strings.Replace(countingSeed, "0a", "0g", 1),
		"a blank in front": " " + countingSeed[1:],
		"a 0x in front":    "0x" + countingSeed[2:],
		"32 letters å":     strings.Repeat("å", 32),
	}
	for name, text := range bad {
		t.Run(name, func(t *testing.T) {
			s, err := fairness.ParseSeed(text)
			if !errors.Is(err, fairness.ErrSeed) || s != (fairness.Seed{}) {
				t.Fatalf("got %s, %v, want %v", s.Hex(), err, fairness.ErrSeed)
			}
			if err.Error() != fairness.ErrSeed.Error() {
				t.Errorf("the error says more than it should: %v", err)
			}
		})
	}
}

func TestSeed_Commitment(t *testing.T) {
	// SHA-256 of the bytes, by another program.
	tests := map[string]string{
		countingSeed:            "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
		strings.Repeat("0", 64): "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
		strings.Repeat("f", 64): "af9613760f72635fbdb44a5a0a63c39f12af30f950a6ee5c971be188e89c4051",
	}
	for seed, want := range tests {
		s := mustParse(t, seed)
		if got := s.Commitment(); got != want {
			t.Errorf("%s: got %s, want %s", seed, got, want)
		}
		if !s.Opens(want) {
			t.Errorf("%s does not open its own commitment", seed)
		}
	}
}

func TestSeed_Opens(t *testing.T) {
	s := mustParse(t, countingSeed)
	own := s.Commitment()
	for _, commitment := range []string{
		"", own[:63], own + "0", strings.ToUpper(own), "0" + own[1:], own[:63] + "0",
		countingSeed, fairness.Seed{}.Commitment(),
	} {
		if s.Opens(commitment) {
			t.Errorf("opens %q", commitment)
		}
	}
}

// However a seed is printed, logged or encoded, its bytes stay in.
func TestSeed_StaysSecret(t *testing.T) {
	s := mustParse(t, countingSeed)
	type holder struct {
		Name string
		Seed fairness.Seed
	}
	values := map[string]any{
		"value":   s,
		"pointer": &s,
		"struct":  holder{"a game", s},
		"slice":   []fairness.Seed{s},
		"map":     map[string]fairness.Seed{"a game": s},
	}
	for name, v := range values {
		t.Run(name, func(t *testing.T) {
			for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "% x", "%d", "%b", "%o", "%c", "%U", "%e", "%t", "%z", "%64v"} {
				checkSecret(t, verb, fmt.Sprintf(verb, v))
			}
			checkSecret(t, "extra argument", fmt.Sprintf("%d", append([]any{1}, v)...))
			checkSecret(t, "print", fmt.Sprint(v))
			checkSecret(t, "error", fmt.Errorf("seed %v", v).Error())
			for _, h := range []func(*bytes.Buffer) slog.Handler{
				func(b *bytes.Buffer) slog.Handler { return slog.NewTextHandler(b, nil) },
				func(b *bytes.Buffer) slog.Handler { return slog.NewJSONHandler(b, nil) },
			} {
				var b bytes.Buffer
				slog.New(h(&b)).Info("rolled", "seed", v, slog.Group("game", "seed", v))
				checkSecret(t, "log", b.String())
			}
			if out, err := json.Marshal(v); !errors.Is(err, fairness.ErrSecret) {
				t.Errorf("json: got %s, %v, want %v", out, err, fairness.ErrSecret)
			}
		})
	}
	for _, got := range []string{s.String(), s.GoString(), s.LogValue().String(), fmt.Sprint(s)} {
		if got != "[secret]" {
			t.Errorf("got %q, want [secret]", got)
		}
	}
}

// checkSecret fails when text holds three bytes of the counting seed in a row,
// in decimal, hex, octal or binary.
func checkSecret(t *testing.T, how, text string) {
	t.Helper()
	squeezed := strings.NewReplacer(" ", "", ",", "", "0x", "", "0X", "").Replace(strings.ToLower(text))
	for _, part := range []string{"171819", "111213", "212223", "100011001010011", "\x11\x12\x13", "u+0011u+0012u+0013"} {
		if strings.Contains(squeezed, part) {
			t.Errorf("%s: the seed is in %q", how, text)
		}
	}
}

func FuzzParseSeed(f *testing.F) {
	f.Add(countingSeed)
	f.Add(strings.ToUpper(countingSeed))
	f.Add(countingSeed[:63])
	f.Add(strings.Repeat("g", 64))
	f.Fuzz(func(t *testing.T, text string) {
		s, err := fairness.ParseSeed(text)
		legal := len(text) == 64 && strings.Trim(text, "0123456789abcdef") == ""
		if (err == nil) != legal {
			t.Fatalf("%q: got %v, want legal = %t", text, err, legal)
		}
		if err == nil && s.Hex() != text {
			t.Fatalf("%q came back as %q", text, s.Hex())
		}
	})
}
