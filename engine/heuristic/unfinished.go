package heuristic

import "github.com/zugwatch/zugwatch/engine"

// UseUnfinished reports whether to adopt best, the best move of an unfinished iteration, and the
// bound of its value. Such a move either beat before, the best move of the last iteration, or is
// before itself, which is searched first. A value that is mated proves nothing while other moves
// are unsearched: before then stays, or the value is a lower bound. Complete reports whether
// there was a last iteration. The zero move is no move.
func UseUnfinished[M comparable](best, before M, value int32, complete bool) (bound engine.Bound, taken bool) {
	var none M
	mated := value <= -mateBound
	switch {
	case best == none, mated && best == before && complete:
		return engine.Exact, false
	case mated:
		return engine.Lower, true
	}
	return engine.Exact, true
}
