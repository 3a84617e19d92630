package selftest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/speed"
	"github.com/zugwatch/zugwatch/engine"
)

// beyondGrowth is the growth of the nodes beyond what is allowed, in permille.
const beyondGrowth compare.Growth = 10

// maxGrowth is the growth at which nodes are no longer made to grow, in permille.
const maxGrowth compare.Growth = 4000

// judges are the functions that judge, as variables, so that a test can break one and see that
// this is found.
type judges struct {
	runs   func(base, head *bench.Run, gate compare.Gate, evidence compare.Evidence) (*compare.Comparison, error)
	speed  func(first, second *speed.Measurement, allowed compare.Growth) speed.Assessment
	shifts func(accepted *profile.Baseline, head *profile.Summary, rule profile.Rule) ([]profile.FunctionDelta, []profile.PhaseDelta, error)
}

func programJudges() judges {
	return judges{runs: compare.Compare, speed: speed.Assess, shifts: (*profile.Baseline).Shifts}
}

// gateTest checks that the gate of a suite fails copies of its baseline that were made worse.
type gateTest struct {
	judges  judges
	suite   config.Suite
	base    *bench.Run
	profile *profile.Baseline // nil: the suite is not profiled
	tests   int               // of the whole verdict: see compare.Evidence
	found   []Injection
}

// run makes every injection that the gate has to find, and some that it has to let
// pass.
func (g *gateTest) run() []Injection {
	if g.suite.Gate.Exact {
		g.differ()
		g.suite.Gate.Exact = false // it would answer for all others
	}
	gate := g.suite.Gate
	g.inject("nothing", failure.None, compare.Pass, gate.Axis, g.copy())
	if len(gate.MustSolve) > 0 {
		g.missMust()
		g.suite.Gate.MustSolve = nil // it would answer for all others
	}
	if gate.Axis != compare.Nodes {
		g.losePositions()
		g.roles()
	}
	if gate.MinPoints > 0 {
		g.losePoints()
	}
	g.claim()
	g.nodes()
	if gate.Speed != nil && *gate.Speed >= 0 {
		g.checkSlower(*gate.Speed)
	}
	if g.profile != nil && g.suite.Profile == config.ProfileGate {
		g.checkShift()
	}
	g.addFaults()
	g.overrun()
	other := g.copy()
	other.Suite.Digest = "other"
	g.inject("results of other positions", failure.Baseline, compare.Inconclusive, gate.Axis, other)
	cut := g.copy()
	last := &cut.Outcomes[len(cut.Outcomes)-1]
	*last, cut.Complete = bench.Outcome{ID: last.ID, Want: last.Want, MaxPoints: last.MaxPoints}, false
	g.inject("a run that was cut short", failure.Undecided, compare.Inconclusive, gate.Axis, cut)
	return g.found
}

// differ changes what no other key of a gate looks at.
func (g *gateTest) differ() {
	run := g.copy()
	run.Outcomes[len(run.Outcomes)-1].SelDepth++
	g.inject("one ply of selective depth more", failure.Regression, compare.Fail, compare.Exact, run)
}

// worse returns the failure for what got worse: one run under a clock cannot be
// sure, unless it has positions in several forms.
func (g *gateTest) worse() failure.Kind { return g.verdict().Failure(false) }

func (g *gateTest) verdict() compare.Verdict {
	if g.base.Exact() || g.suite.Forms > 1 {
		return compare.Fail
	}
	return compare.Inconclusive
}

// copy returns the baseline as a run of its own.
func (g *gateTest) copy() *bench.Run {
	run := *g.base
	run.Outcomes = slices.Clone(g.base.Outcomes)
	return &run
}

// inject judges a run by the gate of the suite.
func (g *gateTest) inject(what string, kind failure.Kind, verdict compare.Verdict, axis compare.Axis, run *bench.Run) {
	g.injectInto(g.suite.Gate, what, kind, verdict, axis, run)
}

func (g *gateTest) injectInto(gate compare.Gate, what string, kind failure.Kind, verdict compare.Verdict, axis compare.Axis, run *bench.Run) {
	got, answer, found := g.askGate(gate, run, axis, verdict)
	g.found = append(g.found, Injection{
		Where: g.suite.Name, What: what,
		Expected: kind, Got: got, Answer: answer, Found: found && got == kind,
	})
}

