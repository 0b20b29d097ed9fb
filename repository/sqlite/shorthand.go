package sqlite

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strconv"
	"time"
)

// Shorthand is a shorter way to write an event's JSON, a fifth of its length. It knows nothing of JSON or events: it
// writes what often occurs in them as one or two bytes that occur in no JSON text, and everything else as it is. It is
// faster by far than a general compressor, which needs many events at once to come as far.
//
// Files hold shorthand for ever: a code never changes its meaning. New phrases go to the end of longPhrases.

// Codes below 0x20 stand for what is known of the event, for what follows in bytes, or for a phrase.
const (
	codeID      = 0x01 // the event's id
	codeHash    = 0x02 // its hash
	codePrev    = 0x03 // the hash of the event before
	codeSeq     = 0x04 // its number
	codeTime    = 0x05 // a time; 6 bytes of milliseconds since 1970 follow
	codeUUID    = 0x06 // another UUID; 16 bytes follow
	codeSum     = 0x07 // another SHA-256 sum; 32 bytes follow
	codePhrases = 0x08 // the first of phrases
	codeLong    = 0xff // of longPhrases; a byte follows, which of them
)

var phrases = [...]string{
	`{"at":"`, `","by":"player"`, `,"dice":[`, `],"hash":"`, `","held":[`, `],"id":"`, `","id":"`, `","prev":"`,
	`","seat":`, `,"seq":`, `,"type":"rolled"}`, `,"type":"held"}`, `,"type":"entered"}`, `,"type":"banked"}`,
	`,"hash":"`, `","bonus":0,"box":"`, `","joker":false,"points":`, `,"prev":"`, `","outcome":"scored","prev":"`,
	`","by":"`, `,"points":`, `{"kind":"`, `","outcome":"`, `","bonus":`,
}

var longPhrases = [...]string{
	`,"type":"joined"}`, `,"type":"left"}`, `,"type":"started"}`, `,"type":"resigned"}`, `,"type":"resumed"}`,
	`,"type":"finished"}`, `,"type":"closed"}`, `,"type":"created","visibility":"private"}`,
	`,"type":"created","visibility":"public"}`, `","by":"bot"`, `","by":"clock"`, `","by":"server"`, `,"box":"`,
	`","joker":true,"points":`, `,"outcome":"zilch","points":-1000,"prev":"`, `","outcome":"bust","prev":"`,
	`,"clientSeed":"`, `,"clientSeeds":["`, `,"commitment":"`, `","diceMode":"server","gameId":"`,
	`,"diceMode":"client","gameId":"`, `","options":{"advice":true,"autoEnterSeconds":`, `,"turnSeconds":`,
	`},"prev":"`, `","rulesVersion":1,"ruleset":"`, `","seats":[{"kind":"account"}`, `,{"kind":"account"}`,
	`,{"kind":"open"}`, `,{"kind":"guest"}`, `,{"botLevel":"best","kind":"bot"}`, `,{"botLevel":"casual","kind":"bot"}`,
	`],"seq":`, `","placements":[`, `],"prev":"`, `,"serverSeed":"`, `,"ownPot":false`, `,"ownPot":true`,
	`","seats":[`, `,"seats":[`,
}

// phrase is a phrase with its code.
type phrase struct{ text, code []byte }

// phraseBook has the phrases by their first byte, longer ones first.
var phraseBook = func() (book [128][]phrase) {
	add := func(text string, code ...byte) {
		book[text[0]] = append(book[text[0]], phrase{[]byte(text), code})
	}
	for i, p := range phrases {
		add(p, codePhrases+byte(i))
	}
	for i, p := range longPhrases {
		add(p, codeLong, byte(i))
	}
	for _, b := range book {
		slices.SortStableFunc(b, func(x, y phrase) int { return len(y.text) - len(x.text) })
	}
	return book
}()

// known is what a reader of shorthand knows of the event besides.
type known struct {
	seq            int
	id, hash, prev []byte
}

