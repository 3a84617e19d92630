package compare

import (
	"fmt"

	"github.com/zugwatch/zugwatch/bench"
)

// Result is the verdict of a gate on one axis.
type Result struct {
	Axis      Axis     `json:"axis"`
	Verdict   Verdict  `json:"verdict"`
	Reasons   []string `json:"reasons"`   // never empty; plain words, what was found and what is allowed
	Positions []string `json:"positions"` // IDs of those that count against it, worst or first in the suite first
}

// GateError says that a gate asks for what can not be.
type GateError struct{ Text string }

// Error is the text.
func (e *GateError) Error() string { return e.Text }

func (g Gate) check() error {
	switch {
	case g.MaxLost < 0:
		return &GateError{fmt.Sprintf("gate: allowed losses %d (expected 0 or more)", g.MaxLost)}
	case g.MaxFaults < 0:
		return &GateError{fmt.Sprintf("gate: allowed faults %d (expected 0 or more)", g.MaxFaults)}
	case g.Axis > Nodes:
		return &GateError{fmt.Sprintf("gate: %s is unknown", g.Axis)}
	}
	return nil
}

// judge fills in the results and the verdict.
func (c *Comparison) judge(gate Gate) {
	c.Gates = []Result{}
	if gate.Axis != Nodes {
		c.Gates = append(c.Gates, c.judgeSolved(gate))
	}
	if gate.Axis == Nodes || gate.Total >= 0 || gate.Position >= 0 {
		c.Gates = append(c.Gates, c.judgeNodes(gate))
	}
	verdicts := make([]Verdict, len(c.Gates))
	for i := range c.Gates {
		verdicts[i] = c.Gates[i].Verdict
	}
	c.Verdict = Worst(verdicts...)
}

// because adds a reason and makes the verdict worse: a Fail stays one.
func (r *Result) because(v Verdict, format string, args ...any) {
	r.Reasons = append(r.Reasons, fmt.Sprintf(format, args...))
	r.Verdict = Worst(r.Verdict, v)
}

// worse is the verdict on a difference that is more than allowed.
func (c *Comparison) worse() Verdict {
	if c.Exact {
		return Fail
	}
	return Inconclusive
}

// judgeSolved judges the positions lost.
func (c *Comparison) judgeSolved(gate Gate) Result {
	r := Result{Axis: gate.Axis, Verdict: Pass, Positions: []string{}}
	verdict := Pass
	if len(c.Lost) > gate.MaxLost {
		verdict = c.worse()
		r.Positions = names(c.Lost)
	}
	r.because(verdict, "lost %d of %d solved (allowed: %d)", len(c.Lost), c.Base.Totals.Solved, gate.MaxLost)
	c.doubt(&r, gate, verdict)
	if c.Base.Totals.Solved == 0 && c.Head.Totals.Solved == 0 {
		r.because(Inconclusive, "neither run solves a position, so nothing can be lost")
	}
	return r
}

// judgeNodes judges the nodes in sum and one by one.
func (c *Comparison) judgeNodes(gate Gate) Result {
	r := Result{Axis: Nodes, Verdict: Pass, Positions: []string{}}
	if c.stopsSolved() {
		r.because(Inconclusive, "limits %s end a search once it is solved, so nodes say nothing", c.Limits)
		return r
	}
	verdict := Pass
	if gate.Total >= 0 {
		if gate.Total.exceeded(c.Work.Base, c.Work.Head) {
			verdict = c.worse()
		}
		r.because(verdict, "total %d to %d, %s (allowed: +%s)", c.Work.Base, c.Work.Head, percent(c.Work.Base, c.Work.Head), gate.Total)
	}
	if gate.Position >= 0 {
		verdict = Worst(verdict, c.judgePositions(&r, gate))
	}
	c.doubt(&r, gate, verdict)
	switch {
	case gate.Total < 0 && gate.Position < 0:
		r.because(Inconclusive, "no limit is set, so nothing can fail")
	case c.nodesFixed():
		r.because(Inconclusive, "limits %s fix the nodes, so no growth can show", c.Limits)
	case c.Work.Base == 0 || c.Work.Head == 0:
		r.because(Inconclusive, "nodes are not reported by both runs")
	}
	return r
}

// nodesFixed tells whether each search ends at a number of nodes and at nothing
// else.
func (c *Comparison) nodesFixed() bool {
	limits, err := bench.ParseLimits(c.Limits)
	return err == nil && limits.FixesNodes()
}

// stopsSolved tells whether a search ends early at the right answer.
func (c *Comparison) stopsSolved() bool {
	limits, err := bench.ParseLimits(c.Limits)
	return err == nil && limits.StopSolved > 0
}

// judgePositions looks for positions that grew too much and returns the verdict
// on them.
func (c *Comparison) judgePositions(r *Result, gate Gate) Verdict {
	var grown []Change
	for _, change := range c.Moved {
		b, h := change.Base.Nodes, change.Head.Nodes
		if gate.Position.exceeded(max(b, gate.Floor), h) {
			grown = append(grown, change)
		}
	}
	r.Positions = names(grown)
	verdict := Pass
	if len(grown) > 0 {
		verdict = c.worse()
	}
	r.because(verdict, "%d of %d positions grew by more than %s", len(grown), c.Work.Positions, gate.Position)
	return verdict
}

// doubt adds what keeps any verdict but Fail from being sure.
func (c *Comparison) doubt(r *Result, gate Gate, verdict Verdict) {
	if faults := c.Head.Totals.Faulted; faults > gate.MaxFaults {
		r.because(Inconclusive, "%d with a fault (allowed: %d)", faults, gate.MaxFaults)
	}
	if faults := c.Base.Totals.Faulted; faults > 0 {
		r.because(Inconclusive, "%d of the base with a fault", faults)
	}
	if verdict == Inconclusive {
		r.because(Inconclusive, "limits %s read a clock or several threads searched: one run can not tell a loss from chance", c.Limits)
	}
}

// names lists the IDs.
func names(changes []Change) []string {
	ids := make([]string, len(changes))
	for i, c := range changes {
		ids[i] = c.ID()
	}
	return ids
}

// percent is the growth from base to head in words, such as "+2.5%".
func percent(base, head uint64) string {
	if base == 0 {
		return "no base"
	}
	return fmt.Sprintf("%+.1f%%", (float64(head)/float64(base)-1)*100)
}
