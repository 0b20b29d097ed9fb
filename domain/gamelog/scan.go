package gamelog

import "strings"

// scan reads an event of a common type in the form in which this package writes it, several times as fast as a reader of
// any JSON. It reports false where it meets anything else; the event must then be read as any JSON. What it does read it
// reads as that would. Decode writes again what was read and looks whether that is what was there, so nothing hangs on
// scan but time.
//
// The strings of w are parts of text.
func scan(text string, w *wire) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c == '\\' || c > '~' {
			return false
		}
	}
	s := scanner{rest: text}
	v := &values{}
	for name := s.name('{'); name != ""; name = s.name(',') {
		switch name {
		case "at":
			w.At = s.text()
		case "bonus":
			w.Bonus = s.number(&v.bonus)
		case "box":
			v.box = s.text()
			w.Box = &v.box
		case "by":
			w.By = s.text()
		case "clientSeed":
			v.clientSeed = s.text()
			w.ClientSeed = &v.clientSeed
		case "dice":
			w.Dice = s.numbers(&v.dice)
		case "hash":
			w.Hash = s.text()
		case "held":
			w.Held = s.numbers(&v.held)
		case "id":
			w.ID = s.text()
		case "joker":
			w.Joker = s.truth(&v.joker)
		case "outcome":
			v.outcome = s.text()
			w.Outcome = &v.outcome
		case "points":
			w.Points = s.number(&v.points)
		case "prev":
			w.Prev = s.text()
		case "seat":
			w.Seat = s.number(&v.seat)
		case "seq":
			s.number(&w.Seq)
		case "type":
			w.Type = s.text()
		default:
			return false // it is of events that a log has once
		}
	}
	return s.last != "" && s.take("}") && s.rest == "" && !s.bad
}

// values are what the pointers of a wire point to, in one piece of memory.
type values struct {
	bonus, points, seat      int
	joker                    bool
	box, clientSeed, outcome string
	dice, held               []int
}

// scanner takes JSON apart. bad tells that something was not as it takes it; what was read is then worth nothing.
type scanner struct {
	rest string
	last string // name of a member
	bad  bool
}

func (s *scanner) take(token string) bool {
	rest, ok := strings.CutPrefix(s.rest, token)
	s.rest = rest
	return ok
}

// name takes what stands before a member, and its name. It returns none where no member follows. Names must ascend, so
// that none stands twice.
func (s *scanner) name(before byte) string {
	if s.bad || s.rest == "" || s.rest[0] != before {
		return ""
	}
	s.rest = s.rest[1:]
	name := s.text()
	if name <= s.last || !s.take(":") {
		s.bad = true
	}
	s.last = name
	return name
}

// text takes a string, in which nothing is escaped.
func (s *scanner) text() string {
	if s.take(`"`) {
		if end := strings.IndexByte(s.rest, '"'); end >= 0 {
			text := s.rest[:end]
			s.rest = s.rest[end+1:]
			return text
		}
	}
	s.bad = true
	return ""
}

// number takes a whole number of few digits in its shortest form.
func (s *scanner) number(to *int) *int {
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
			return to
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
	*to = n
	return to
}

// numbers takes a list of numbers.
func (s *scanner) numbers(to *[]int) *[]int {
	*to = make([]int, 0, 6)
	if !s.take("[") {
		s.bad = true
	}
	for !s.bad && !s.take("]") {
		if len(*to) > 0 && !s.take(",") {
			s.bad = true
		}
		var n int
		s.number(&n)
		*to = append(*to, n)
	}
	return to
}

// truth takes true or false.
func (s *scanner) truth(to *bool) *bool {
	*to = s.take("true")
	if !*to && !s.take("false") {
		s.bad = true
	}
	return to
}
