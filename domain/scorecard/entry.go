package scorecard

// Entry is a roll written into a box, or what that would give.
type Entry struct {
	Box    Box
	Points int  // what the box itself gets
	Bonus  int  // what a further five alike pays on top, 0 for none
	Joker  bool // whether joker rules decided the box and its points
}

// Strike tells whether the entry gives the box 0 points. A joker can strike a
// box and still be paid its bonus.
func (e Entry) Strike() bool { return e.Points == 0 }

// MustSacrifice tells whether none of the entries gives anything, neither
// points nor a bonus, so that the player must give up a box. It is false for
// no entries at all.
func MustSacrifice(entries []Entry) bool {
	for _, e := range entries {
		if e.Points > 0 || e.Bonus > 0 {
			return false
		}
	}
	return len(entries) > 0
}
