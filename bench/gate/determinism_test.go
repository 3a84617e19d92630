package gate

import (
	"context"
	"fmt"
	"hash/crc32"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/uci"
	"github.com/zugwatch/zugwatch/suites"
)

// TestUnsteady: a loss under exact limits that the engine does not repeat is neither a loss nor a pass, and the finding
// is reported. A loss that it repeats counts.
func TestUnsteady(t *testing.T) {
	const keepState = -1
	for _, test := range []struct {
		name    string
		easy    []string
		want    compare.Verdict
		reason  string
		restart int
	}{
		{"lost", []string{"Ra2"}, compare.Fail, "", 0},
		{"lost once, in a group of searches that repeats", []string{"Ra2", "Ra8#"}, compare.Fail, "", 16},
		{"lost once, after searches that are kept", []string{"Ra2", "Ra8#"}, compare.Fail, "", keepState},
		{"lost once", []string{"Ra2", "Ra8#"}, compare.Inconclusive, "the engine answers differently when it is asked again, EASY (verdict, best", 0},
		{"answered in another way, and lost again", []string{"Ra2", "Ra3"}, compare.Inconclusive, "the engine answers differently when it is asked again, EASY (best", 0},
	} {
		j := atDepthOne(t, fakeEngine(planned("EASY", test.easy...)), fakeEngine(right))
		if j.head.Restart = test.restart; test.restart == keepState {
			j.head.Restart, j.config.Limit.KeepState = 0, 40
		}
		c := judged(t, j)
		if c.Verdict != test.want || c.Exact != (test.want == compare.Fail) || !strings.Contains(strings.Join(c.Gates[0].Reasons, "; "), test.reason) {
			t.Errorf("%s: %s, exact %t, %q", test.name, c.Verdict, c.Exact, c.Gates[0].Reasons)
		}
	}
}

// TestUnsteadyRules: a position that a rule decides is lost where the engine answers in another way and misses it again.
func TestUnsteadyRules(t *testing.T) {
	for answers, want := range map[string]compare.Verdict{"Ra2 Ra3": compare.Fail, "Ra2 Ra8#": compare.Inconclusive} {
		j := atDepthOne(t, fakeEngine(planned("EASY", strings.Fields(answers)...)), fakeEngine(right))
		j.config.Gate.Axis = compare.Rules
		if c := judged(t, j); c.Verdict != want {
			t.Errorf("%s: %s, %q", answers, c.Verdict, c.Gates[0].Reasons)
		}
	}
}

// TestUnsteadyFew: a search that does not repeat has no say, and what else is lost fails.
func TestUnsteadyFew(t *testing.T) {
	for strict, want := range map[bool]compare.Verdict{false: compare.Fail, true: compare.Inconclusive} {
		head := fakeEngine(map[string][]string{"EASY": {"Ra2", "Ra8#"}, "NEVER": {"h5"}, "OTHER": {"Kf1"}})
		j := atDepthOne(t, head, fakeEngine(right))
		j.config.Gate.Strict = strict
		g := judged(t, j).Gates[0]
		told := strings.Contains(strings.Join(g.Notes, "; "), "the engine does not repeat 1 search, left out: EASY")
		if g.Verdict != want || told == strict || !strict && strings.Join(g.Positions, " ") != "OTHER" {
			t.Errorf("strict %t: %+v", strict, g)
		}
	}
}

// TestRepeatOneForm: a position as it stands is repeated in that form alone.
func TestRepeatOneForm(t *testing.T) {
	r := quietRunner(t, "suites:\n  - {name: mates, kind: mates, limit: depth=1, forms: 4}\n")
	jobs := jobsOf(t, r, opened(liar{}), opened(liar{}))
	jobs[0].head = opened(liar{of: map[string]bool{startOf(jobs, "MATE.050"): true}})
	trial := must.Get(jobs[0].judge(t.Context(), r, &Options{}))(t)
	asked := jobs[0].repeats.asked
	if trial.Comparison.Verdict != compare.Fail || len(asked) != 1 || asked[0] != "MATE.050" {
		t.Errorf("%s, repeated %v, want MATE.050 alone", trial.Comparison.Verdict, asked)
	}
}

// odd is a fake engine that tells of a selective depth by search, and may do something
// before each.
type odd struct {
	*fake
	seldepth []int // of the searches of EASY, the last of them for ever
	before   func(search int)
	easy     int
	all      int
}

