package gate

import (
	"testing"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/nullmove"
)

// TestContest holds that the base is searched once for two heads, and that each head is
// judged by it.
func TestContest(t *testing.T) {
	r := folder(t)
	o := &Options{Suites: r.Config.Suites[:2], Engine: "zugwatch", Today: "2026-01-02"}
	c := must.Get(NewComparer(t.Context(), r, o))(t)
	opened := 0
	for _, j := range c.jobs {
		open := j.base.Open
		j.base.Open = func() (engine.Engine, error) { opened++; return open() }
	}
	for _, test := range []struct {
		policy string
		want   compare.Verdict
	}{{"deep5,min=3,high=confirm,confirm=3,within=4,ban=both", compare.Pass}, {"off", compare.Pass}} {
		own := r.Own.Chess
		own.Policy = must.Get(nullmove.Parse(test.policy))(t)
		head := must.Get(engines.Builtin(t.Context(), own, false))(t)
		result := must.Get(c.Judge(t.Context(), r, o, []engines.Engine{head, head}))(t)
		if len(result.Trials) != 2 || result.Trials[0].Comparison.Verdict != test.want {
			t.Errorf("%s: %d trials, verdict %v", test.policy, len(result.Trials), result.Verdict)
		}
		for _, trial := range result.Trials {
			if got := trial.Run.Engine.Options[1].Value; got != test.policy {
				t.Errorf("head has the policy %s, want %s", got, test.policy)
			}
		}
	}
	if want := len(c.jobs) * r.Workers; opened != want {
		t.Errorf("base was opened %d times, want %d", opened, want)
	}
}
