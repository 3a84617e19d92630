package search

import (
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/table"
)

// corrections holds the mean error of the evaluation, as searches found it, by side
// to move and pawn structure. Values are in 1/correctionScale of a centipawn.
// Structures that share an entry disturb each other.
type corrections [2][correctionEntries]int16

const (
	correctionEntries = 1 << 13 // a power of two
	correctionScale   = 256
	correctionLimit   = 64 * correctionScale // bound of an entry
)

// of returns the entry of a position.
func (c *corrections) of(p *chess.Position) *int16 {
	return &c[p.Side()&1][p.PawnKey()&(correctionEntries-1)]
}

// correct returns the static value of p: its evaluation plus half of the correction
// of its pawn structure.
func (c *corrections) correct(p *chess.Position, raw int32) int32 {
	return min(max(raw+int32(*c.of(p))/(2*correctionScale), -mateBound+1), mateBound-1)
}

// learn moves the correction of p toward difference, the value of a search to a depth
// in plies minus the raw evaluation. The corrected evaluation would not do: it
// contains what was already learnt.
func (c *corrections) learn(p *chess.Position, difference int32, plies int) {
	target := min(max(difference*correctionScale, -correctionLimit), correctionLimit)
	entry := c.of(p)
	*entry += int16((target - int32(*entry)) * int32(min(plies+1, 16)) / 256)
}

// teach updates the corrections with the value of a node.
func (t *thread) teach(f *frame, value int32, b table.Bound, best chess.Move, depth int) {
	if t.params.Correction && f.raw != table.NoValue && teaches(f.static, value, b, best) {
		t.learnt.learn(&f.position, value-f.raw, depth/onePly)
	}
}

// teaches reports whether the value of a node shows an error of its static value.
// A mate does not, nor a bound on the wrong side, nor a best move that captures.
func teaches(static, value int32, b table.Bound, best chess.Move) bool {
	switch {
	case value >= mateBound || value <= -mateBound || best != chess.NoMove && isNoisy(best):
		return false
	case b == table.Lower:
		return value > static
	case b == table.Upper:
		return value < static
	}
	return true
}
