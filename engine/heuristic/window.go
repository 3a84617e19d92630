package heuristic

import "github.com/zugwatch/zugwatch/engine"

// The windows of an iteration, in centipawns.
const (
	firstWindow  = 16  // half the width of the first window
	widestWindow = 500 // a larger delta opens the window fully
	firstDepth   = 5   // earlier iterations have an open window
)

const (
	infinity  = int32(engine.Infinity)
	mateBound = int32(engine.MateBound)
)

// Window is an aspiration window around the value of the last iteration. It opens on the
// side on which the search fails.
type Window struct {
	Alpha, Beta int32
	delta       int32
}

// NewWindow returns the first window of an iteration to a depth in plies. It is open in iterations
// below depth 5, and if the last value was a mate.
func NewWindow(depth int, last int32) Window {
	w := Window{-infinity, infinity, firstWindow}
	if depth >= firstDepth && last < mateBound && last > -mateBound {
		w.Alpha, w.Beta = max(last-w.delta, -infinity), min(last+w.delta, infinity)
	}
	return w
}

// Low widens the window after a value that failed low.
func (w *Window) Low(value int32) {
	w.Beta = (w.Alpha + w.Beta) / 2
	w.Alpha = max(value-w.delta, -infinity)
	w.widen()
}

// High widens the window after a value that failed high.
func (w *Window) High(value int32) {
	w.Beta = min(value+w.delta, infinity)
	w.widen()
}

func (w *Window) widen() {
	if w.delta += w.delta; w.delta > widestWindow {
		w.Alpha, w.Beta = -infinity, infinity
	}
}