// askGate gives the failure for a run, who answered, and whether the gate of the axis
// has the verdict. Where there is no comparison, the error is the answer.
func (g *gateTest) askGate(gate compare.Gate, run *bench.Run, axis compare.Axis, verdict compare.Verdict) (kind failure.Kind, answer string, found bool) {
	comparison, err := g.judges.runs(g.base, run, gate, compare.Evidence{Tests: g.tests})
	if err != nil {
		return failure.Of(err), briefError(err), true
	}
	for _, result := range comparison.Gates {
		if result.Axis == axis {
			answer = fmt.Sprintf("gate %s: %s", result.Axis, result.Verdict)
			found = result.Verdict == verdict
		}
	}
	return comparison.Failure(), answer, found
}

// briefError returns an error without its details.
func briefError(err error) string {
	if _, ok := errors.AsType[*compare.NotComparableError](err); ok {
		return "runs are not comparable"
	}
	return firstLine(err.Error())
}

// claim has one mate claimed sooner than it is proven, where the suite has a proven mate
// that is judged.
func (g *gateTest) claim() {
	run := g.copy()
	for i := range run.Outcomes {
		o := &run.Outcomes[i]
		proven, ok := o.Proven()
		if !ok || o.Verdict == bench.Faulted || g.suite.Gate.Role(run.Suite.Position(o.ID)) == compare.Quarantined {
			continue
		}
		o.Mate = bench.MateClaim{Flaw: bench.Sooner, Claim: engine.MateIn(proven), Depth: o.Depth}
		g.inject("a mate claimed sooner than it is proven", failure.Regression, compare.Fail, compare.Mating, run)
		return
	}
}

// losePositions loses one more of the positions that have to be solved than is allowed. Under a
// clock and in several forms it loses more and more, until they are too many for chance.
func (g *gateTest) losePositions() {
	run, lost, solved, next := g.copy(), 0, 0, 0
	axis := g.suite.Gate.Axis
	counts := func(o *bench.Outcome) bool {
		role := g.role(o.ID)
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
		setMissed(o)
		lost++
		if lost <= g.suite.Gate.MaxLost || lost < next {
			continue
		}
		if g.base.Exact() && g.suite.Forms < 2 {
			break
		}
		if kind, _, _ := g.askGate(g.suite.Gate, run, axis, g.verdict()); kind == g.worse() {
			break
		}
		next = lost + lost/8
	}
	what := "positions"
	if g.suite.Forms > 1 {
		what = "forms"
	}
	g.inject(fmt.Sprintf("%d of %d solved %s lost", lost, solved, what), g.worse(), g.verdict(), axis, run)
}

// addFaults breaks one position more than is allowed.
func (g *gateTest) addFaults() {
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
	g.inject(fmt.Sprintf("an engine fault on %d of %d positions", broken, len(run.Outcomes)), failure.Engine, compare.Inconclusive, g.suite.Gate.Axis, run)
}

// overrun lets one search more than is tolerated overrun its limit, where the limit tells.
func (g *gateTest) overrun() {
	run := g.copy()
	missed := max(g.suite.Gate.MaxMissedLimits, bench.FewMissedLimits(len(run.Outcomes))) + 1
	if !g.base.ExactLimits() || missed > len(run.Outcomes) {
		return
	}
	for i := range run.Outcomes[:missed] {
		run.Outcomes[i].Ended = bench.Late
		run.Outcomes[i].Nodes++
	}
	g.inject(fmt.Sprintf("%d of %d searches that overrun their limit", missed, len(run.Outcomes)), failure.Undecided, compare.Inconclusive, g.suite.Gate.Axis, run)
}

// judged reports whether a position is not in quarantine.
func (g *gateTest) judged(index int) bool {
	return g.role(g.base.Outcomes[index].ID) != compare.Quarantined
}

// role returns the role of an outcome's position in the gate.
func (g *gateTest) role(id string) compare.Role {
	return g.suite.Gate.Role(g.base.Suite.Position(id))
}

// grownNodes returns a number with its growth, rounded up.
func grownNodes(n uint64, growth compare.Growth) uint64 { return n + (n*uint64(growth)+999)/1000 }

// setMissed gives an outcome a wrong answer.
func setMissed(o *bench.Outcome) {
	o.Verdict, o.Best, o.Stable, o.Points = bench.Missed, "--", nil, 0
}

