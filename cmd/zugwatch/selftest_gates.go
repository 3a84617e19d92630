package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/speed"
)

// beyondGrowth is by how much more than is allowed the nodes are made to grow, in
// permille.
const beyondGrowth compare.Growth = 10

// judges are what a gate is asked of, so that a test can break one and see that it
// is found.
type judges struct {
	runs   func(base, head *bench.Run, gate compare.Gate, evidence compare.Evidence) (*compare.Comparison, error)
	speed  func(first, second *speed.Measurement, allowed compare.Growth) speed.Finding
	shifts func(accepted *profile.Baseline, head *profile.Summary, rule profile.Rule) ([]profile.FunctionDelta, []profile.PhaseDelta, error)
}

// theJudges are those of the program.
func theJudges() judges {
	return judges{runs: compareRuns, speed: speed.Decide, shifts: (*profile.Baseline).Shifts}
}

// gateTest holds copies of a baseline, made worse, against the gate of its suite.
type gateTest struct {
	judges
	suite   suiteConfig
	base    *bench.Run
	profile *profile.Baseline // nil: the suite is not profiled
	found   []report.Injection
}

// run makes every injection that the gate has to find, and some that it has to let
// pass.
func (g *gateTest) run() []report.Injection {
	gate := g.suite.Gate
	g.inject("nothing", codePass, compare.Pass, gate.Axis, g.copy())
	if gate.Axis != compare.Nodes {
		g.lose()
		g.roles()
	}
	if gate.MinPoints > 0 {
		g.poor()
	}
	g.nodes()
	if gate.Speed != nil && *gate.Speed >= 0 {
		g.slow(*gate.Speed)
	}
	if g.profile != nil && g.suite.Profile == profileGate {
		g.shift()
	}
	g.fault()
	other := g.copy()
	other.Suite.Digest = "other"
	g.inject("results of other positions", codeBaseline, compare.Inconclusive, gate.Axis, other)
	cut := g.copy()
	last := &cut.Outcomes[len(cut.Outcomes)-1]
	*last, cut.Complete = bench.Outcome{ID: last.ID, Want: last.Want, MaxPoints: last.MaxPoints}, false
	g.inject("a run that was cut short", codeUndecided, compare.Inconclusive, gate.Axis, cut)
	return g.found
}

// worse is the exit code for what got worse: one run under a clock can not be
// sure.
func (g *gateTest) worse() int { return verdictCode(g.verdict(), false) }

func (g *gateTest) verdict() compare.Verdict {
	if g.base.Exact() {
		return compare.Fail
	}
	return compare.Inconclusive
}

// copy is the baseline as a run of its own.
func (g *gateTest) copy() *bench.Run {
	run := *g.base
	run.Outcomes = slices.Clone(g.base.Outcomes)
	return &run
}

// inject judges a run by the gate of the suite.
func (g *gateTest) inject(what string, code int, verdict compare.Verdict, axis compare.Axis, run *bench.Run) {
	g.injectInto(g.suite.Gate, what, code, verdict, axis, run)
}

// injectInto judges a run by a gate.
func (g *gateTest) injectInto(gate compare.Gate, what string, code int, verdict compare.Verdict, axis compare.Axis, run *bench.Run) {
	got, answer, found := g.judge(gate, run, axis, verdict)
	g.found = append(g.found, report.Injection{
		Where: g.suite.Name, What: what,
		Expected: code, Got: got, Answer: answer, Found: found && got == code,
	})
}

// judge is the exit code for a run, who answered, and whether the gate of the axis
// has the verdict. Where there is no comparison, the error is the answer.
func (g *gateTest) judge(gate compare.Gate, run *bench.Run, axis compare.Axis, verdict compare.Verdict) (code int, answer string, found bool) {
	comparison, err := g.runs(g.base, run, gate, compare.Evidence{})
	if err != nil {
		return codeOf(err), inShort(err), true
	}
	for _, result := range comparison.Gates {
		if result.Axis == axis {
			answer = fmt.Sprintf("gate %s: %s", result.Axis, result.Verdict)
			found = result.Verdict == verdict
		}
	}
	return comparisonCode(comparison), answer, found
}

// inShort is an error without its details.
func inShort(err error) string {
	var unlike *compare.NotComparableError
	if errors.As(err, &unlike) {
		return "runs are not comparable"
	}
	return firstLine(err.Error())
}

// lose loses one position more than is allowed of those that have to be solved.
// Under a clock it loses more and more, until they are too many for chance.
func (g *gateTest) lose() {
	run, lost, solved := g.copy(), 0, 0
	axis := g.suite.Gate.Axis
	counts := func(o *bench.Outcome) bool {
		role := g.suite.Gate.Role(o.ID)
		return o.Verdict == bench.Solved && (role == compare.MustPass || role == compare.Control && axis == compare.Tactics)
	}
	for i := range run.Outcomes {
		if counts(&run.Outcomes[i]) {
			solved++
		}
	}
	for i := range run.Outcomes {
		o := &run.Outcomes[i]
		if !counts(o) {
			continue
		}
		miss(o)
		lost++
		if lost <= g.suite.Gate.MaxLost {
			continue
		}
		if g.base.Exact() {
			break
		}
		if code, _, _ := g.judge(g.suite.Gate, run, axis, g.verdict()); code != codePass {
			break
		}
	}
	g.inject(fmt.Sprintf("%d of %d solved positions lost", lost, solved), g.worse(), g.verdict(), axis, run)
}

// fault breaks one position more than is allowed.
func (g *gateTest) fault() {
	run := g.copy()
	broken := min(g.suite.Gate.MaxFaults+1, len(run.Outcomes))
	left := broken
	for i := range run.Outcomes {
		o := &run.Outcomes[i]
		if left == 0 || !g.judged(i) {
			continue
		}
		left--
		*o = bench.Outcome{ID: o.ID, Verdict: bench.Faulted, Fault: bench.FaultSignal, Want: o.Want, MaxPoints: o.MaxPoints}
	}
	g.inject(fmt.Sprintf("an engine fault on %d of %d positions", broken, len(run.Outcomes)), codeEngine, compare.Inconclusive, g.suite.Gate.Axis, run)
}

// judged tells whether a position is not in quarantine.
func (g *gateTest) judged(index int) bool {
	return g.suite.Gate.Role(g.base.Outcomes[index].ID) != compare.Quarantined
}

// more is a number with its growth, rounded up.
func more(n uint64, growth compare.Growth) uint64 { return n + (n*uint64(growth)+999)/1000 }

// miss makes a wrong answer of an outcome.
func miss(o *bench.Outcome) {
	o.Verdict, o.Best, o.Stable, o.Points = bench.Missed, "--", nil, 0
}
