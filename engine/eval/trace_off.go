//go:build !tune

package eval

import "github.com/zugwatch/zugwatch/engine/chess"

// Tracing reports whether this build can trace evaluations: it needs the build tag "tune".
const Tracing = false

// tracer is nothing in a normal build, and costs nothing.
type tracer struct{}

func (tracer) add(chess.Color, int, int) {}

func (tracer) addDanger(chess.Color, int, int) {}

func (tracer) end(phase int32, scale [2]int32, bonus int32, black bool) {}

// Trace needs the build tag "tune": in this build it panics. See Tracing.
func (e *Evaluator) Trace(*chess.Position, *Trace) int32 {
	panic("trace of an evaluation (expected a build with -tags tune)")
}
