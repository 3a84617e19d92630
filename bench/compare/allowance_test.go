package compare

import (
	"math"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestAllowance holds what each kind of gate allows the totals of a suite.
func TestAllowance(t *testing.T) {
	free := math.Inf(1)
	for _, test := range []struct {
		name   string
		gate   Gate
		limits string
		asked  int
		forms  int
		want   Allowance
	}{
		{"single tactics", Gate{Axis: Tactics, MaxLost: 3, Total: 50}, "depth=9", 300, 0, Allowance{0.01, 0.05, free}},
		{"single zugzwangs", Gate{Axis: Zugzwang, Total: Unlimited, Solution: new(Growth(20))}, "depth=9", 26, 1, Allowance{0, free, 0.02}},
		{"nothing asked", Gate{Axis: Tactics, Total: 50}, "depth=9", 0, 0, Allowance{free, 0.05, free}},
		{"nodes", Gate{Axis: Nodes, Total: 25}, "depth=9", 60, 4, Allowance{free, 0.025, free}},
		{"single nodes", Gate{Axis: Nodes, Total: 25}, "depth=9", 60, 0, Allowance{free, 0.025, free}},
		{"tactics", Gate{Axis: Tactics, Total: Unlimited}, "depth=9", 1200, 4, Allowance{0.02, free, 0.03}},
		{"tactics with a growth", Gate{Axis: Tactics, Solution: new(Growth(10))}, "depth=9", 1200, 4, Allowance{0.02, 0, 0.01}},
		{"tactics without a growth", Gate{Axis: Tactics, Solution: new(Unlimited)}, "depth=9", 1200, 4, Allowance{0.02, 0, free}},
		{"mates", Gate{Axis: Mating, Total: Unlimited}, "depth=9", 1200, 4, Allowance{0.02, free, free}},
		{"zugzwangs", Gate{Axis: Zugzwang, Total: Unlimited}, "depth=9", 400, 4, Allowance{0.05, free, free}},
		{"a share of its own", Gate{Axis: Zugzwang, Total: Unlimited, LostForms: new(Growth(70))}, "depth=9", 400, 4, Allowance{0.07, free, free}},
		{"nodes are fixed", Gate{Axis: Tactics, Total: 50}, "nodes=1000", 100, 0, Allowance{0, free, free}},
		{"a clock", Gate{Axis: Tactics, Total: 50}, "movetime=100ms", 100, 0, Allowance{0, free, free}},
		{"ends when solved", Gate{Axis: Tactics, Total: 50}, "nodes=1000,steps=4,stop-when-solved=2", 100, 0, Allowance{0, free, free}},
	} {
		limits := must.Get(bench.ParseLimits(test.limits))(t)
		if got := test.gate.Allowance(limits, test.asked, test.forms); got != test.want {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
}
