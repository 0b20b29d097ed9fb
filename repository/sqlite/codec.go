package sqlite

import (
	"encoding/hex"
	"fmt"
	"time"
)

// How ids, sums and times stand in the file. Events have chunk.go.

// encodeID turns a UUID in canonical lower case into its 16 bytes; another string is an error.
func encodeID(s string) ([]byte, error) {
	if len(s) != 36 || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return nil, fmt.Errorf("%q is no UUID in canonical form", s)
	}
	id := make([]byte, 16)
	for i, at := range [16]int{0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34} {
		hi, lo := nibble(s[at]), nibble(s[at+1])
		if hi < 0 || lo < 0 {
			return nil, fmt.Errorf("%q is no UUID in canonical form", s)
		}
		id[i] = byte(hi<<4 | lo)
	}
	return id, nil
}

// nibble returns the value of a lower-case hex digit, -1 for any other character: what is read must be what was written.
func nibble(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	}
	return -1
}

// decodeID turns 16 bytes into a UUID, and none into the empty string.
func decodeID(id []byte) string {
	if len(id) != 16 {
		return ""
	}
	return string(appendID(make([]byte, 0, 36), id))
}

// appendID writes a UUID of 16 bytes in canonical form.
func appendID(dst, id []byte) []byte {
	dst = append(hex.AppendEncode(dst, id[0:4]), '-')
	dst = append(hex.AppendEncode(dst, id[4:6]), '-')
	dst = append(hex.AppendEncode(dst, id[6:8]), '-')
	dst = append(hex.AppendEncode(dst, id[8:10]), '-')
	return hex.AppendEncode(dst, id[10:16])
}

// encodeHash turns 64 lower-case hex digits into 32 bytes; another string is an error.
func encodeHash(s string) ([]byte, error) {
	b, ok := unhex(s)
	if !ok || len(b) != 32 {
		return nil, fmt.Errorf("%q is no hash", s)
	}
	return b, nil
}

// decodeHash undoes encodeHash.
func decodeHash(b []byte) string { return hex.EncodeToString(b) }

// unhex turns lower-case hex digits into bytes.
func unhex(s string) ([]byte, bool) {
	if len(s)%2 != 0 {
		return nil, false
	}
	b := make([]byte, len(s)/2)
	for i := range b {
		hi, lo := nibble(s[2*i]), nibble(s[2*i+1])
		if hi < 0 || lo < 0 {
			return nil, false
		}
		b[i] = byte(hi<<4 | lo)
	}
	return b, true
}

// encodeTime turns a time into milliseconds since 1970 in UTC, the zero time into NULL.
func encodeTime(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMilli()
}

// orNull turns the empty string into NULL.
func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// orNullID turns a UUID into its bytes, and the empty string into nil, which is NULL in the file.
func orNullID(s string) ([]byte, error) {
	if s == "" {
		return nil, nil
	}
	return encodeID(s)
}
