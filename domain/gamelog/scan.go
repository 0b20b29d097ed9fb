package gamelog

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"kast/domain/dice"
	"kast/domain/game"
	"kast/domain/pot"
	"kast/domain/scorecard"
)

// scan reads an event of a common type in the very bytes in which this package writes it, many times as fast as the reader
// of any JSON does: a log that is read again is hundreds of those. It reports false where it meets anything else, which
// must then be read as any JSON. What it takes is canonical, and the other reader takes it for the same.
//
// The strings of the line are parts of text; the line has no JSON yet.
func scan(text string) (Line, bool) {
	s := scanner{rest: text}
	var l Line
	s.token(`{"at":"`)
	l.At = s.time()
	var f members
	if s.take(`","bonus":`) {
		f.bonus = s.number()
		s.token(`,"box":"`)
		f.box = s.box()
		f.entry = true
	}
	s.token(`","by":"`)
	l.By = s.by()
	s.token(`"`)
	if s.take(`,"clientSeed":"`) {
		f.clientSeed = s.clientSeed()
		s.token(`"`)
	}
	if s.take(`,"dice":[`) {
		f.dice = s.dice()
	}
	s.token(`,"hash":"`)
	l.Hash = s.hash()
	s.token(`"`)
	if s.take(`,"held":[`) {
		f.held, f.hold = s.positions(), true
	}
	s.token(`,"id":"`)
	l.ID = s.id()
	s.token(`"`)
	if f.entry {
		s.token(`,"joker":`)
		f.joker = s.truth()
	}
	if s.take(`,"outcome":"`) {
		f.outcome = s.outcome()
	}
	if s.take(`,"points":`) {
		f.points, f.pointed = s.number(), true
	}
	s.token(`,"prev":"`)
	l.Prev = s.hash()
	s.token(`"`)
	if s.take(`,"seat":`) {
		f.seat, f.seated = s.number(), true
	}
	s.token(`,"seq":`)
	l.Seq = s.number()
	s.token(`,"type":"`)
	l.Event = f.event(&s)
	s.token(`"}`)
	return l, !s.bad && l.Event != nil && s.rest == ""
}

// members are what only some events have.
type members struct {
	bonus, points, seat   int
	box                   scorecard.Box
	joker                 bool
	clientSeed            string // "" for none
	dice                  dice.Dice
	held                  dice.Mask
	outcome               pot.Outcome
	entry                 bool // bonus, box and joker are there
	hold, pointed, seated bool // so are held, points, seat
}

// event takes the type, and is the event of that type with the members, nil where they are not its own or the type is one
// that a log has once.
func (f *members) event(s *scanner) game.Event {
	rest := *f // what is left of the members once the event has taken its own
	rest.seat, rest.seated = 0, false
	var e game.Event
	switch {
	case s.take(rolled):
		if f.pointed == (f.points == 0) || f.dice.Len() == 0 {
			return nil // no points are left out
		}
		e = game.Rolled{Seat: f.seat, Dice: f.dice, Outcome: f.outcome, Points: f.points}
		rest.dice, rest.outcome, rest.points, rest.pointed = dice.Dice{}, pot.NoOutcome, 0, false
	case s.take(held):
		if !f.hold {
			return nil
		}
		e = game.Held{Seat: f.seat, Held: f.held}
		rest.held, rest.hold = 0, false
	case s.take(entered):
		if !f.entry || !f.pointed {
			return nil
		}
		e = game.Entered{Seat: f.seat, Entry: scorecard.Entry{Box: f.box, Points: f.points, Bonus: f.bonus, Joker: f.joker}}
		rest.box, rest.bonus, rest.joker, rest.entry, rest.points, rest.pointed = 0, 0, false, false, 0, false
	case s.take(banked):
		if !f.pointed {
			return nil
		}
		e = game.Banked{Seat: f.seat, Points: f.points}
		rest.points, rest.pointed = 0, false
	case s.take(joined):
		e = game.Joined{Seat: f.seat, ClientSeed: f.clientSeed}
		rest.clientSeed = ""
	case s.take(left):
		e = game.Left{Seat: f.seat}
	case s.take(resigned):
		e = game.Resigned{Seat: f.seat}
	default:
		return nil
	}
	if !f.seated || rest != (members{}) {
		return nil
	}
	return e
}

// scanner takes an event apart. bad tells that something was not as it takes it; what was read is then worth nothing.
type scanner struct {
	rest string
	bad  bool
}

// take takes the token if it is what comes next.
func (s *scanner) take(token string) bool {
	rest, ok := strings.CutPrefix(s.rest, token)
	s.rest = rest
	return ok
}

// token takes what must come next.
func (s *scanner) token(token string) {
	if !s.take(token) {
		s.bad = true
	}
}