// shorten appends text in shorthand to dst. It reports false when text holds bytes that are codes, as no JSON does.
func shorten(dst, text []byte, k known) ([]byte, bool) {
	seq := strconv.Itoa(k.seq)
	for i := 0; i < len(text); {
		c := text[i]
		if c < 0x20 || c == codeLong {
			return nil, false
		}
		if i > 0 && text[i-1] == '"' {
			if n, short := shortenValue(dst, text[i:], k); n > 0 {
				dst, i = short, i+n
				continue
			}
		}
		if i > 0 && text[i-1] == ':' && bytes.HasPrefix(text[i:], []byte(seq)) {
			dst, i = append(dst, codeSeq), i+len(seq)
			continue
		}
		if p := findPhrase(text[i:]); p != nil {
			dst, i = append(dst, p.code...), i+len(p.text)
			continue
		}
		dst, i = append(dst, c), i+1
	}
	return dst, true
}

func findPhrase(text []byte) *phrase {
	if text[0] >= 128 {
		return nil
	}
	for i, p := range phraseBook[text[0]] {
		if bytes.HasPrefix(text, p.text) {
			return &phraseBook[text[0]][i]
		}
	}
	return nil
}

// timeLayout is how the log writes times.
const timeLayout = "2006-01-02T15:04:05.000Z"

// shortenValue appends the UUID, sum or time that the string at the start of text is, and returns its length there;
// 0 when it is none of these.
func shortenValue(dst, text []byte, k known) (int, []byte) {
	switch n := bytes.IndexByte(text[:min(len(text), 65)], '"'); n {
	case 36:
		id, err := encodeID(string(text[:n]))
		switch {
		case err != nil:
			return 0, nil
		case bytes.Equal(id, k.id):
			return n, append(dst, codeID)
		}
		return n, append(append(dst, codeUUID), id...)
	case 64:
		sum, err := encodeHash(string(text[:n]))
		switch {
		case err != nil:
			return 0, nil
		case bytes.Equal(sum, k.hash):
			return n, append(dst, codeHash)
		case bytes.Equal(sum, k.prev):
			return n, append(dst, codePrev)
		}
		return n, append(append(dst, codeSum), sum...)
	case len(timeLayout):
		t, err := time.Parse(timeLayout, string(text[:n]))
		ms := t.UnixMilli()
		if err != nil || ms < 0 || ms>>48 != 0 {
			return 0, nil
		}
		dst = binary.BigEndian.AppendUint16(append(dst, codeTime), uint16(ms>>32))
		return n, binary.BigEndian.AppendUint32(dst, uint32(ms))
	}
	return 0, nil
}

// expand appends what short stands for to dst. It reports false when short is no shorthand.
func expand(dst, short []byte, k known) ([]byte, bool) {
	for len(short) > 0 {
		c := short[0]
		short = short[1:]
		switch {
		case c == codeLong:
			if len(short) < 1 || int(short[0]) >= len(longPhrases) {
				return nil, false
			}
			dst, short = append(dst, longPhrases[short[0]]...), short[1:]
		case c >= 0x20:
			dst = append(dst, c)
		case c >= codePhrases:
			dst = append(dst, phrases[c-codePhrases]...)
		default:
			n := [...]int{codeTime: 6, codeUUID: 16, codeSum: 32}
			var value []byte
			if int(c) < len(n) {
				if len(short) < n[c] {
					return nil, false
				}
				value, short = short[:n[c]], short[n[c]:]
			}
			var ok bool
			if dst, ok = expandValue(dst, c, value, k); !ok {
				return nil, false
			}
		}
	}
	return dst, true
}

func expandValue(dst []byte, code byte, value []byte, k known) ([]byte, bool) {
	switch code {
	case codeID:
		return appendID(dst, k.id), true
	case codeHash:
		return hex.AppendEncode(dst, k.hash), true
	case codePrev:
		return hex.AppendEncode(dst, k.prev), true
	case codeSeq:
		return strconv.AppendInt(dst, int64(k.seq), 10), true
	case codeTime:
		ms := int64(binary.BigEndian.Uint16(value))<<32 | int64(binary.BigEndian.Uint32(value[2:]))
		return appendTime(dst, ms), true
	case codeUUID:
		return appendID(dst, value), true
	case codeSum:
		return hex.AppendEncode(dst, value), true
	}
	return nil, false
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