func (o *odd) Search(ctx context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	if o.all++; o.before != nil {
		o.before(o.all)
	}
	if ctx.Err() != nil {
		return engine.Result{}, context.Cause(ctx)
	}
	r, err := o.fake.Search(ctx, task, each)
	if task.Start.EPD() == ownMate && len(o.seldepth) > 0 {
		r.SelDepth = o.seldepth[min(o.easy, len(o.seldepth)-1)]
		o.easy++
	}
	return r, err
}

// oddEngine returns such an engine that follows a plan.
func oddEngine(plan map[string][]string, seldepth []int, before func(int)) engines.Engine {
	return opened(&odd{fake: &fake{plan: plan, searches: make(map[string]int)}, seldepth: seldepth, before: before})
}

// right is the plan of a base that misses NEVER.
var right = map[string][]string{"EASY": {"Ra8#"}, "NEVER": {"h5"}, "OTHER": {"Kd1"}}

// planned returns right with other answers to one position.
func planned(id string, answers ...string) map[string][]string {
	plan := maps.Clone(right)
	plan[id] = answers
	return plan
}

// TestUnsteadyKinds: every kind of failure under exact limits is asked again.
func TestUnsteadyKinds(t *testing.T) {
	for _, test := range []struct {
		name     string
		plan     map[string][]string
		seldepth []int
		gate     func(*compare.Gate)
		want     compare.Verdict
	}{
		{"a field that only the exact question looks at", right, []int{7, 0}, func(g *compare.Gate) { g.Exact = true }, compare.Inconclusive},
		{"the same, each time", right, []int{7}, func(g *compare.Gate) { g.Exact = true }, compare.Fail},
		{"a position that must be solved", planned("NEVER", "h5", "Kh8"), nil, func(g *compare.Gate) { g.MustSolve = []string{"NEVER"} }, compare.Inconclusive},
		{"the same, each time", right, nil, func(g *compare.Gate) { g.MustSolve = []string{"NEVER"} }, compare.Fail},
		{"a tolerated fault", planned("EASY", "!", "Ra8#"), nil, func(g *compare.Gate) { g.MaxFaults = 1 }, compare.Inconclusive},
		{"the same, each time", planned("EASY", "!"), nil, func(g *compare.Gate) { g.MaxFaults = 1 }, compare.Fail},
	} {
		j := atDepthOne(t, oddEngine(test.plan, test.seldepth, nil), fakeEngine(right))
		test.gate(&j.config.Gate)
		if c := judged(t, j); c.Verdict != test.want {
			t.Errorf("%s: %s, want %s: %+v", test.name, c.Verdict, test.want, c.Gates)
		}
	}
}

// TestToleratedUnderClock: a fault that does not come back is acquitted like any loss.
func TestToleratedUnderClock(t *testing.T) {
	j := clocked(t, fakeEngine(planned("EASY", "!", "Ra8#")), fakeEngine(right))
	j.config.Gate.MaxFaults = 1
	trial, err := j.judge(t.Context(), quietRunner(t, anySettings), &Options{SearchAgain: 3})
	if err != nil || trial.Comparison.Verdict != compare.Pass || len(trial.Comparison.Flaky) != 1 {
		t.Errorf("%v, %+v", err, trial.Comparison)
	}
}

// TestUnsteadyBudget: what was found before a budget ended counts, though it could not be
// asked again.
func TestUnsteadyBudget(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	head := oddEngine(planned("EASY", "Ra2"), nil, func(search int) {
		if search == 4 {
			cancel(errBudget)
		}
	})
	j := atDepthOne(t, head, fakeEngine(right))
	trial, err := j.judge(ctx, quietRunner(t, anySettings), &Options{SearchAgain: 5})
	if err != nil || trial.Comparison == nil || trial.Comparison.Verdict != compare.Fail {
		t.Errorf("%v, %+v", err, trial.Comparison)
	}
}

// counting is an engine that searches as many nodes as a plan says, by position the searches
// one after the other.
type counting struct {
	*fake
	nodes []uint64
}

func (e *counting) Search(_ context.Context, task engine.Task, _ func(engine.Info)) (engine.Result, error) {
	key, moves := task.Start.EPD(), task.Start.LegalMoves()
	nodes := e.nodes[min(e.searches[key], len(e.nodes)-1)]
	e.searches[key]++
	tree := int(crc32.ChecksumIEEE([]byte(key))) // no form is searched as another one
	return engine.Result{Best: moves[0], Depth: 4, SelDepth: tree, Nodes: nodes, PV: moves[:1]}, nil
}

