package heuristic

import "github.com/zugwatch/zugwatch/engine"

// UseUnfinished reports whether the best move of an iteration that was not completed is taken over,
// and how its value is to be read: it had already been proven better than the best of the last
// one, or is that one, which is looked at first. That it is mated sooner is nothing proven as
// long as other moves were not looked at: then all stays as it was, or the value is a lower
// bound. Before is the best move of the last iteration, complete whether there was one; the
// zero move is none.
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
