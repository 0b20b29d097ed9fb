package solver

import "kast/domain/scorecard"

// sums tells, for each set of open upper boxes, upper sums apart as far as they
// matter. All that the upper bonus asks of a sum is how much the open boxes must
// still give. With twos and fours open, say, they give an even number, and so
// being 7 short is the same as being 8 short. And all sums that have the bonus
// already, or can't get it any more, are the same: settled.
//
// So each set has classes of sums, and each class a sum that stands for it. Of
// the 2794 sums that cards come to, over all sets, 1618 classes are left.
type sums struct {
	class  [upperSets][settledSum + 1]uint8 // by sum; noClass where no card gets to
	sum    [upperSets][]int                 // by class: the one that stands for it
	first  [upperSets]int                   // the first block of a set
	blocks int                              // of all sets
	cards  [upperSets]int                   // how many sums cards come to
}

const (
	// settledSum stands for every larger sum too, and for all that are settled.
	settledSum = scorecard.UpperBonusFrom
	noClass    = 0xff
)

func newSums() *sums {
	s := &sums{}
	for set := range upperSets {
		s.classify(set)
		s.first[set] = s.blocks
		s.blocks += s.blocksOf(set)
	}
	return s
}

// classify finds the classes of one set.
func (s *sums) classify(set int) {
	given, toCome := upperTotals(upperSets-1-set), upperTotals(set)
	classes := map[int]uint8{} // by the least that the open boxes must come to, 0 for settled
	for sum := range s.class[set] {
		s.class[set][sum] = noClass
		if !comesTo(given, sum) {
			continue
		}
		s.cards[set]++
		needed, standsFor := max(settledSum-sum, 0), sum
		for needed > 0 && needed < len(toCome) && !toCome[needed] {
			needed++
		}
		if needed == 0 || needed >= len(toCome) {
			needed, standsFor = 0, settledSum
		}
		if _, known := classes[needed]; !known {
			classes[needed] = uint8(len(classes))
			s.sum[set] = append(s.sum[set], standsFor)
		}
		s.class[set][sum] = classes[needed]
	}
	// Where no card gets to the sum itself, it still stands for its class.
	if settled, some := classes[0]; some {
		s.class[set][settledSum] = settled
	}
}

// upperTotals tells which sums a set of upper boxes can come to.
func upperTotals(set int) []bool {
	const most = scorecard.Dice * 6 // that one box holds
	totals := []bool{true}
	for b := scorecard.Ones; b <= scorecard.Sixes; b++ {
		if set>>b&1 == 0 {
			continue
		}
		more := make([]bool, len(totals)+most)
		for total, can := range totals {
			for points := range most + 1 {
				if can && b.Allows(points) {
					more[total+points] = true
				}
			}
		}
		totals = more
	}
	return totals
}

// comesTo tells whether a sum is among the totals, and for settledSum whether
// any from there on is.
func comesTo(totals []bool, sum int) bool {
	for total, can := range totals {
		if can && min(total, settledSum) == sum {
			return true
		}
	}
	return false
}

// blocksOf returns how many blocks the classes of a set take.
func (s *sums) blocksOf(set int) int { return (len(s.sum[set]) + width - 1) / width }

// block returns where the blocks of a node begin in [Table.worth]: class k is in
// block k/width, and there k%width.
func (s *sums) block(n node) int { return int(n/upperSets)*s.blocks + s.first[n.upper()] }

// size returns how many blocks all nodes take.
func (s *sums) size() int { return nodes / upperSets * s.blocks }

// states returns how many states cards come to.
func (s *sums) states() int {
	all := 0
	for _, cards := range s.cards {
		all += cards
	}
	return nodes / upperSets * all
}
