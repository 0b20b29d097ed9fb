package auth

import (
	"crypto/rand"
	"fmt"
	"io"
	"math/big"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/runes"
	"golang.org/x/text/secure/precis"
)

// MaxNameChars is how many characters a name or username has at most.
const MaxNameChars = 40

// maxNameBytes bounds the work on a name before anything looks at it. 40 characters can come decomposed and between
// blanks, so it is well above the 160 bytes that the longest enforced name has.
const maxNameBytes = 1024

// nickname is RFC 8266 without the symbols that look like nothing at all or stand for text that was lost: they pass as
// symbols, and would give invisible names.
func nickname() *precis.Profile {
	return precis.NewRestrictedProfile(precis.Nickname, runes.Predicate(func(r rune) bool {
		switch r {
		case '\u2800', // braille pattern blank
			'\U0001D159', // musical symbol null notehead
			'\uFFFC',     // object replacement character
			'\uFFFD':     // replacement character
			return true
		}
		return false
	}))
}

// CheckName returns the form in which a display name is kept: RFC 8266 (Nickname) applied, which unifies spellings,
// trims blanks and refuses what cannot be seen. The result has 1 to 40 characters and is a fixed point. It returns a
// *FieldError with field "name" and kind ErrBadName.
func CheckName(name string) (string, error) {
	return checkName("name", name)
}

func checkName(field, name string) (string, error) {
	bad := func(p Problem) (string, error) {
		return "", &FieldError{Field: field, Problem: p, Kind: ErrBadName}
	}
	if len(name) > maxNameBytes {
		return bad(TooLong)
	}
	enforced, err := stable(name, nickname().String)
	if err != nil {
		if onlyBlanks(name) {
			return bad(TooShort)
		}
		return bad(BadCharacters)
	}
	// A leading combining mark would be drawn onto whatever stands before the name.
	if first, _ := utf8.DecodeRuneInString(enforced); unicode.Is(unicode.M, first) {
		return bad(BadCharacters)
	}
	if utf8.RuneCountInString(enforced) > MaxNameChars {
		return bad(TooLong)
	}
	return enforced, nil
}

// checkUsername returns the form in which a username is shown, and the key that all its spellings share.
func checkUsername(username string) (shown, key string, err error) {
	if shown, err = checkName("username", username); err != nil {
		return "", "", err
	}
	if key, err = stable(shown, nickname().CompareKey); err != nil {
		return "", "", &FieldError{Field: "username", Problem: BadCharacters, Kind: ErrBadName}
	}
	return shown, key, nil
}

// UsernameKey returns what all spellings of a username have in common; empty for what is no username.
func UsernameKey(username string) string {
	_, key, err := checkUsername(username)
	if err != nil {
		return ""
	}
	return key
}

// stable applies a profile and insists that a further application changes nothing. RFC 8266, section 2.1, wants the
// rules repeated, and refuses a string that does not settle; the library repeats but does not look.
func stable(s string, apply func(string) (string, error)) (string, error) {
	once, err := apply(s)
	if err != nil {
		return "", err
	}
	twice, err := apply(once)
	if err != nil {
		return "", err
	}
	if twice != once {
		return "", ErrBadName
	}
	return once, nil
}

func onlyBlanks(s string) bool {
	for _, r := range s {
		if !unicode.Is(unicode.Zs, r) {
			return false
		}
	}
	return true
}

// guestName is the name of somebody who gave none.
func guestName(random io.Reader, language string) (string, error) {
	n, err := rand.Int(random, big.NewInt(10_000))
	if err != nil {
		return "", fmt.Errorf("draw a guest name: %w", err)
	}
	word := "Guest"
	if language == "sv" {
		word = "Gäst"
	}
	return fmt.Sprintf("%s %04d", word, n), nil
}
