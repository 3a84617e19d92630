package compare

import (
	"fmt"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine"
)

// Mates compares the claims of both runs on the positions with a proven mate.
type Mates struct {
	Asked int        `json:"asked"` // positions with a proven mate, forms of them counted one by one
	Base  MateCounts `json:"base"`
	Head  MateCounts `json:"head"`
	// Wrong are the claims of the head that are wrong, in suite order, those of positions in
	// quarantine left out.
	Wrong []Claim `json:"wrong"`

	told       int  // wrong claims of the head in quarantine
	inBase     int  // wrong claims of the head in forms in which the base claims wrongly too
	more, less int  // positions with more wrong claims in the head, and in the base
	flawed     bool // the gate is not strict, and the base makes wrong claims or those of the head are all OtherMove: only more of them fail
}

// MateCounts counts the answers of a run as matetrack does, and what is the matter
// with its claims.
type MateCounts struct {
	Found    int `json:"found"` // a mate for the side that mates
	Best     int `json:"best"`  // of these in as few moves as are proven
	CutShort int `json:"cut_short"`
	Wrong    int `json:"wrong"`
}

// Claim is a wrong claim of a mate.
type Claim struct {
	ID     string       `json:"id"` // of the position, with its form
	Proven engine.Score `json:"proven"`
	bench.MateClaim
	InBase bool `json:"in_base"` // the base claims the same there
}

// String returns the claim, the proven mate and the iteration in words.
func (c Claim) String() string {
	what := fmt.Sprintf("%s at depth %d", c.Claim, c.Depth)
	proven := fmt.Sprintf("%s is proven", c.Proven)
	switch c.Flaw {
	case bench.Sooner, bench.OtherSide:
		return fmt.Sprintf("%s claims %s where %s", c.ID, what, proven)
	case bench.OtherMove:
		return fmt.Sprintf("%s claims %s by another move than it plays (%s)", c.ID, what, proven)
	case bench.LineBroken:
		return fmt.Sprintf("%s claims %s by a line that is not legal (%s)", c.ID, what, proven)
	case bench.LineSooner:
		return fmt.Sprintf("%s claims %s by a line that mates sooner (%s)", c.ID, what, proven)
	case bench.LineLonger:
		return fmt.Sprintf("%s claims %s by a line that is longer (%s)", c.ID, what, proven)
	case bench.LineUnmade, bench.NoFlaw, bench.CutShort:
	}
	return fmt.Sprintf("%s claims %s by a line that does not mate (%s)", c.ID, what, proven)
}

// ofMate reports whether both runs have an answer, and of their scores, which differ, one is a mate.
func (c Change) ofMate() bool {
	_, before := c.Base.Score.Mate()
	_, now := c.Head.Score.Mate()
	return (before || now) && c.Base.Score != c.Head.Score && c.Base.Verdict != bench.Faulted && c.Head.Verdict != bench.Faulted
}

// add counts an answer.
func (n *MateCounts) add(o *bench.Outcome) {
	found, best := o.FoundMate()
	n.Found += boolToInt(found)
	n.Best += boolToInt(best)
	n.CutShort += boolToInt(o.Mate.Flaw == bench.CutShort)
	n.Wrong += boolToInt(o.Mate.Flaw.Wrong())
}
