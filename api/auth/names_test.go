package auth_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"kast/api/auth"
)

func TestCheckName(t *testing.T) {
	for in, want := range map[string]string{
		"Anna":                                "Anna",
		"Åsa Öberg":                           "Åsa Öberg",
		"A\u030asa O\u0308berg":               "Åsa Öberg", // decomposed
		"e\u0301tienne":                       "étienne",
		"  Anna  ":                            "Anna",
		"Anna\u00a0\u3000 Berg":               "Anna Berg", // other spaces, several
		"\uff21\uff4e\uff4e\uff41":            "Anna",      // full width
		"\u00a8a":                             "",          // would begin with a combining mark
		"O'Brien-Smith, Jr. (#1) <b>":         "O'Brien-Smith, Jr. (#1) <b>",
		"李明":                                  "李明",
		"محمد":                                "محمد",
		"हिन्दी":                              "हिन्दी",
		"🎲":                                   "🎲",
		"👋🏽":                                  "👋🏽", // with a skin tone
		"🇸🇪":                                  "🇸🇪",
		"x":                                   "x",
		strings.Repeat("🎲", 40):               strings.Repeat("🎲", 40),
		strings.Repeat("ö", 40):               strings.Repeat("ö", 40),
		strings.Repeat("o\u0308", 40):         strings.Repeat("ö", 40),
		"  " + strings.Repeat("a", 40) + "  ": strings.Repeat("a", 40),
		strings.Repeat("🎲", 41):               "",
		strings.Repeat("a", 41):               "",
		"\ufdfa\ufdfa\ufdfa":                  "", // 3 characters which stand for 18 each
		strings.Repeat("a", 1<<20):            "",
	} {
		got, err := auth.CheckName(in)
		switch {
		case want == "" && !errors.Is(err, auth.ErrBadName):
			t.Errorf("%.60q: got %q, %v, want %v", in, got, err, auth.ErrBadName)
		case want != "" && (got != want || err != nil):
			t.Errorf("%.60q: got %q, %v, want %q", in, got, err, want)
		}
	}
}

func TestCheckName_problems(t *testing.T) {
	for in, want := range map[string]auth.Problem{
		"": auth.TooShort, "   ": auth.TooShort, "\u3000\u00a0": auth.TooShort,
		strings.Repeat("a", 41): auth.TooLong, strings.Repeat("a", 1<<20): auth.TooLong,
		strings.Repeat(" ", 1<<20): auth.TooLong,
		"\u200b\u200b\u200b":       auth.BadCharacters,
	} {
		_, err := auth.CheckName(in)
		wantField(t, err, auth.ErrBadName, "name", want)
	}
}

// Nothing that cannot be seen, reorders text or is no text at all may be in a name.
func TestCheckName_invisible(t *testing.T) {
	for _, bad := range []string{
		"\u200b\u200b\u200b", "\u202e", "\u2066", "\u2069", "\u200e", "\u200f", "\u061c", "\u00ad", "\u034f", "\u115f",
		"\u1160", "\u3164", "\uffa0", "\u2060", "\ufeff", "\u180e", "\U000e0041", "\ufe0f", "\u2028", "\u2029", "\t",
		"\n", "\r", "\x00", "\x1b", "\x7f", "\u0085", "\u2800", "\U0001d159", "\ufffc", "\ufffd", "\ue000", "\ufdd0",
		"\uffff", "\xff", "\xc3", "\xed\xa0\x80", "\u0301", "\u20dd",
	} {
		for _, name := range []string{bad, strings.Repeat(bad, 3), bad + "Anna"} {
			if got, err := auth.CheckName(name); !errors.Is(err, auth.ErrBadName) {
				t.Errorf("%q: got %q, %v, want %v", name, got, err, auth.ErrBadName)
			}
		}
	}
	for _, bad := range []string{"\u200b", "\u202e", "\u00ad", "\n", "\x00", "\ufffd", "\u2800", "\xff"} {
		if got, err := auth.CheckName("An" + bad + "na"); !errors.Is(err, auth.ErrBadName) {
			t.Errorf("An%qna: got %q, %v, want %v", bad, got, err, auth.ErrBadName)
		}
	}
}

// Every character alone and within a name, against what the rules promise.
func TestCheckName_everyCharacter(t *testing.T) {
	invisible := []*unicode.RangeTable{
		unicode.C, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector,
		unicode.Bidi_Control,
	}
	// Characters that are alike by the thousand: a sample of these does.
	many := []*unicode.RangeTable{unicode.Han, unicode.Hangul, unicode.Tangut, unicode.Co}
	for r := range unicode.MaxRune + 1 {
		if r%101 != 0 && (unicode.In(r, many...) || !unicode.In(r, unicode.C, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z)) {
			continue
		}
		for _, in := range []string{string(r), "a" + string(r) + "b"} {
			got, err := auth.CheckName(in)
			if err != nil {
				continue
			}
			checkEnforced(t, in, got)
			if unicode.In(r, invisible...) {
				t.Errorf("%U in %q passes as %q", r, in, got)
			}
		}
	}
}

// checkEnforced checks what holds for every name that passes.
func checkEnforced(t *testing.T, in, got string) {
	t.Helper()
	if again, err := auth.CheckName(got); again != got || err != nil {
		t.Errorf("%q gives %q, which gives %q, %v", in, got, again, err)
	}
	n := utf8.RuneCountInString(got)
	if n < 1 || n > 40 || !norm.NFKC.IsNormalString(got) || got != strings.Trim(got, " ") || strings.Contains(got, "  ") {
		t.Errorf("%q gives %q", in, got)
	}
	for _, r := range got {
		if r != ' ' && !unicode.IsGraphic(r) || unicode.IsSpace(r) && r != ' ' || r == utf8.RuneError {
			t.Errorf("%q gives %q with %U", in, got, r)
		}
	}
	for _, form := range []norm.Form{norm.NFC, norm.NFD, norm.NFKC, norm.NFKD} {
		if form.IsNormalString(in) {
			continue
		}
		if same, err := auth.CheckName(form.String(in)); same != got || err != nil {
			t.Errorf("%q gives %q, but in another normal form %q, %v", in, got, same, err)
		}
	}
}

func FuzzCheckName(f *testing.F) {
	for _, s := range []string{"Anna", "\u00a8a\u0301", "A\u030asa  O\u0308berg ", "\u200b", "\ufdfa", "l\u00b7l", "\u0660\u06f0", "\u3000\U0001d159"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		got, err := auth.CheckName(in)
		if err != nil {
			if got != "" || !errors.Is(err, auth.ErrBadName) {
				t.Errorf("%q: got %q, %v", in, got, err)
			}
			return
		}
		if again, err := auth.CheckName(got); again != got || err != nil {
			t.Errorf("%q gives %q, which gives %q, %v", in, got, again, err)
		}
		if n := utf8.RuneCountInString(got); n < 1 || n > 40 || !norm.NFKC.IsNormalString(got) || !utf8.ValidString(got) {
			t.Errorf("%q gives %q", in, got)
		}
	})
}

// The library shares transformers between goroutines: the race detector sees whether they keep state.
func TestCheckName_atOnce(t *testing.T) {
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 200 {
				if got, err := auth.CheckName(" E\u0301tienne \u3000Ⅷ "); got != "Étienne VIII" || err != nil {
					t.Errorf("got %q, %v", got, err)
				}
			}
		})
	}
	wg.Wait()
}
