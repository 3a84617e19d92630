package gate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
)

// nameSettings have zugzwangs that are judged in more and more forms.
const nameSettings = `suites:
  - {name: zugzwang, kind: zugzwang, forms: 4-8, limit: "nodes=20000,stop-when-solved=3"}
`

// nameJob returns some positions of nameSettings for an engine that solves them, each form at a depth of its own, and for one
// that is blind to two of them.
func nameJob(t *testing.T) *job {
	t.Helper()
	r := quietRunner(t, nameSettings)
	j := jobsOf(t, r, ripening(solutions(t, r), 100), ripening(solutions(t, r, "ZUG.029", "ZUG.034"), 101))[0]
	j.suite = must.Get(j.suite.Filter("ZUG.003", "ZUG.004", "ZUG.005", "ZUG.006", "ZUG.021", "ZUG.024", "ZUG.028", "ZUG.029", "ZUG.034"))(t)
	return j
}

// ripening returns an engine that solves each form at a depth of its own, which depends on the prelude too. Its first ply has so
// many nodes or more.
func ripening(answers map[string]game.Move, nodes float64) engines.Engine {
	from := func(seen string) int { return 4 + int(crc32.ChecksumIEEE([]byte(seen))/64%5) }
	return opened(deepening{answers: answers, from: from, nodes: nodes, before: new(string)})
}

// TestName: a position lost in four forms is named by others: by eight with both engines at hand, by its own with a
// baseline. The search that shows the loss is solved by the base and missed by the head.
func TestName(t *testing.T) {
	r := quietRunner(t, nameSettings)
	j := nameJob(t)
	trial := must.Get(j.judge(t.Context(), r, &Options{}))(t)
	named := trial.Comparison.Forms.Named
	if !slices.IsSortedFunc(named, func(a, b compare.Position) int { return cmp.Compare(a.Chance, b.Chance) }) {
		t.Errorf("named %+v, want the strongest evidence first", named)
	}
	at := slices.IndexFunc(named, func(p compare.Position) bool { return p.ID == "ZUG.029" })
	if at < 0 || named[at].Forms != 8 || named[at].Head > 0 || trial.Comparison.Verdict != compare.Fail {
		t.Fatalf("%s: named %+v, %+v", trial.Comparison.Verdict, named, trial.Comparison.Gates)
	}
	repeat := named[at].Repeat
	if repeat == nil || repeat.Depth == 0 || repeat.Go != fmt.Sprintf("go depth %d", repeat.Depth) {
		t.Fatalf("no smallest search shows the loss: %+v", repeat)
	}
	one := *j
	one.suite = must.Get(trial.Suite.Only(repeat.ID))(t)
	one.config.Limit.Nodes, one.config.Limit.StopSolved, one.config.Limit.Depth = 0, 0, repeat.Depth
	base, head, err := one.measure(t.Context(), r)
	if err != nil || base.Run.Totals().Solved != 1 || head.Run.Totals().Solved != 0 || one.suite.Records[0].Position.String() != repeat.FEN {
		t.Errorf("%+v: base %+v, head %+v, %v", repeat, base.Run.Totals(), head.Run.Totals(), err)
	}
	namePassed(t, r, *j, trial)

	whole := must.Get(j.side(t.Context(), r, j.base, ""))(t)
	j.baseline = &store.Baseline{Run: whole.Run}
	for _, p := range must.Get(j.judge(t.Context(), r, &Options{}))(t).Comparison.Forms.Named {
		if p.Forms != 4 {
			t.Errorf("by a baseline: %+v", p)
		}
	}
}

// TestNameKeptState: where searches depend on those before them, no position is confirmed in fresh forms, and no single
// search is said to show a loss.
func TestNameKeptState(t *testing.T) {
	r := quietRunner(t, nameSettings)
	j := nameJob(t)
	j.config.Limit.StopSolved, j.config.Limit.KeepState = 0, 4
	trial := must.Get(j.judge(t.Context(), r, &Options{}))(t)
	c := trial.Comparison
	if c.Verdict != compare.Fail || len(c.Gates) == 0 {
		t.Fatalf("%s: %+v", c.Verdict, c.Gates)
	}
	c.Gates[0].Positions = []string{"ZUG.029"}
	if len(c.Forms.Named) > 0 || trial.lostForm("ZUG.029") < 0 || trial.lostRecord() != nil {
		t.Errorf("named %+v, explained %+v", c.Forms.Named, trial.lostRecord())
	}
}

