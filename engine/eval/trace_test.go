//go:build tune

package eval

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine/chess"
)

// TestTraceIsTheEvaluation checks that a trace under the shipped weights gives the evaluated value.
func TestTraceIsTheEvaluation(t *testing.T) {
	traced, plain := New(), New()
	w := Shipped()
	var trace Trace
	for _, fen := range positions {
		walk(position(t, fen), 150, func(p *chess.Position) {
			value := traced.Trace(p, &trace)
			if want := plain.Evaluate(p); value != want || trace.Value(&w) != want {
				t.Errorf("%s: traced %d, from the trace %d, evaluated %d", p.FEN(), value, trace.Value(&w), want)
			}
		})
	}
}