// setSolved gives an outcome a right answer.
func setSolved(o *bench.Outcome) {
	first, _, _ := strings.Cut(o.Want, ", ")
	move, _, _ := strings.Cut(first, " ")
	if o.MaxPoints > 0 {
		move, _, _ = strings.Cut(move, "=")
	}
	if strings.HasPrefix(first, "not ") {
		move = "--"
	}
	o.Verdict, o.Best, o.Points = bench.Solved, move, o.MaxPoints
}

// roles checks the lists of the gate with runs that only they judge right.
func (g *gateTest) roles() {
	gate := g.suite.Gate
	if len(gate.Control) > 0 && gate.Axis != compare.Tactics {
		g.loseControl()
	}
	if len(gate.ExpectedFail) > 0 {
		id := gate.ExpectedFail[0]
		run := g.copy()
		for _, o := range outcomesOf(run, id) {
			setSolved(o)
		}
		g.injectNoted(fmt.Sprintf("an expected failure that is solved, %s", id), "expected to fail and solved now", run)
	}
	if len(gate.Quarantine) > 0 {
		q := gate.Quarantine[0]
		run := g.copy()
		for _, o := range outcomesOf(run, q.ID) {
			setMissed(o)
		}
		g.injectNoted(fmt.Sprintf("a loss in quarantine, %s", q.ID), "in quarantine and not as before", run)
		expired := gate
		expired.Today = dayAfter(q.Until)
		g.injectInto(expired, fmt.Sprintf("a quarantine that has expired, of %s", q.ID), failure.Input, compare.Inconclusive, gate.Axis, g.copy())
	}
}

// missMust misses the first position that must be solved, in one form, under a gate
// that allows losses as far as it can.
func (g *gateTest) missMust() {
	gate, run := g.suite.Gate, g.copy()
	gate.MinPoints = 0
	if g.suite.Forms < 2 {
		gate.MaxLost = len(run.Outcomes)
	}
	id, verdict := gate.MustSolve[0], compare.Fail
	if !g.base.Exact() {
		verdict = compare.Inconclusive
	}
	what := ""
	if found := outcomesOf(run, id); len(found) > 0 {
		setMissed(found[len(found)-1])
		if len(found) > 1 {
			what = " in one form"
		}
	}
	g.injectInto(gate, fmt.Sprintf("a position that must be solved is not%s, %s", what, id), verdict.Failure(false), verdict, gate.Axis, run)
}

// loseControl loses the first control that the baseline has solved, and of several
// forms as many as are too many for chance.
func (g *gateTest) loseControl() {
	run := g.copy()
	for i := range run.Outcomes {
		o := &run.Outcomes[i]
		if o.Verdict != bench.Solved || g.role(o.ID) != compare.Control {
			continue
		}
		setMissed(o)
		if _, _, found := g.askGate(g.suite.Gate, run, compare.Tactics, compare.Fail); found || g.suite.Forms < 2 {
			break
		}
	}
	g.inject("a lost control", g.worse(), g.verdict(), compare.Tactics, run)
}

// losePoints removes points until there are fewer than the gate asks for.
func (g *gateTest) losePoints() {
	run, reached := g.copy(), 0
	for i := range run.Outcomes {
		reached += run.Outcomes[i].Points
	}
	for i := range run.Outcomes {
		if o := &run.Outcomes[i]; g.judged(i) && reached >= g.suite.Gate.MinPoints {
			reached -= o.Points
			o.Points = 0
		}
	}
	g.inject(fmt.Sprintf("%d points", reached), g.worse(), g.verdict(), g.suite.Gate.Axis, run)
}

// injectNoted judges a run that the gate has to let pass and to tell of.
func (g *gateTest) injectNoted(what, note string, run *bench.Run) {
	result := Injection{Where: g.suite.Name, What: what, Expected: failure.None}
	comparison, err := g.judges.runs(g.base, run, g.suite.Gate, compare.Evidence{Tests: g.tests})
	if err != nil {
		result.Got, result.Answer = failure.Of(err), briefError(err)
	} else {
		result.Got = comparison.Failure()
		for _, told := range comparison.Gates[0].Notes {
			if strings.Contains(told, note) {
				result.Answer, result.Found = note, result.Got == failure.None
			}
		}
	}
	g.found = append(g.found, result)
}

// outcomesOf returns the outcomes of a position, of all its forms.
func outcomesOf(run *bench.Run, id string) (found []*bench.Outcome) {
	for i := range run.Outcomes {
		if run.Suite.Position(run.Outcomes[i].ID) == id {
			found = append(found, &run.Outcomes[i])
		}
	}
	return found
}

