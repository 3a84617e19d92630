package main

import (
	"fmt"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
)

// nodes makes runs that need more nodes than is allowed: each key without the
// others, which would answer for it.
func (g *gateTest) nodes() {
	total, position, solution := g.suite.Gate, g.suite.Gate, g.suite.Gate
	total.Position, total.Solution = compare.Unlimited, nil
	position.Total, position.Solution = compare.Unlimited, nil
	solution.Total, solution.Position = compare.Unlimited, compare.Unlimited
	if total.Total >= 0 {
		growth := total.Total + beyondGrowth
		g.injectInto(total, fmt.Sprintf("+%s nodes", growth), g.worse(), g.verdict(), compare.Nodes, g.grown(growth))
	}
	if position.Position >= 0 {
		growth := position.Position + beyondGrowth
		g.injectInto(position, fmt.Sprintf("+%s nodes of one position", growth), g.worse(), g.verdict(), compare.Nodes, g.oneGrown(growth))
		if run := g.upToFloor(); run != nil {
			g.injectInto(position, fmt.Sprintf("a position of fewer nodes that grows to the floor of %d", position.Floor), codePass, compare.Pass, compare.Nodes, run)
		}
	}
	if solution.Solution != nil && *solution.Solution >= 0 {
		growth := *solution.Solution + beyondGrowth
		run, compared := g.later(growth)
		verdict := g.verdict()
		if compared >= compare.MinInterval {
			verdict = compare.Fail // under a clock too: the interval has no width
		}
		g.injectInto(solution, fmt.Sprintf("+%s nodes to the solution", growth), verdictCode(verdict, false), verdict, compare.Nodes, run)
	}
}

// grown is the baseline with more nodes in every position.
func (g *gateTest) grown(growth compare.Growth) *bench.Run {
	run := g.copy()
	for i := range run.Outcomes {
		run.Outcomes[i].Nodes = more(run.Outcomes[i].Nodes, growth)
	}
	return run
}

// oneGrown is the baseline with more nodes in its largest position.
func (g *gateTest) oneGrown(growth compare.Growth) *bench.Run {
	run, largest := g.copy(), 0
	for i := range run.Outcomes {
		if g.judged(i) && (!g.judged(largest) || run.Outcomes[i].Nodes > run.Outcomes[largest].Nodes) {
			largest = i
		}
	}
	o := &run.Outcomes[largest]
	o.Nodes = more(max(o.Nodes, g.suite.Gate.Floor), growth)
	return run
}

// upToFloor is the baseline with a position that needs as many nodes as the floor
// and needed fewer, nil without one.
func (g *gateTest) upToFloor() *bench.Run {
	for i := range g.base.Outcomes {
		if o := &g.base.Outcomes[i]; g.judged(i) && more(o.Nodes, g.suite.Gate.Position+beyondGrowth) <= g.suite.Gate.Floor {
			run := g.copy()
			run.Outcomes[i].Nodes = g.suite.Gate.Floor
			return run
		}
	}
	return nil
}

// later is the baseline with solutions found later, and in how many positions.
func (g *gateTest) later(growth compare.Growth) (run *bench.Run, positions int) {
	run = g.copy()
	for i := range run.Outcomes {
		o := &run.Outcomes[i]
		if o.Stable == nil || o.Verdict != bench.Solved || !g.judged(i) {
			continue
		}
		later := *o.Stable
		later.Nodes = more(max(later.Nodes, 1), growth)
		o.Stable = &later
		positions++
	}
	return run, positions
}