// namePassed: positions of a passed suite of zugzwangs that look lost are searched in other forms all the same; those
// of tactics or mates are not.
func namePassed(t *testing.T, r *runner.Runner, j job, trial Trial) {
	t.Helper()
	for _, test := range []struct {
		axis  compare.Axis
		named bool
	}{{compare.Zugzwang, true}, {compare.Mating, false}, {compare.Tactics, false}} {
		j.config.Gate.Axis = test.axis
		passed := &compare.Comparison{Verdict: compare.Pass, Forms: new(compare.Forms)}
		trial.Comparison = passed
		must.Do(t, j.confirmLost(t.Context(), r, &Options{}, &trial, &compare.Evidence{Tests: 1, Looks: 1}, candidates{lost: []string{"ZUG.029"}}))
		if named := trial.Comparison != passed && len(trial.Comparison.Forms.Named) == 1; named != test.named {
			t.Errorf("%s: named %v, %+v", test.axis, named, trial.Comparison.Forms)
		}
	}
}

// TestGained: where only the positions that lost most fail, those that gained most are searched in fresh forms too. If the
// budget ends before that, neither counts.
func TestGained(t *testing.T) {
	j := nameJob(t)
	suite := must.Get(must.Get(j.suite.Filter("ZUG.003", "ZUG.004", "ZUG.005", "ZUG.029"))(t).FormsBetween(0, 4))(t)
	once := *j
	once.suite = suite
	base, head, err := once.measure(t.Context(), quietRunner(t, nameSettings))
	must.Do(t, err)
	for i := range head.Run.Outcomes { // the head loses nothing in the first look
		if o := &head.Run.Outcomes[i]; head.Run.Suite.Position(o.ID) == "ZUG.029" {
			*o = base.Run.Outcomes[i]
		}
	}
	for _, test := range []struct {
		gained []string
		end    int // the run in which the budget ends; 0: it does not
		want   compare.Verdict
	}{{[]string{"ZUG.005"}, 0, compare.Fail}, {nil, 0, compare.Fail}, {[]string{"ZUG.005"}, 4, compare.Undecided}} {
		ctx, end := context.WithCancelCause(t.Context())
		r := quietRunner(t, nameSettings)
		endBudgetIn(r, test.end, end)
		evidence := &compare.Evidence{Tests: 1, Looks: 1}
		trial := Trial{Suite: suite, Base: base.Run, Run: head.Run, Comparison: &compare.Comparison{Verdict: compare.Pass, Forms: new(compare.Forms)}}
		err := j.confirmLost(ctx, r, &Options{}, &trial, evidence, candidates{[]string{"ZUG.029"}, test.gained})
		if errors.Is(err, errBudget) != (test.end > 0) || trial.Comparison.RestsOnLost() {
			t.Fatalf("%+v: %v, rests on lost %t", test, err, trial.Comparison.RestsOnLost())
		}
		if test.end > 0 {
			must.Do(t, j.judgeCutShort(&trial, evidence))
		}
		reasons, searched := strings.Join(trial.Comparison.Gates[0].Reasons, "; "), test.gained != nil && test.end == 0
		if trial.Comparison.Verdict != test.want || strings.Contains(reasons, "1 position that gained most") != searched || strings.Contains(reasons, "the budget ended before fresh forms of gained positions were searched") != (test.end > 0) {
			t.Errorf("%+v: %s, %q", test, trial.Comparison.Verdict, reasons)
		}
		end(nil)
	}
}

