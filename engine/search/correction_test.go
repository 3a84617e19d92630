package search

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/table"
)

func TestCorrections(t *testing.T) {
	c := &corrections{}
	start := chess.Start()
	other := position(t, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
	for range 1000 {
		c.learn(&start, 40, 8)
	}
	if got := c.correct(&start, 100); got != 119 && got != 120 {
		t.Errorf("a value 40 too low is corrected from 100 to %d (expected half the difference more)", got)
	}
	if got := c.correct(&other, 100); got != 100 {
		t.Errorf("other pawns are corrected from 100 to %d", got)
	}
	for range 1000 {
		c.learn(&start, -30_000, 60)
	}
	if got := c.correct(&start, 0); got < -32 || got > -31 {
		t.Errorf("the largest difference corrects 0 to %d (expected -32)", got)
	}
	if got := c.correct(&start, -mateBound+1); got != -mateBound+1 {
		t.Errorf("a correction makes a mate of an evaluation: %d", got)
	}
}

func TestTeaches(t *testing.T) {
	start := chess.Start()
	quiet := must.Get(start.ParseMove("e2e4"))(t)
	pawns := position(t, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
	capture := must.Get(pawns.ParseMove("e4d5"))(t)
	for name, c := range map[string]struct {
		static, value int32
		b             table.Bound
		best          chess.Move
		want          bool
	}{
		"exact":                  {10, 50, table.Exact, quiet, true},
		"bound above":            {10, 50, table.Lower, quiet, true},
		"bound that says less":   {50, 10, table.Lower, quiet, false},
		"bound below":            {50, 10, table.Upper, chess.NoMove, true},
		"upper bound above":      {10, 50, table.Upper, chess.NoMove, false},
		"a capture explains it":  {10, 500, table.Exact, capture, false},
		"a mate is no judgement": {10, mateScore - 5, table.Lower, quiet, false},
		"nor is being mated":     {10, -mateScore + 5, table.Upper, chess.NoMove, false},
	} {
		if got := teaches(c.static, c.value, c.b, c.best); got != c.want {
			t.Errorf("%s: %v (expected %v)", name, got, c.want)
		}
	}
}

// TestCorrectionsRest checks that the correction for a constant search value converges to half
// of the difference.
func TestCorrectionsRest(t *testing.T) {
	th := started(t, "modern,correction=on", "off", "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1")
	f := th.frame(0)
	for range 1000 {
		f.raw = 100
		f.static = th.learnt.correct(&f.position, f.raw)
		th.teach(f, 140, table.Exact, chess.NoMove, 8*onePly)
	}
	if got := th.learnt.correct(&f.position, 100); got != 119 && got != 120 {
		t.Errorf("a value of 140 corrects 100 to %d (expected 120)", got)
	}
}
