package gate

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/engine/must"
)

const anySettings = "suites:\n  - {name: own, kind: tactics, limit: nodes=1}\n"

// TestAgain: a position lost by a run under a clock is acquitted if it is solved when
// searched again, and not if it never is.
func TestAgain(t *testing.T) {
	r := quietRunner(t, anySettings)
	right := fakeEngine(map[string][]string{"EASY": {"Ra8#"}, "NEVER": {"Kh8"}, "OTHER": {"Kd1"}})
	base := must.Get(clocked(t, right, right).side(t.Context(), r, right, ""))(t)
	j := clocked(t, fakeEngine(map[string][]string{"EASY": {"h3", "Ra8#"}, "NEVER": {"Kf8"}, "OTHER": {"Kd1"}}), right)
	j.baseline, j.config.Gate.MaxLost = &store.Baseline{Run: base.Run}, 1
	c := must.Get(j.judge(t.Context(), r, &Options{SearchAgain: 3}))(t).Comparison
	if c.Verdict != compare.Pass || len(c.Flaky) != 1 || c.Flaky[0].ID() != "EASY" || len(c.Lost) != 2 {
		t.Errorf("got %s, flaky %v, lost %v", c.Verdict, c.Flaky, c.Lost)
	}
	again, counted, err := j.searchAgain(t.Context(), r, 3, []string{"EASY", "NEVER"})
	want := map[string]compare.Again{"EASY": {Solved: 3, Of: 3}, "NEVER": {Of: 3}}
	if diff := cmp.Diff(want, counted); diff != "" || again != nil || err != nil {
		t.Errorf("searches differ (-want +got), base %v, %v:\n%s", again, err, diff)
	}
}

// TestAgainByBoth: of three positions that the head lost under a clock, two are
// acquitted: the one that it solves when searched again, and the one that the base then
// misses. A fault of the base says nothing.
func TestAgainByBoth(t *testing.T) {
	r := quietRunner(t, anySettings)
	planned := func() *job {
		head := fakeEngine(map[string][]string{"EASY": {"h3", "Ra8#"}, "NEVER": {"Kf8"}, "OTHER": {"Kf1"}})
		base := fakeEngine(map[string][]string{"EASY": {"Ra8#"}, "NEVER": {"Kh8", "Kf8"}, "OTHER": {"Kd1", "!", "Kd1"}})
		return clocked(t, head, base)
	}
	trial := must.Get(planned().judge(t.Context(), r, &Options{SearchAgain: 2}))(t)
	var flaky []string
	for _, change := range trial.Comparison.Flaky {
		flaky = append(flaky, change.ID())
	}
	if got := strings.Join(flaky, " "); got != "EASY NEVER" || len(trial.Comparison.Lost) != 3 {
		t.Errorf("flaky are %s, lost %v", got, trial.Comparison.Lost)
	}
	trial = must.Get(planned().judge(t.Context(), r, &Options{}))(t)
	if trial.Comparison.Verdict != compare.Inconclusive || len(trial.Comparison.Flaky) != 0 {
		t.Errorf("without further searches: %v", trial.Comparison)
	}
}
