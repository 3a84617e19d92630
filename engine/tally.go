package engine

// OnePly is one ply of depth within a search, where depths are in quarter plies.
const OnePly = 4

// countedDepths is the number of remaining depths that are counted apart.
const countedDepths = 64

// Tally is Counters by remaining depth in plies; the last row holds all deeper ones.
type Tally [countedDepths]Counters

// At returns the row of a depth in quarter plies.
func (t *Tally) At(depth int) *Counters {
	return &t[min(max(depth/OnePly, 0), countedDepths-1)]
}

// Add adds the counts of o.
func (t *Tally) Add(o *Tally) {
	for depth := range t {
		t[depth].Add(o[depth])
	}
}

// Sum returns the sum over all depths, without what means something at one depth alone.
func (t *Tally) Sum() (sum Counters) {
	for depth := range t {
		sum.Add(t[depth])
	}
	sum.NullSucceeded, sum.NullSucceededNodes, sum.NullLate, sum.LateNodes = 0, 0, 0, 0
	return sum
}

// Rows returns a copy of the rows up to the deepest one with a count.
func (t *Tally) Rows() []Counters {
	rows := 0
	for depth := range t {
		if t[depth] != (Counters{}) {
			rows = depth + 1
		}
	}
	return append([]Counters(nil), t[:rows]...)
}
