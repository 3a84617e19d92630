//go:build tune

package eval

import "github.com/zugwatch/zugwatch/engine/chess"

// Tracing reports whether this build can trace evaluations: it needs the build tag "tune".
const Tracing = true

// tracer records the terms of an evaluation in to, if that is not nil.
type tracer struct{ to *Trace }

func (t tracer) add(c chess.Color, term, n int) {
	if t.to != nil {
		t.to.Terms[term] += int16(n * (1 - 2*int(c)))
	}
}

func (t tracer) addDanger(c chess.Color, term, n int) {
	if t.to != nil {
		t.to.Danger[c][term] += int16(n)
	}
}

func (t tracer) end(phase int32, scale [2]int32, bonus int32, black bool) {
	if t.to != nil {
		t.to.Phase, t.to.Scale, t.to.Bonus, t.to.Black = phase, scale, bonus, black
	}
}

// Trace is Evaluate, and writes to trace how the value came about.
func (e *Evaluator) Trace(p *chess.Position, trace *Trace) int32 {
	*trace = Trace{}
	e.tracer = tracer{trace}
	value := e.Evaluate(p)
	e.tracer = tracer{}
	return value
}