// cut takes so many characters.
func (s *scanner) cut(n int) string {
	if len(s.rest) < n {
		s.bad = true
		return ""
	}
	text := s.rest[:n]
	s.rest = s.rest[n:]
	return text
}

func (s *scanner) hash() string {
	text := s.cut(hex.EncodedLen(sha256.Size))
	if !hexHash(text) {
		s.bad = true
	}
	return text
}

func (s *scanner) id() string {
	text := s.cut(36)
	if !ValidID(text) {
		s.bad = true
	}
	return text
}

// time takes a time of timeLayout. The last days of a month are left to a reader that knows how long it is.
func (s *scanner) time() time.Time {
	text := s.cut(len(timeLayout))
	if s.bad || text[4] != '-' || text[7] != '-' || text[10] != 'T' || text[13] != ':' || text[16] != ':' || text[19] != '.' ||
		text[23] != 'Z' {
		s.bad = true
		return time.Time{}
	}
	year, month, day := s.digits(text[:4]), s.digits(text[5:7]), s.digits(text[8:10])
	hour, minute, second := s.digits(text[11:13]), s.digits(text[14:16]), s.digits(text[17:19])
	if month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59 {
		s.bad = true
		return time.Time{}
	}
	if day > 28 {
		at, err := time.Parse(timeLayout, text)
		s.bad = s.bad || err != nil
		return at
	}
	return time.Date(year, time.Month(month), day, hour, minute, second, s.digits(text[20:23])*1e6, time.UTC)
}

func (s *scanner) digits(text string) int {
	n := 0
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			s.bad = true
		}
		n = 10*n + int(text[i]-'0')
	}
	return n
}

// number takes a whole number of few digits in its shortest form.
func (s *scanner) number() int {
	const most = 9
	digits := s.rest
	negative := strings.HasPrefix(digits, "-")
	if negative {
		digits = digits[1:]
	}
	n, i := 0, 0
	for i < len(digits) && digits[i] >= '0' && digits[i] <= '9' {
		if i >= most {
			s.bad = true
			return 0
		}
		n = 10*n + int(digits[i]-'0')
		i++
	}
	if i == 0 || digits[0] == '0' && (i > 1 || negative) {
		s.bad = true
	}
	if negative {
		n = -n
	}
	s.rest = digits[i:]
	return n
}

func (s *scanner) truth() bool {
	if s.take("true") {
		return true
	}
	s.token("false")
	return false
}

// word takes what stands before the next quotation mark, and leaves that.
func (s *scanner) word() string {
	end := strings.IndexByte(s.rest, '"')
	if end < 0 {
		s.bad = true
		return ""
	}
	return s.cut(end)
}

func (s *scanner) by() game.By {
	switch word := s.word(); word {
	case string(game.ByPlayer):
		return game.ByPlayer
	case string(game.ByBot):
		return game.ByBot
	case string(game.ByServer):
		return game.ByServer
	case string(game.ByClock):
		return game.ByClock
	default:
		s.bad = true
		return ""
	}
}

func (s *scanner) box() scorecard.Box {
	box, ok := scorecard.ParseBox(s.word())
	if !ok {
		s.bad = true
	}
	return box
}

func (s *scanner) outcome() pot.Outcome {
	outcome, ok := pot.ParseOutcome(s.word())
	if !ok {
		s.bad = true
	}
	s.token(`"`)
	return outcome
}

// clientSeed takes a string of which no character is ever written in another way.
func (s *scanner) clientSeed() string {
	word := s.word()
	for i := range len(word) {
		c := word[i]
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_') {
			s.bad = true
		}
	}
	if word == "" {
		s.bad = true // none is left out
	}
	return word
}

// list takes numbers of one digit, and the end of their list.
func (s *scanner) list(to *[dice.MaxDice]int) []int {
	n := 0
	for !s.take("]") {
		if s.bad || n == len(to) || n > 0 && !s.take(",") {
			s.bad = true
			return nil
		}
		to[n] = s.digits(s.cut(1))
		n++
	}
	return to[:n]
}

func (s *scanner) dice() dice.Dice {
	var faces [dice.MaxDice]int
	d, err := dice.New(s.list(&faces)...)
	if err != nil {
		s.bad = true
	}
	return d
}

// positions takes a hold, whose positions ascend.
func (s *scanner) positions() dice.Mask {
	var all [dice.MaxDice]int
	positions := s.list(&all)
	for i := 1; i < len(positions); i++ {
		if positions[i] <= positions[i-1] {
			s.bad = true
		}
	}
	held, err := dice.MaskOf(positions, dice.MaxDice)
	if err != nil {
		s.bad = true
	}
	return held
}
