package compare

import "github.com/zugwatch/zugwatch/bench"

// Evidence is what is known beside the two runs. The zero value is nothing.
type Evidence struct {
	// Alike names options of the engine that have to be the same in both runs:
	// those that are no part of the change, such as Hash.
	Alike []string
	// Again holds further searches by the engine of the head, by the ID of the
	// position. They can acquit a lost position and never condemn one. Under
	// exact limits, where nothing new can come of them, they are not read.
	Again map[string]Again
	// BaseAgain holds as many further searches by the engine of the base, where
	// it is at hand. They acquit too: a position that the base solves no more
	// often than the head was solved by chance.
	BaseAgain map[string]Again
	// Base and Head are the times of the runs, if both are known. What is made
	// of them is reported and not judged: they may be of different machines.
	Base, Head *bench.Timing
}

// Again counts further searches of one position.
type Again struct {
	Solved int `json:"solved"`
	Of     int `json:"of"`
}

// flaky tells whether the position was solved in more than half of the
// searches, so that missing it once was chance.
func (a Again) flaky() bool { return 2*a.Solved > a.Of }

// rarer tells whether the position was solved no more often, in proportion, than in
// the searches of another; false without any.
func (a Again) rarer(other Again) bool {
	return a.Of > 0 && other.Of > 0 && a.Solved*other.Of <= other.Solved*a.Of
}

// acquits tells why a position that was lost does not count as lost.
func (e *Evidence) acquits(id string) (flaky, lucky bool) {
	head := e.Again[id]
	if head.flaky() {
		return true, false
	}
	return false, e.BaseAgain[id].rarer(head)
}

// Flipped are the IDs of the positions to search again: those that were lost
// under limits that read a clock and count for a verdict. Under exact limits
// there are none.
func (c *Comparison) Flipped() []string {
	if c.Exact {
		return nil
	}
	return append(names(c.main.lost), names(c.control.lost)...)
}
