package search

import "github.com/zugwatch/zugwatch/engine"

// never exceeds the length of any line, in plies.
const never = maxPly * 2

// repetition returns the distance in plies of the nearest repetition that counts. With known
// leaves none counts, as their values depend on the position alone.
func repetition(o *Options) int {
	if o.Leaf != nil {
		return never
	}
	return 4
}

// resolve returns the value of a leaf: the known value, or that of quiescence.
func (t *thread) resolve(ply int, alpha, beta int32) int32 {
	if t.leaf != nil {
		if value, known := t.known(ply); known {
			return value
		}
	}
	return t.quiescence(ply, alpha, beta, t.params.QuietChecks)
}

// known returns the value of the leaf at ply by t.leaf, and whether it is known.
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
