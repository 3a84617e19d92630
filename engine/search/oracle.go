package search

import "github.com/zugwatch/zugwatch/engine"

// never is more plies than any line has.
const never = maxPly * 2

// repetition returns how far back the nearest repetition is that counts: nowhere when
// leaves are known, as those who know them know positions and not games.
func repetition(o *Options) int {
	if o.Leaf != nil {
		return never
	}
	return 4
}

// resolve returns the value of a leaf: what is known of it, or else what quiescence
// says.
func (t *thread) resolve(ply int, alpha, beta int32) int32 {
	if t.leaf != nil {
		if value, known := t.known(ply); known {
			return value
		}
	}
	return t.quiescence(ply, alpha, beta, t.params.QuietChecks)
}

// known returns what is known of the leaf at ply.
func (t *thread) known(ply int) (value int32, ok bool) {
	t.pvLen[ply] = 0
	t.selDepth = max(t.selDepth, ply)
	if t.stop.Due(t.nodes) {
		t.poll()
	}
	if t.stopped {
		return 0, true
	}
	score, ok := t.leaf(&t.frame(ply).position)
	score = min(max(score, 1-engine.MateBound), engine.MateBound-1)
	return int32(score), ok
}