// TestGainedCandidates: the first look chooses the gained positions as it chooses the lost ones.
func TestGainedCandidates(t *testing.T) {
	r := quietRunner(t, "suites:\n  - {name: zugzwang-proven, kind: zugzwang, forms: 4-12, limit: depth=8}\n")
	suite := must.Get(r.Config.Open(r.Config.Suites[0]))(t)
	families := make(map[string]string) // a position of each
	for id, family := range suite.Families() {
		families[family] = max(families[family], id)
	}
	ids := slices.Sorted(maps.Values(families))[:60]
	suite = must.Get(suite.Filter(ids...))(t)
	for gained, want := range map[int]string{0: "", 10: "10 positions that gained most: 0 of 80 fresh forms solved before, 80 now"} {
		j := &job{config: r.Config.Suites[0], suite: suite, base: ripening(solutions(t, r, ids[10:10+gained]...), 100), head: ripening(solutions(t, r, ids[:10]...), 100)}
		trial := must.Get(j.judge(t.Context(), r, &Options{}))(t)
		c := trial.Comparison
		if (c.Verdict == compare.Fail) != (gained == 0) || !strings.Contains(strings.Join(c.Gates[0].Reasons, "; "), want) {
			t.Errorf("%d gained: %s, %q", gained, c.Verdict, c.Gates[0].Reasons)
		}
	}
}

// TestForgetful: of engines that search later rounds as the first, no position is confirmed by these, and no more than one
// further round is searched.
func TestForgetful(t *testing.T) {
	r := quietRunner(t, "suites:\n  - {name: zugzwang, kind: zugzwang, forms: 4-32, limit: depth=4, gate: {lost-forms: 1%}}\n")
	suite := must.Get(r.Config.Open(r.Config.Suites[0]))(t)
	var ids []string
	for i := range suite.Records {
		if id, form := suites.FormOf(suite.Records[i].Key()); form == "" {
			ids = append(ids, id)
		}
	}
	engineOf := func(without ...string) engines.Engine {
		return opened(deepening{answers: solutions(t, r, without...), from: func(string) int { return 1 }, nodes: 100})
	}
	for _, test := range []struct {
		lost  int // positions that the head loses
		forms int // of the looks that are searched
		want  compare.Verdict
	}{{1, 8, compare.Undecided}, {6, 4, compare.Fail}} {
		j := &job{config: r.Config.Suites[0], suite: suite, base: engineOf(), head: engineOf(ids[:test.lost]...)}
		trial := must.Get(j.judge(t.Context(), r, &Options{}))(t)
		c := trial.Comparison
		if reasons := strings.Join(c.Gates[0].Reasons, "; "); c.Verdict != test.want || trial.Suite.InForms != test.forms || len(c.Forms.Named) > 0 || strings.Contains(reasons, "that lost most") {
			t.Errorf("%d lost: %s in %d forms, named %v, %q", test.lost, c.Verdict, trial.Suite.InForms, c.Forms.Named, reasons)
		}
	}
}

// notBest returns a legal move that does not solve the position.
func notBest(record *epd.Record) game.Move {
	for _, m := range record.Position.LegalMoves() {
		if !slices.Contains(record.Best, m) {
			return m
		}
	}
	panic("every move is best")
}

// TestLate: a form missed for lack of nodes is late, and one missed by a blind engine is not. Only forms that the base
// solves and the head does not are searched for longer.
func TestLate(t *testing.T) {
	r := quietRunner(t, nameSettings)
	j := nameJob(t)
	base := must.Get(j.side(t.Context(), r, j.base, ""))(t)
	hasty := *j
	hasty.config.Limit.Nodes /= 4
	for _, test := range []struct {
		name  string
		head  engines.Engine
		blind bool
	}{{"short of nodes", j.base, false}, {"blind", j.head, true}} {
		hasty.head = test.head
		head := must.Get(hasty.side(t.Context(), r, test.head, ""))(t)
		late := must.Get(hasty.solvedLate(t.Context(), r, j.suite, base.Run, head.Run))(t)
		found, stays := 0, 0
		for i := range base.Run.Outcomes {
			before, now := &base.Run.Outcomes[i], &head.Run.Outcomes[i]
			solved, searched := late[before.ID]
			if lost := before.Verdict == bench.Solved && now.Verdict == bench.Missed; searched != lost {
				t.Errorf("%s: %s: lost %t, searched for longer %t", test.name, before.ID, lost, searched)
			}
			switch {
			case solved:
				found++
			case searched:
				stays++
			}
		}
		if found == 0 || (stays > 0) != test.blind {
			t.Errorf("%s: %d late, %d lost", test.name, found, stays)
		}
		for _, axis := range []compare.Axis{compare.Zugzwang, compare.Tactics} {
			hasty.config.Gate.Axis = axis
			trial := Trial{Suite: j.suite, Base: base.Run, Run: head.Run, Comparison: new(compare.Comparison)}
			counted := must.Get(hasty.countFresh(t.Context(), r, &trial, j.suite, 0, []string{"ZUG.003", "ZUG.004", "ZUG.005", "ZUG.006"}, new(compare.Evidence)))(t)
			if late := slices.ContainsFunc(counted, func(p compare.Position) bool { return p.Late > 0 }); late != (axis == compare.Zugzwang) {
				t.Errorf("%s: %s: late %t", test.name, axis, late)
			}
		}
	}
}

