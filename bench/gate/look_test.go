package gate

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/must"
)

// lookSettings judge the tree of a suite in two forms, and in four where these do not
// decide.
const lookSettings = `hash: 1
suites:
  - {name: bk, kind: nodes, limit: depth=3, forms: 2-4, gate: {nodes-total: 0%}}
`

// lookJob returns the suite of lookSettings, on engines with two settings of the search and the classic evaluation.
func lookJob(t *testing.T, base, head string) *job {
	t.Helper()
	of := func(search string) engines.Engine {
		r := quietRunner(t, lookSettings+"search: "+search+",eval=classic\n")
		return must.Get(r.Find(t.Context(), builtin.Name))(t)
	}
	return jobsOf(t, quietRunner(t, lookSettings), of(base), of(head))[0]
}

// TestLooks: a suite decided by two forms is not searched in more. An undecided one is searched
// in the others, and gives the result of a search of all at once, with a baseline too.
func TestLooks(t *testing.T) {
	r := quietRunner(t, lookSettings)
	for _, test := range []struct {
		base, head string
		forms      int
		want       compare.Verdict
	}{
		{"untuned", "untuned", 2, compare.Pass},
		{"untuned", "plain", 2, compare.Fail},
		{"untuned", "untuned,delta=160", 4, compare.Undecided},
	} {
		j := lookJob(t, test.base, test.head)
		trial := must.Get(j.judge(t.Context(), r, &Options{}))(t)
		if trial.Run.Suite.Forms != test.forms || trial.Suite.InForms != test.forms || trial.Comparison.Verdict != test.want {
			t.Errorf("%s: %d forms, %s: %+v, want %d, %s", test.head, trial.Run.Suite.Forms, trial.Comparison.Verdict, trial.Comparison.Gates, test.forms, test.want)
		}
		if len(trial.Timing.Positions) != len(trial.Run.Outcomes) || !timesMatch(&trial) {
			t.Errorf("%s: times are not those of the outcomes", test.head)
		}
		if test.forms < 4 {
			continue
		}
		atOnce, err := j.side(t.Context(), r, j.head, "")
		if err != nil || !sameRun(atOnce.Run, trial.Run) {
			t.Errorf("%s: two looks found other than one of all forms, %v", test.head, err)
		}
		whole := must.Get(j.side(t.Context(), r, j.base, ""))(t)
		j.baseline = &store.Baseline{Run: whole.Run}
		again, err := j.judge(t.Context(), r, &Options{})
		if err != nil || !sameRun(again.Base, trial.Base) || !sameRun(again.Run, trial.Run) || again.Comparison.Verdict != test.want {
			t.Errorf("%s by a baseline: %v, %v", test.head, again.Comparison, err)
		}
	}
}

// timesMatch reports whether the times are those of the outcomes.
func timesMatch(trial *Trial) bool {
	for i := range trial.Run.Outcomes {
		if time := trial.Timing.Positions[i]; time.ID != trial.Run.Outcomes[i].ID || time.Wall <= 0 {
			return false
		}
	}
	return true
}

// TestLooksRisk: all looks share the risk, also the first.
func TestLooksRisk(t *testing.T) {
	r := quietRunner(t, lookSettings)
	j := lookJob(t, "untuned", "plain")
	first := *j
	first.config.First, first.config.Forms = 0, 2
	first.suite = must.Get(j.suite.FormsBetween(0, 2))(t)
	alone := must.Get(first.judge(t.Context(), r, &Options{}))(t)
	of, err := j.judge(t.Context(), r, &Options{})
	if err != nil || !sameRun(of.Run, alone.Run) {
		t.Fatalf("the first look of two is not the one: %v", err)
	}
	if one, two := alone.Comparison.Gates[0].Reasons[0], of.Comparison.Gates[0].Reasons[0]; one == two {
		t.Errorf("a look of two has the interval of one alone: %s", one)
	}
	twice := *j
	twice.bases = 2
	released := must.Get(twice.judge(t.Context(), r, &Options{}))(t)
	if one, two := of.Comparison.Gates[0].Reasons[0], released.Comparison.Gates[0].Reasons[0]; one == two {
		t.Errorf("a head that two revisions judge has the interval of one alone: %s", one)
	}
}

// TestLooksBudget: where the budget ends in the second look, the first one counts; where
// it ends in the first, nothing does.
func TestLooksBudget(t *testing.T) {
	for runs, forms := range map[int]int{2: 0, 3: 2, 4: 2} { // the base and the head of a look
		ctx, end := context.WithCancelCause(t.Context())
		r := quietRunner(t, lookSettings)
		endBudgetIn(r, runs, end)
		trial, err := lookJob(t, "untuned", "untuned,rfp=122").judge(ctx, r, &Options{})
		switch {
		case forms == 0 && !errors.Is(err, errBudget):
			t.Errorf("run %d: %v", runs, err)
		case forms > 0 && (err != nil || trial.Run.Suite.Forms != forms || trial.Suite.InForms != forms || trial.Comparison.Verdict != compare.Undecided || !budgetEnded(&trial)):
			t.Errorf("run %d: %v, %+v", runs, err, trial.Comparison)
		}
	}
}

