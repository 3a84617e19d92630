package gate

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/explain"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/suites"
)

// blindPosition is one that a search with a blind null move misses.
const blindPosition = `8/8/p3R3/1p5p/1P5p/6rp/5K1p/7k w - - bm Re1+; id "ZUG.020";` + "\n"

// blindFolder returns a working directory with a suite of one position, a runner of the built-in engine there, and a
// head that misses the position.
func blindFolder(t *testing.T) (*runner.Runner, engines.Engine) {
	t.Helper()
	t.Chdir(t.TempDir())
	must.Do(t, os.WriteFile("own.epd", []byte(blindPosition), 0o666))
	r := quietRunner(t, "hash: 16\nsearch: untuned,eval=classic\nsuites:\n  - {name: own, suite: own.epd, kind: zugzwang, limit: depth=10, gate: {nodes-total: off}}\n")
	own := r.Own.Chess
	own.Policy = must.Get(nullmove.Parse("r3,guard=none"))(t)
	return r, must.Get(engines.Builtin(t.Context(), own, false))(t)
}

// TestExplainLosses: the lost position of a failing suite is explained within its time; if it is not, the trial says
// why.
func TestExplainLosses(t *testing.T) {
	r, blind := blindFolder(t)
	sound := must.Get(engines.Builtin(t.Context(), r.Own.Chess, false))(t)
	o := &Options{Suites: r.Config.Suites, Today: "2026-01-02"}
	c := must.Get(NewComparer(t.Context(), r, o))(t)
	for _, test := range []struct {
		name        string
		head        engines.Engine
		explain     time.Duration
		want        compare.Verdict
		rule        string
		unexplained string
	}{
		{"a loss", blind, time.Hour, compare.Fail, "nullmove", ""},
		{"not asked", blind, 0, compare.Fail, "", ""},
		{"no time", blind, time.Nanosecond, compare.Fail, "", "ZUG.020 was not explained within 1ns"},
		{"nothing lost", sound, time.Hour, compare.Pass, "", ""},
	} {
		o.Explain = test.explain
		result := must.Get(c.Judge(t.Context(), r, o, []engines.Engine{test.head}))(t)
		trial := &result.Trials[0]
		if result.Verdict != test.want || trial.Unexplained != test.unexplained {
			t.Errorf("%s: %v, unexplained %q, want %v, %q", test.name, result.Verdict, trial.Unexplained, test.want, test.unexplained)
		}
		if test.unexplained != "" && trial.Explanation != nil {
			t.Errorf("%s: explained without a finding: %+v", test.name, trial.Explanation)
		}
		if got := causeOf(trial.Explanation); got != test.rule {
			t.Errorf("%s: rule %q, want %q", test.name, got, test.rule)
		}
		if test.rule == "" {
			continue
		}
		gone := engines.Engine{Open: func() (engine.Engine, error) { return nil, errors.New("gone") }}
		trial.Explanation = nil
		must.Do(t, explainLosses(t.Context(), o, []*job{{base: sound, head: gone}}, result.Trials))
		if want := "ZUG.020 was not explained: head: gone"; trial.Unexplained != want || trial.Explanation != nil {
			t.Errorf("without the head: %q, want %q", trial.Unexplained, want)
		}
	}
}

// causeOf returns the rule that is named first, empty for none.
func causeOf(e *explain.Explanation) string {
	if e == nil || e.Rules == nil || len(e.Rules.Causes) == 0 {
		return ""
	}
	return e.Rules.Causes[0].Rules[0]
}

// TestExplainBaseline holds that a baseline of the built-in engine with other settings explains a loss, and that one of another
// version does not.
func TestExplainBaseline(t *testing.T) {
	r, blind := blindFolder(t)
	accept(t, r, r.Config.Suites)
	o := &Options{Suites: r.Config.Suites, Today: "2026-01-02", Explain: time.Hour}
	judge := func() *Trial {
		jobs := must.Get(baselineJobs(t.Context(), r, o))(t)
		jobs[0].head = blind
		result := new(Result)
		must.Do(t, newSchedule(t.Context(), r, 0, jobs).judge(r, o, result))
		return &result.Trials[0]
	}
	if e := judge().Explanation; causeOf(e) != "nullmove" || !slices.Equal(e.Rules.Changed, []string{"nullmove"}) {
		t.Errorf("rule %q, %+v", causeOf(e), e)
	}
	forge(t, r, &r.Config.Suites[0], func(run *bench.Run) { run.Engine.Version = "other" })
	if trial := judge(); trial.Comparison.Verdict != compare.Fail || trial.Explanation != nil || trial.Unexplained != "" {
		t.Errorf("another version: %v, explained %+v, %q", trial.Comparison.Verdict, trial.Explanation, trial.Unexplained)
	}
}

// TestLostForm checks the form that shows a loss: that of the smallest search if one is known.
func TestLostForm(t *testing.T) {
	suite := must.Get(must.Get(suites.Load(strings.NewReader(blindPosition), "own.epd"))(t).Forms(4))(t)
	run := func(verdict bench.Verdict) *bench.Run {
		run := bench.Plan(suite, new(bench.Limits))
		for i := range run.Outcomes {
			run.Outcomes[i].Verdict = verdict
		}
		return run
	}
	trial := &Trial{Suite: suite, Base: run(bench.Solved), Run: run(bench.Missed), Comparison: &compare.Comparison{Forms: new(compare.Forms)}}
	trial.Comparison.Forms.Named = []compare.Position{{ID: "ZUG.020", Repeat: &compare.Repeat{ID: suite.Records[2].Key()}}}
	if got := trial.lostForm("ZUG.020"); got != 2 {
		t.Errorf("form %d, want 2", got)
	}
	trial.Comparison.Forms.Named = nil
	if got := trial.lostForm("ZUG.020"); got != 0 {
		t.Errorf("form %d, want 0", got)
	}
	if got := trial.lostForm("ZUG.021"); got != -1 {
		t.Errorf("form %d of another position", got)
	}
}
