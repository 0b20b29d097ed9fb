package sqlite

import (
	"encoding/binary"
	"encoding/hex"
	"strconv"
	"time"
)

// expand appends what short stands for to dst. It reports false when short is no shorthand.
func expand(dst, short []byte, k known) ([]byte, bool) {
	e := expander{k, scanner{rest: short}}
	for len(e.in.rest) > 0 && !e.in.bad {
		c := e.in.byte()
		switch {
		case c == codeLong:
			i := int(e.in.byte())
			if i >= len(longPhrases) {
				return nil, false
			}
			dst = e.phrase(dst, readBook[1][i])
		case c >= 0x20:
			dst = append(dst, c)
		case c >= codePhrase:
			dst = e.phrase(dst, readBook[0][c-codePhrase])
		default:
			dst = e.value(dst, c)
		}
	}
	return dst, !e.in.bad
}

// expander reads shorthand.
type expander struct {
	known
	in scanner
}

func (e *expander) phrase(dst []byte, p phrase) []byte {
	for _, piece := range p.pieces {
		if piece.text != nil {
			dst = append(dst, piece.text...)
		} else {
			dst = e.value(dst, piece.code)
		}
	}
	return dst
}

func (e *expander) value(dst []byte, code byte) []byte {
	switch code {
	case codeID:
		return appendID(dst, e.id)
	case codeHash:
		return hex.AppendEncode(dst, e.hash)
	case codePrev:
		return hex.AppendEncode(dst, e.prev)
	case codeSeq:
		return strconv.AppendInt(dst, int64(e.seq), 10)
	case codeTime:
		if b := e.in.bytes(6); b != nil {
			return appendTime(dst, int64(binary.BigEndian.Uint16(b))<<32|int64(binary.BigEndian.Uint32(b[2:])))
		}
	case codeUUID:
		if b := e.in.bytes(16); b != nil {
			return appendID(dst, b)
		}
	case codeSum:
		return hex.AppendEncode(dst, e.in.bytes(32))
	case codeDigits:
		return e.digits(dst)
	}
	e.in.bad = true
	return dst
}

func (e *expander) digits(dst []byte) []byte {
	for first := true; !e.in.bad; first = false {
		b := e.in.byte()
		for _, digit := range [...]byte{b >> 4, b & 0xf} {
			if digit == 0xf {
				return dst
			}
			if !first {
				dst = append(dst, ',')
			}
			dst, first = append(dst, '0'+digit), false
		}
	}
	return dst
}

// timeLayout is how the log writes times.
const timeLayout = "2006-01-02T15:04:05.000Z"

// readTime reads a time in timeLayout, and something or other from other text of that length; several times as fast as
// time.Parse.
func readTime(text []byte) (ms int64) {
	number := func(from, to int) (n int) {
		for _, c := range text[from:to] {
			n = n*10 + int(c-'0')
		}
		return n
	}
	return time.Date(number(0, 4), time.Month(number(5, 7)), number(8, 10), number(11, 13), number(14, 16), number(17, 19),
		number(20, 23)*int(time.Millisecond), time.UTC).UnixMilli()
}

// appendTime writes a time as timeLayout has it, several times as fast as time.Time.AppendFormat.
func appendTime(dst []byte, ms int64) []byte {
	t := time.UnixMilli(ms).UTC()
	year, month, day := t.Date()
	hour, minute, second := t.Clock()
	dst = append(dst, byte('0'+year/1000%10), byte('0'+year/100%10))
	for _, part := range [...]struct {
		value int
		after byte
	}{{year % 100, '-'}, {int(month), '-'}, {day, 'T'}, {hour, ':'}, {minute, ':'}, {second, '.'}} {
		dst = append(dst, byte('0'+part.value/10), byte('0'+part.value%10), part.after)
	}
	milli := int(ms % 1000)
	return append(dst, byte('0'+milli/100), byte('0'+milli/10%10), byte('0'+milli%10), 'Z')
}
