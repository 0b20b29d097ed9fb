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

// scan reads an event in the very bytes in which this package writes it, many times as fast as the reader
// of any JSON does: a log that is read again is hundreds of those. It reports false where it meets anything else, which
// must then be read as any JSON. What it takes is canonical, and the other reader takes it for the same.
//
// The strings of the line are parts of text; the line has no JSON yet.
func scan(text string) (Line, bool) {
	s := scanner{text: text}
	var l Line
	s.token(`{"at":"`)
	l.At = s.time()
	var f members
	if s.take(`","bonus":`) {
		f.has |= hasEntry
		f.bonus = s.number()
		s.token(`,"box":"`)
		f.box = s.box()
	}
	s.token(`","by":"`)
	l.By = s.by()
	s.token(`"`)
	if f.has == 0 && (s.next(`,"commitment":`) || s.next(`,"diceMode":`)) {
		l.Event = s.created(&l)
		return l, !s.bad && s.at == len(text)
	}
	if s.take(`,"clientSeed":"`) {
		f.has |= hasClientSeed
		f.clientSeed = s.clientSeed()
		s.token(`"`)
	}
	if s.take(`,"clientSeeds":[`) {
		f.has |= hasClientSeeds
		f.clientSeeds = s.clientSeeds()
	}
	if s.take(`,"dice":[`) {
		f.has |= hasDice
		f.dice = s.dice()
	}
	s.token(`,"hash":"`)
	l.Hash = s.hash()
	s.token(`"`)
	if s.take(`,"held":[`) {
		f.has |= hasHeld
		f.held = s.positions()
	}
	s.token(`,"id":"`)
	l.ID = s.id()
	s.token(`"`)
	if f.has&hasEntry != 0 {
		s.token(`,"joker":`)
		f.joker = s.truth()
	}
	if s.take(`,"outcome":"`) {
		f.has |= hasOutcome
		f.outcome = s.outcome()
	}
	if s.take(`,"placements":[`) {
		f.has |= hasPlacements
		f.placements = s.seatNumbers()
	}
	if s.take(`,"points":`) {
		f.has |= hasPoints
		f.points = s.number()
	}
	s.token(`,"prev":"`)
	l.Prev = s.hash()
	s.token(`"`)
	if s.take(`,"seat":`) {
		f.has |= hasSeat
		f.seat = s.number()
	}
	if s.take(`,"seats":[`) {
		f.has |= hasSeats
		f.seats = s.seatNumbers()
	}
	s.token(`,"seq":`)
	l.Seq = s.number()
	if s.take(`,"serverSeed":"`) {
		f.has |= hasServerSeed
		f.serverSeed = s.hash()
		s.token(`"`)
	}
	s.token(`,"type":"`)
	l.Event = f.event(&s)
	s.token(`"}`)
	return l, !s.bad && l.Event != nil && s.at == len(text)
}

// members are what only some events have.
type members struct {
	has                 has
	bonus, points, seat int
	box                 scorecard.Box
	joker               bool
	clientSeed          string
	clientSeeds         string // as clientSeeds takes them
	dice                dice.Dice
	held                dice.Mask
	outcome             pot.Outcome
	placements, seats   string // as seatNumbers takes them
	serverSeed          string
}

// has is a set of members.
type has uint

const (
	hasEntry has = 1 << iota // bonus, box and joker
	hasClientSeed
	hasClientSeeds
	hasDice
	hasHeld
	hasOutcome
	hasPlacements
	hasPoints
	hasSeat
	hasSeats
	hasServerSeed
)

// are tells whether the set is these members, and maybe some more.
func (h has) are(these, maybe has) bool { return h&^maybe == these }

// event takes the type, and is the event of that type with the members, nil where they are not its own or the type is one
// that is not scanned. What was left out is zero, as it is in events.
func (f *members) event(s *scanner) game.Event {
	switch {
	case s.take(rolled):
		// No points are left out.
		if f.has.are(hasSeat|hasDice, hasOutcome|hasPoints) && (f.points != 0) == (f.has&hasPoints != 0) {
			return game.Rolled{Seat: f.seat, Dice: f.dice, Outcome: f.outcome, Points: f.points}
		}
	case s.take(held):
		if f.has.are(hasSeat|hasHeld, 0) {
			return game.Held{Seat: f.seat, Held: f.held}
		}
	case s.take(entered):
		if f.has.are(hasSeat|hasEntry|hasPoints, 0) {
			entry := scorecard.Entry{Box: f.box, Points: f.points, Bonus: f.bonus, Joker: f.joker}
			return game.Entered{Seat: f.seat, Entry: entry}
		}
	case s.take(banked):
		if f.has.are(hasSeat|hasPoints, 0) {
			return game.Banked{Seat: f.seat, Points: f.points}
		}
	case s.take(joined):
		if f.has.are(hasSeat, hasClientSeed) {
			return game.Joined{Seat: f.seat, ClientSeed: f.clientSeed}
		}
	case s.take(left):
		if f.has.are(hasSeat, 0) {
			return game.Left{Seat: f.seat}
		}
	case s.take(resigned):
		if f.has.are(hasSeat, 0) {
			return game.Resigned{Seat: f.seat}
		}
	case s.take(started):
		if f.has.are(hasSeats, hasClientSeeds) {
			return game.Started{Seats: seatNumbersOf(f.seats), ClientSeeds: clientSeedsOf(f.clientSeeds)}
		}
	case s.take(resumed):
		if f.has.are(0, 0) {
			return game.Resumed{}
		}
	case s.take(finished):
		if f.has.are(0, hasPlacements|hasServerSeed) {
			return game.Finished{Placements: seatNumbersOf(f.placements), ServerSeed: f.serverSeed}
		}
	case s.take(closed):
		if f.has.are(0, hasServerSeed) {
			return game.Closed{ServerSeed: f.serverSeed}
		}
	}
	return nil
}