// TestSoonEnough: a solution of more than four times the nodes of the base is lost; what is not known is no reason.
func TestSoonEnough(t *testing.T) {
	at := func(nodes uint64) *bench.Outcome {
		if nodes == 0 {
			return &bench.Outcome{Verdict: bench.Solved}
		}
		return &bench.Outcome{Verdict: bench.Solved, Stable: &bench.Point{Nodes: nodes}}
	}
	for _, test := range []struct {
		base, head uint64
		want       bool
	}{{19000, 76000, true}, {19000, 76001, false}, {5000, 20000, true}, {5000, 21000, false}, {0, 80000, true}, {5000, 0, true}} {
		if got := soonEnough(at(test.base), at(test.head)); got != test.want {
			t.Errorf("%d nodes after %d: %t", test.head, test.base, got)
		}
	}
}

// TestCounted: candidates are counted in their forms, and in twins of these not once more. What is
// late is solved.
func TestCounted(t *testing.T) {
	r := quietRunner(t, nameSettings)
	suite := must.Get(must.Get(r.Config.Open(r.Config.Suites[0]))(t).Filter("ZUG.001"))(t)
	base, head := new(bench.Run), new(bench.Run)
	for i := range suite.Records {
		id := suite.Records[i].Key()
		base.Outcomes = append(base.Outcomes, bench.Outcome{ID: id, Verdict: bench.Solved})
		head.Outcomes = append(head.Outcomes, bench.Outcome{ID: id, Verdict: bench.Missed})
	}
	turned := func(form string) bool { return strings.Contains(form, "/flip") || strings.Contains(form, "/turn") }
	for forms, twin := range map[int]func(string) bool{8: func(string) bool { return false }, 4: turned} {
		p := countForms(suite, base, head, nil, []string{"ZUG.001"}, twin, false)[0]
		if p.ID != "ZUG.001" || p.Forms != forms || p.Base != forms || p.Head != 0 {
			t.Errorf("%+v, want %d forms", p, forms)
		}
		late := map[string]bool{suite.Records[0].Key(): true, suite.Records[2].Key(): false}
		if p = countForms(suite, base, head, late, []string{"ZUG.001"}, twin, false)[0]; p.Forms != forms || p.Head != 1 || p.Late != 1 {
			t.Errorf("with one late: %+v, want %d forms", p, forms)
		}
	}
	base.Outcomes[0].Mate.Flaw = bench.LineLonger
	all := func(string) bool { return false }
	if p := countForms(suite, base, head, nil, []string{"ZUG.001"}, all, false)[0]; p.Forms != 7 || p.Base != 7 {
		t.Errorf("with a solution by an impossible claim: %+v, want 7 forms", p)
	}
	base.Outcomes[1].Depth, head.Outcomes[1].Nodes = 9, 300
	if p := countForms(suite, base, head, nil, []string{"ZUG.001"}, all, false)[0]; p.Forms != 6 || p.Base != 6 {
		t.Errorf("with a score that is not told: %+v, want 6 forms", p)
	}
}