// TestUnsteadyStays: an engine that was unsteady in a look is so when it is judged once more,
// though it happens to repeat itself then.
func TestUnsteadyStays(t *testing.T) {
	of := func(nodes ...uint64) engines.Engine {
		return opened(&counting{&fake{searches: make(map[string]int)}, nodes})
	}
	j := nameJob(t)
	j.base, j.head = of(1000), of(2000, 1000, 2000)
	j.config.Limit, j.config.Gate.Total = bench.Limits{Limits: engine.Limits{Depth: 4}}, 20
	trial, err := j.judge(t.Context(), quietRunner(t, nameSettings), &Options{})
	if err != nil || trial.Comparison.Verdict != compare.Inconclusive || trial.Comparison.Exact {
		t.Errorf("%v, %+v", err, trial.Comparison.Gates)
	}
}

// TestFreshProcesses: a search that differs only because of earlier searches does not count; one that differs in a fresh process
// has.
func TestFreshProcesses(t *testing.T) {
	text := ownMate + ` bm Ra8#; id "EASY";` + "\n"
	for i := range 200 {
		text += fmt.Sprintf("%s bm Kd1; id \"OTHER.%d\";\n", ending, i)
	}
	suite := must.Get(suites.Load(strings.NewReader(text), "own.epd"))(t)
	for _, test := range []struct {
		name        string
		base, head  string // the answers to EASY
		strict      bool
		restart     int
		want        compare.Verdict
		change      compare.Equality
		equalAlone  bool
		didExercise int
	}{
		{"equal alone", "Ra8#", "Ra7 Ra8#", false, 0, compare.Pass, compare.Identical, true, 0},
		{"state of the base", "Ra8# Ra7", "Ra7", false, 0, compare.Pass, compare.Identical, true, 0},
		{"different alone", "Ra8#", "Ra7", false, 0, compare.Fail, compare.Changed, false, 1},
		{"a strict gate", "Ra8#", "Ra7 Ra8#", true, 0, compare.Inconclusive, compare.Unknown, false, 1},
		{"a fresh process already", "Ra8#", "Ra7 Ra8#", false, 1, compare.Fail, compare.Changed, false, 1},
	} {
		j := atDepthOne(t, program(planned("EASY", strings.Fields(test.head)...)), program(planned("EASY", strings.Fields(test.base)...)))
		j.suite, j.base.Restart, j.head.Restart, j.config.Gate.Strict = suite, test.restart, test.restart, test.strict
		c := judged(t, j)
		told := strings.Contains(strings.Join(c.Gates[0].Notes, "; "), "base and head differ in 1 search only by what was searched before, left out: EASY")
		if c.Verdict != test.want || told != test.equalAlone || c.Identity.Change != test.change || compare.ExercisedBy(c).Differ != test.didExercise {
			t.Errorf("%s: %s, %s, exercised %s, %+v", test.name, c.Verdict, c.Identity.Change, compare.ExercisedBy(c), c.Gates[0])
		}
	}
}

// TestFreshProcessesKeptState: a search that depends on those before it is not repeated alone.
func TestFreshProcessesKeptState(t *testing.T) {
	j := atDepthOne(t, program(planned("EASY", "Ra7", "Ra8#")), program(planned("EASY", "Ra8#")))
	j.claimed, j.config.Limit.KeepState = true, 40
	c := judged(t, j)
	if c.Verdict != compare.Fail || len(j.repeats.fresh) > 0 {
		t.Errorf("%s, repeated in fresh processes %v", c.Verdict, j.repeats.fresh)
	}
}