// dayAfter returns the day after a date; nothing for a text that is none.
func dayAfter(date string) string {
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return ""
	}
	return day.AddDate(0, 0, 1).Format(time.DateOnly)
}

// nodes makes runs that need more nodes than is allowed: each key without the
// others, which would answer for it.
func (g *gateTest) nodes() {
	total, position, solution := g.suite.Gate, g.suite.Gate, g.suite.Gate
	total.Position, total.Solution = compare.Unlimited, nil
	position.Total, position.Solution = compare.Unlimited, nil
	solution.Total, solution.Position = compare.Unlimited, compare.Unlimited
	if total.Total >= 0 {
		growth := total.Total + beyondGrowth
		g.injectInto(total, fmt.Sprintf("+%s nodes", growth), g.worse(), g.verdict(), compare.Nodes, g.withMoreNodes(growth))
	}
	if position.Position >= 0 {
		growth := position.Position + beyondGrowth
		g.injectInto(position, fmt.Sprintf("+%s nodes of one position", growth), g.worse(), g.verdict(), compare.Nodes, g.oneGrown(growth))
		if run := g.upToFloor(); run != nil {
			g.injectInto(position, fmt.Sprintf("a position of fewer nodes that grows to the floor of %d", position.Floor), failure.None, compare.Pass, compare.Nodes, run)
		}
	}
	axis, forms := compare.Nodes, g.suite.Forms > 1 && solution.Axis == compare.Tactics
	if forms && solution.Solution == nil {
		solution.Solution = new(compare.DefaultSolution)
	}
	if solution.Solution != nil && *solution.Solution >= 0 {
		growth := *solution.Solution + beyondGrowth
		run, compared := g.withLaterSolutions(growth)
		if forms { // what is not solved does not come later: more and more, until it is too much for chance
			axis = compare.Tactics
			for kind, _, _ := g.askGate(solution, run, axis, compare.Fail); kind == failure.None && growth < maxGrowth; kind, _, _ = g.askGate(solution, run, axis, compare.Fail) {
				growth *= 2
				run, compared = g.withLaterSolutions(growth)
			}
		}
		verdict := g.verdict()
		if compared >= compare.MinInterval {
			verdict = compare.Fail // under a clock too: the interval has no width
		}
		g.injectInto(solution, fmt.Sprintf("+%s nodes to the solution", growth), verdict.Failure(false), verdict, axis, run)
	}
}

// withMoreNodes returns the baseline with more nodes in every position.
func (g *gateTest) withMoreNodes(growth compare.Growth) *bench.Run {
	run := g.copy()
	for i := range run.Outcomes {
		run.Outcomes[i].Nodes = grownNodes(run.Outcomes[i].Nodes, growth)
	}
	return run
}

// oneGrown returns the baseline with more nodes in its largest position.
func (g *gateTest) oneGrown(growth compare.Growth) *bench.Run {
	run, largest := g.copy(), 0
	for i := range run.Outcomes {
		if g.judged(i) && (!g.judged(largest) || run.Outcomes[i].Nodes > run.Outcomes[largest].Nodes) {
			largest = i
		}
	}
	o := &run.Outcomes[largest]
	o.Nodes = grownNodes(max(o.Nodes, g.suite.Gate.Floor), growth)
	return run
}

// upToFloor returns the baseline with a position that needs as many nodes as the floor
// and needed fewer, nil without one.
func (g *gateTest) upToFloor() *bench.Run {
	for i := range g.base.Outcomes {
		if o := &g.base.Outcomes[i]; g.judged(i) && grownNodes(o.Nodes, g.suite.Gate.Position+beyondGrowth) <= g.suite.Gate.Floor {
			run := g.copy()
			run.Outcomes[i].Nodes = g.suite.Gate.Floor
			return run
		}
	}
	return nil
}

// withLaterSolutions returns the baseline with solutions found later, and in how many positions.
func (g *gateTest) withLaterSolutions(growth compare.Growth) (run *bench.Run, positions int) {
	run = g.copy()
	for i := range run.Outcomes {
		o := &run.Outcomes[i]
		if o.Stable == nil || o.Verdict != bench.Solved || !g.judged(i) {
			continue
		}
		later := *o.Stable
		later.Nodes = grownNodes(max(later.Nodes, 1), growth)
		o.Stable = &later
		positions++
	}
	return run, positions
}
