package auth

import "errors"

var (
	// ErrUnauthenticated means: the token, or username and password, prove nothing. It never says why.
	ErrUnauthenticated = errors.New("unauthenticated")
	// ErrWrongPassword means: a new password needs the old one, which is missing or another.
	ErrWrongPassword = errors.New("wrong password")
	// ErrUsernameTaken means: another account has this username, in this or another spelling.
	ErrUsernameTaken = errors.New("username taken")
	// ErrBadName means: a name or username that is not 1 to 40 characters of what RFC 8266 allows. From a method of
	// Service it comes inside a *FieldError.
	ErrBadName = errors.New("bad name")
	// ErrMalformed means: fields are missing or have the wrong shape. It always comes inside a *FieldError.
	ErrMalformed = errors.New("malformed")
	// ErrBusy means: others kept changing the account; the call changed nothing and may be sent again.
	ErrBusy = errors.New("account is busy")
)

// Problem is what is wrong with a field.
type Problem string

// The problems.
const (
	Missing       Problem = "missing"       // the field is needed because of another one that is there
	TooShort      Problem = "tooShort"      // fewer characters than allowed
	TooLong       Problem = "tooLong"       // more characters than allowed
	BadCharacters Problem = "badCharacters" // characters that are not allowed, or not there
)

// FieldError says which field is wrong, and how. It holds nothing of the field's value.
type FieldError struct {
	Field   string // name, username, password, oldPassword
	Problem Problem
	Kind    error // ErrBadName or ErrMalformed
}

func (e *FieldError) Error() string {
	return e.Kind.Error() + ": " + e.Field + " " + string(e.Problem)
}

// Unwrap makes errors.Is find the kind.
func (e *FieldError) Unwrap() error { return e.Kind }

func malformed(field string, p Problem) error {
	return &FieldError{Field: field, Problem: p, Kind: ErrMalformed}
}