// TestNameBudget: if the budget ends before positions that look lost are searched in other forms,
// the first look counts and says so. If it ends during the search for the smallest demonstration,
// these other forms count.
func TestNameBudget(t *testing.T) {
	for _, test := range []struct {
		end     int // the run in which the budget ends
		verdict compare.Verdict
		ended   bool
		named   int
	}{
		{4, compare.Fail, true, 0},  // after two runs of the first look, and the base of the candidates
		{5, compare.Fail, true, 0},  // as well, and by the head: only the longer search is left out
		{6, compare.Fail, false, 2}, // a search that shows the loss
	} {
		ctx, end := context.WithCancelCause(t.Context())
		r := quietRunner(t, nameSettings)
		begun := endBudgetIn(r, test.end, end)
		j := nameJob(t)
		j.config.First, j.config.Forms = 0, 8
		part := must.Get(j.suite.Filter("ZUG.003", "ZUG.004", "ZUG.005", "ZUG.006", "ZUG.021", "ZUG.024", "ZUG.029", "ZUG.034"))(t)
		j.suite = must.Get(part.FormsBetween(0, j.config.Forms))(t)
		trial, err := j.judge(ctx, r, &Options{})
		c := trial.Comparison
		if err != nil || trial.Run.Suite.Forms != 8 || c.Verdict != test.verdict || budgetEnded(&trial) != test.ended || len(c.Forms.Named) != test.named {
			t.Errorf("ended in run %d of %d: %v, %s, named %v, %+v", test.end, *begun, err, c.Verdict, c.Forms.Named, c.Gates)
		}
		for _, p := range c.Forms.Named {
			if p.Repeat == nil || p.Repeat.FEN == "" || p.Repeat.Go != "go nodes 20000" {
				t.Errorf("ended in run %d: %+v", test.end, p.Repeat)
			}
		}
	}
}

// endBudgetIn ends the budget when the given run begins, from 1 on, and returns the number of runs that have begun.
func endBudgetIn(r *runner.Runner, run int, end context.CancelCauseFunc) *int {
	begun := new(int)
	r.Watch = func(string, int, time.Duration) (func(bench.Event), func()) {
		if *begun++; *begun == run {
			end(errBudget)
		}
		return func(bench.Event) {}, func() {}
	}
	return begun
}

// budgetEnded reports whether the first gate says that the budget ended.
func budgetEnded(t *Trial) bool {
	return strings.Contains(strings.Join(t.Comparison.Gates[0].Reasons, "; "), "the budget ended")
}

// TestFirstLook: a run in all forms reduces to that in the forms of the first look, to the
// byte, with its times. An unfinished run, and one of another suite or of no more forms, stay
// as they are.
func TestFirstLook(t *testing.T) {
	j := lookJob(t, "modern", "modern")
	r := quietRunner(t, lookSettings)
	all := must.Get(j.side(t.Context(), r, j.head, ""))(t)
	var first Trial
	must.Do(t, j.look(t.Context(), r, &first, 2))
	run, timing, err := NarrowToFirstLook(r.Config, all.Run, all.Timing)
	if err != nil || !sameRun(run, first.Run) || !timesMatch(&Trial{Run: run, Timing: timing}) {
		t.Errorf("the first look of a run in all forms is %+v, %v", run, err)
	}
	if run, timing, err := NarrowToFirstLook(r.Config, all.Run, nil); err != nil || !sameRun(run, first.Run) || timing != nil {
		t.Errorf("without times: %+v, %+v, %v", run, timing, err)
	}
	for what, change := range map[string]func(*bench.Run){
		"in the forms of the first look": func(run *bench.Run) { *run = *first.Run },
		"not finished":                   func(run *bench.Run) { run.Complete = false },
		"of other positions":             func(run *bench.Run) { run.Suite.Digest = strings.Repeat("0", 64) },
		"of another suite":               func(run *bench.Run) { run.Suite.Name = "wac" },
	} {
		other := *all.Run
		change(&other)
		if run, timing, err := NarrowToFirstLook(r.Config, &other, all.Timing); err != nil || run != &other || timing != all.Timing {
			t.Errorf("a run %s became %+v, %v", what, run, err)
		}
	}
	r.Config.Suites[0].Source = "none.epd"
	if _, _, err := NarrowToFirstLook(r.Config, all.Run, nil); failure.Of(err) != failure.Input {
		t.Errorf("a suite that is missing: %v", err)
	}
}
