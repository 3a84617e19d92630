package train

import (
	"math"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/network"
	"github.com/zugwatch/zugwatch/engine/tune"
)

// record returns the record of a line of text.
func record(t *testing.T, line string) *tune.Record {
	t.Helper()
	s := must.Get(tune.ParseSample(line))(t)
	r := must.Get(tune.NewRecord(&s))(t)
	return &r
}

// TestGradient compares the derivative of the error by each weight with the effect of a small change of that weight.
func TestGradient(t *testing.T) {
	for _, buckets := range []int{1, network.MaxBuckets} {
		testGradient(t, network.Shape{Buckets: buckets, Hidden: 16, Outputs: 2})
	}
}

// testGradient checks the gradients of one shape, of each weight that has one and of some others.
func testGradient(t *testing.T, shape network.Shape) {
	t.Helper()
	const change = 1e-3
	for _, line := range []string{
		"r1bqkbnr/2p1pppp/2np4/pp6/3P4/2N3PP/PPPKPP2/R1BQ1BNR b kq - 1 5;-900;0-1",
		"8/8/4k3/3q4/8/6K1/7R/8 w - - 9 90;650;1-0",
	} {
		r := record(t, line)
		m, gradient := newModel(shape), newModel(shape)
		m.initialize(5)
		l := newLearner(m)
		l.learn(r, 0.25, 0.5, gradient)
		gradient.gather()
		touched := 0
		for i := range m.all {
			if gradient.all[i] == 0 && i%997 != 0 || gradient.all[i] != 0 && i%4 != 0 {
				continue
			}
			w := m.all[i]
			m.all[i] = w + change
			m.apply()
			above := l.loss(r, 0.25, 0.5)
			m.all[i] = w - change
			m.apply()
			below := l.loss(r, 0.25, 0.5)
			m.all[i] = w
			slope := (above - below) / (2 * change)
			if math.Abs(slope-float64(gradient.all[i])) > 5e-4 {
				t.Errorf("%s: weight %d has the slope %g, want %g", line, i, gradient.all[i], slope)
			}
			if math.Abs(slope) > 5e-3 {
				touched++
			}
		}
		if touched < 20 {
			t.Errorf("%s: only %d weights have a slope (expected the test to see 20 or more)", line, touched)
		}
	}
}

// TestTarget holds that a target is the blend of score and result for the side to move.
func TestTarget(t *testing.T) {
	white := record(t, "8/8/4k3/8/8/4K3/7R/8 w - - 9 90;200;1/2-1/2")
	black := record(t, "8/8/4k3/8/8/4K3/7R/8 b - - 9 90;200;1-0")
	const one = 0.7310585786300049 // points that network.Centipawns promise
	for _, test := range []struct {
		r           *tune.Record
		blend, want float64
	}{
		{white, 1, one}, {white, 0, 0.5}, {black, 1, 1 - one}, {black, 0, 0}, {white, 0.25, 0.25*one + 0.75*0.5},
	} {
		if got := target(test.r, test.blend); math.Abs(got-test.want) > 1e-12 {
			t.Errorf("%s to move, blend %g: target %g, want %g", test.r.Side(), test.blend, got, test.want)
		}
	}
}
