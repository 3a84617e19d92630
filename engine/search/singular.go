package search

import (
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/table"
)

// singularResult is the result of a search without the hash move.
type singularResult struct {
	extension int  // of the hash move, in quarter plies
	cut       bool // several moves fail high: the node is cut
	value     int32
}

const (
	doubleMargin = 12 // centipawns below the singular bound from which the hash move is extended twice
	maxDoubles   = 6  // double extensions on a line
)

// singular searches the node without its hash move, to about half the depth, with a
// window a little below the table value. If that fails low, the hash move is singular
// and is extended (Anantharaman, Campbell and Hsu, 1988). If another move reaches
// beta too, the node is cut (multi-cut).
func (t *thread) singular(f *frame, ply int, beta int32, depth int, cut bool, tt *table.Hit, hash chess.Move) (r singularResult) {
	if t.params.Singular == 0 || depth < t.params.Singular*onePly || ply == 0 || f.excluded != chess.NoMove ||
		hash == chess.NoMove || hash != chess.Move(tt.Move) || tt.Bound&table.Lower == 0 || tt.Depth < depth-3*onePly ||
		tt.Value >= mateBound || tt.Value <= -mateBound || ply >= 2*t.root.depth || !f.position.IsLegal(hash) {
		return r
	}
	margin := tt.Value - int32(depth/onePly)
	f.excluded = hash
	value := t.searchAgain(ply, margin-1, margin, (depth-onePly)/2, cut)
	f.excluded = chess.NoMove
	switch {
	case t.stopped:
	case value < margin:
		r.extension = onePly
		if value < margin-doubleMargin && f.doubles < maxDoubles {
			r.extension = 2 * onePly
		}
	case value >= beta:
		r.cut, r.value = true, value
	case tt.Value >= beta:
		r.extension = -onePly
	}
	return r
}