// TestFreshProcessesClaimed: of a change that claims to be none up to a hundred searches are repeated, however few the suite has. State
// that only the head has excuses nothing beyond chance.
func TestFreshProcessesClaimed(t *testing.T) {
	for _, test := range []struct {
		forms    int // that differ
		headOnly bool
		claimed  bool
		passes   bool
	}{
		{maxAlone, false, true, true},
		{maxAlone + 1, false, true, false},
		{maxAlone, false, false, false},
		{6, true, true, true},
		{7, true, true, false},
	} {
		text := ending + ` bm Kd1; id "OTHER";` + "\n"
		for i := range test.forms {
			text += fmt.Sprintf("%s bm Ra8#; id \"EASY.%d\";\n", ownMate, i)
		}
		suite := must.Get(suites.Load(strings.NewReader(text), "own.epd"))(t)
		var of [2][]string // the state of one side or the other changes each answer at first
		for i := range test.forms {
			side := i % 2
			if test.headOnly {
				side = 0
			}
			of[side], of[1-side] = append(of[side], "Ra7"), append(of[1-side], "Ra8#")
		}
		j := atDepthOne(t, program(planned("EASY", append(of[0], "Ra8#")...)), program(planned("EASY", append(of[1], "Ra8#")...)))
		j.suite, j.claimed = suite, test.claimed
		c := judged(t, j)
		if passes := c.Verdict == compare.Pass && c.Identity.Change == compare.Identical; passes != test.passes {
			t.Errorf("%+v: %s, %s, %+v", test, c.Verdict, c.Identity.Change, c.Gates)
		}
	}
}

// program returns a fake engine that stands for a program.
func program(plan map[string][]string) engines.Engine {
	e := fakeEngine(plan)
	e.Command = uci.Command{Path: "fake", Allowance: uci.Allowance{Position: time.Second}}
	return e
}

// TestFreshProcessesApart: each search has a fresh process of its own, in which no other was before it.
func TestFreshProcessesApart(t *testing.T) {
	text := ""
	for i := range 202 {
		text += fmt.Sprintf("%s bm Kd1; id \"OTHER.%d\";\n", ending, i)
	}
	suite := must.Get(suites.Load(strings.NewReader(text+ownMate+` bm Ra8#; id "A";`+"\n"+ownMate+` bm Ra8#; id "B";`+"\n"), "own.epd"))(t)
	side := func(later string) engines.Engine {
		e := program(nil)
		e.Open = func() (engine.Engine, error) {
			return &first{fake: fake{plan: map[string][]string{"EASY": {"Ra8#"}, "OTHER": {"Kd1"}}, searches: make(map[string]int)}, later: later}, nil
		}
		return e
	}
	j := atDepthOne(t, side("Ra7"), side("Ra8#"))
	j.suite = suite
	if c := judged(t, j); c.Verdict != compare.Pass || c.Identity.Change != compare.Identical || len(j.repeats.fresh) != 2 {
		t.Errorf("%s, %s, repeated in fresh processes %v", c.Verdict, c.Identity.Change, j.repeats.fresh)
	}
}

// TestRepeatInOneOrder checks that state which seems to be of the head alone is left out if the base has it too, in the same order of
// searches.
func TestRepeatInOneOrder(t *testing.T) {
	text := ""
	for i := range 8 {
		text += fmt.Sprintf("%s bm Kd1; id \"OTHER.%d\";\n%s bm Ra8#; id \"EASY.%d\";\n", ending, i, ownMate, i)
	}
	suite := must.Get(suites.Load(strings.NewReader(text), "own.epd"))(t)
	for _, test := range []struct {
		name string
		base string // the answers of the base to EASY later in a process, from its second process on
		want compare.Verdict
	}{
		{"both sides have it", "Ra7", compare.Pass},
		{"the base has none", "Ra8#", compare.Fail},
		{"another one", "Ra6", compare.Fail},
	} {
		side := func(later string, from int) engines.Engine {
			e, opens := program(nil), 0
			e.Open = func() (engine.Engine, error) {
				now := "Ra8#"
				if opens++; opens > from {
					now = later
				}
				return &first{fake: fake{plan: map[string][]string{"EASY": {"Ra8#"}, "OTHER": {"Kd1"}}, searches: make(map[string]int)}, later: now}, nil
			}
			return e
		}
		j := atDepthOne(t, side("Ra7", 0), side(test.base, 1))
		j.suite, j.claimed = suite, true
		c := judged(t, j)
		if c.Verdict != test.want || len(j.repeats.fresh) < 7 {
			t.Errorf("%s: %s (expected %s), repeated in fresh processes %d, %+v", test.name, c.Verdict, test.want, len(j.repeats.fresh), c.Gates[0])
		}
	}
}

// first is a process that answers EASY otherwise once it has searched something.
type first struct {
	fake
	later string
	used  bool
}

func (f *first) Search(ctx context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	if f.used {
		f.plan = map[string][]string{"EASY": {f.later}, "OTHER": {"Kd1"}}
	}
	f.used = true
	return f.fake.Search(ctx, task, each)
}
