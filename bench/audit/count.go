package audit

import (
	"cmp"
	"slices"

	"github.com/zugwatch/zugwatch/engine/search"
)

// Count is what became of some claims.
type Count struct {
	Claims   uint64 `json:"claims"`   // that were checked
	Wrong    uint64 `json:"wrong"`    // of these
	Zugzwang uint64 `json:"zugzwang"` // of the wrong ones, those on positions of zugzwang, of at least search.LeastZugzwang plies
	Short    uint64 `json:"short"`    // centipawns that the wrong ones were short of beta, at least, in sum; a mate counts as MostShort
	Worst    uint64 `json:"worst"`    // the largest of these

	Spread Spread `json:"spread,omitzero"` // zero: each claim is taken for independent of the others
}

// MostShort is the most centipawns by which a claim counts as wrong.
const MostShort = 2000

// Rate is the share of wrong claims, 0 without claims.
func (c Count) Rate() float64 {
	if c.Claims == 0 {
		return 0
	}
	return float64(c.Wrong) / float64(c.Claims)
}

// Mean is how many centipawns a wrong claim was short of beta, at least, 0
// without any.
func (c Count) Mean() float64 {
	if c.Wrong == 0 {
		return 0
	}
	return float64(c.Short) / float64(c.Wrong)
}

// note counts a claim.
func (c *Count) note(a *search.Audited) {
	c.Claims++
	if !a.Wrong() {
		return
	}
	c.Wrong++
	if a.Zugzwang {
		c.Zugzwang++
	}
	short := min(uint64(a.Beta-a.Value), MostShort)
	c.Short += short
	c.Worst = max(c.Worst, short)
}

// Add adds the counts of o.
func (c *Count) Add(o Count) {
	c.Claims += o.Claims
	c.Wrong += o.Wrong
	c.Zugzwang += o.Zugzwang
	c.Short += o.Short
	c.Worst = max(c.Worst, o.Worst)
	c.Spread.add(o.Spread)
}

// Row is the count of claims that have something in common.
type Row struct {
	Name string `json:"name"`
	Count
}

// tally counts claims by a number.
type tally map[int]*Count

func (t tally) note(key int, a *search.Audited) {
	if t[key] == nil {
		t[key] = new(Count)
	}
	t[key].note(a)
}

func (t tally) add(o tally) {
	for key, count := range o {
		if t[key] == nil {
			t[key] = new(Count)
		}
		t[key].Add(*count)
	}
}

// settle notes that all claims counted are of one position.
func (t tally) settle() {
	for _, count := range t {
		count.settle()
	}
}

// rows lists the counts by rising key.
func (t tally) rows(name func(int) string) []Row {
	keys := make([]int, 0, len(t))
	for key := range t {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, cmp.Compare)
	rows := []Row{}
	for _, key := range keys {
		rows = append(rows, Row{name(key), *t[key]})
	}
	return rows
}