// scanner takes an event apart. bad tells that something was not as it takes it; what was read is then worth nothing.
type scanner struct {
	text string
	at   int // what is before has been taken
	bad  bool
}

func (s *scanner) rest() string { return s.text[s.at:] }

// next tells whether the token is what comes next.
func (s *scanner) next(token string) bool { return strings.HasPrefix(s.rest(), token) }

// take takes the token if it is what comes next.
func (s *scanner) take(token string) bool {
	if !s.next(token) {
		return false
	}
	s.at += len(token)
	return true
}

// token takes what must come next.
func (s *scanner) token(token string) {
	if !s.take(token) {
		s.bad = true
	}
}

// cut takes so many characters.
func (s *scanner) cut(n int) string {
	text := s.rest()
	if len(text) < n {
		s.bad = true
		return ""
	}
	s.at += n
	return text[:n]
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

// time takes a time of timeLayout.
func (s *scanner) time() time.Time {
	text := s.cut(len(timeLayout))
	if s.bad || text[4] != '-' || text[7] != '-' || text[10] != 'T' || text[13] != ':' || text[16] != ':' || text[19] != '.' ||
		text[23] != 'Z' {
		s.bad = true
		return time.Time{}
	}
	year, month, day := s.digits(text[:4]), s.digits(text[5:7]), s.digits(text[8:10])
	hour, minute, second := s.digits(text[11:13]), s.digits(text[14:16]), s.digits(text[17:19])
	if month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 59 {
		s.bad = true
		return time.Time{}
	}
	at := time.Date(year, time.Month(month), day, hour, minute, second, s.digits(text[20:23])*1e6, time.UTC)
	if day > 28 && at.Day() != day {
		s.bad = true // the month is shorter
	}
	return at
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
	negative := s.take("-")
	digits := s.rest()
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
	s.at += i
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
	end := strings.IndexByte(s.rest(), '"')
	if end < 0 {
		s.bad = true
		return ""
	}
	return s.cut(end)
}

func (s *scanner) by() game.By {
	return pick(s, game.ByPlayer, game.ByBot, game.ByServer, game.ByClock)
}

// pick takes what stands before the next quotation mark, which must be one of the words.
func pick[T ~string](s *scanner, words ...T) T {
	word := s.word()
	for _, w := range words {
		if word == string(w) {
			return w
		}
	}
	s.bad = true
	return ""
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
	if strings.ContainsFunc(word, unplain) {
		s.bad = true
	}
	if word == "" {
		s.bad = true // none is left out
	}
	return word
}

func unplain(c rune) bool {
	return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_')
}

// clientSeeds takes a list of such strings, which may be empty ones here, and the end of the list, and returns what is inside
// of it for clientSeedsOf. It leaves an empty list to the other reader.
func (s *scanner) clientSeeds() string {
	from := s.at
	s.token(`"`)
	for !s.bad {
		if strings.ContainsFunc(s.word(), unplain) {
			s.bad = true
		}
		if s.take(`"]`) {
			return s.text[from : s.at-len(`]`)]
		}
		s.token(`","`)
	}
	return ""
}

func clientSeedsOf(taken string) []string {
	if taken == "" {
		return nil
	}
	return strings.Split(taken[1:len(taken)-1], `","`)
}

// seatNumbers takes a list of numbers of one digit, one for each seat, and the end of the list, and returns what is inside
// of it for seatNumbersOf. It leaves an empty list to the other reader.
func (s *scanner) seatNumbers() string {
	from := s.at
	for !s.bad {
		s.digits(s.cut(1))
		if s.take("]") {
			return s.text[from : s.at-len("]")]
		}
		s.token(",")
	}
	return ""
}

func seatNumbersOf(taken string) []int {
	if taken == "" {
		return nil
	}
	numbers := make([]int, 0, 1+len(taken)/2)
	for i := 0; i < len(taken); i += 2 {
		numbers = append(numbers, int(taken[i]-'0'))
	}
	return numbers
}

// list takes numbers of one digit, and the end of their list.
func (s *scanner) list(to *[dice.MaxDice]int) []int {
	if s.take("]") {
		return nil
	}
	rest := s.rest()
	for n := range to {
		if len(rest) < 2 || rest[0] < '0' || rest[0] > '9' {
			break
		}
		to[n] = int(rest[0] - '0')
		end := rest[1]
		rest = rest[2:]
		s.at += 2
		if end == ']' {
			return to[:n+1]
		}
		if end != ',' {
			break
		}
	}
	s.bad = true
	return nil
}

func (s *scanner) dice() dice.Dice {
	var faces [dice.MaxDice]int
	d, err := dice.New(s.list(&faces)...)
	if err != nil || d.Len() == 0 {
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
