package gate

import (
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/engine"
)

// TestUnsteady: a loss under exact limits that the engine does not repeat is no loss and no
// pass, and the finding is told; one that it repeats is.
func TestUnsteady(t *testing.T) {
	for _, test := range []struct {
		name   string
		easy   []string
		want   compare.Verdict
		reason string
	}{
		{"lost", []string{"Ra2"}, compare.Fail, ""},
		{"lost once", []string{"Ra2", "Ra8#"}, compare.Inconclusive, "the engine answers differently when it is asked again, EASY (verdict, best"},
		{"answered in another way, and lost again", []string{"Ra2", "Ra3"}, compare.Inconclusive, "the engine answers differently when it is asked again, EASY (best"},
	} {
		r := quietRunner(t, "suites:\n  - {name: wac, kind: tactics, limit: depth=1}\n", new(strings.Builder))
		base := fakeEngine(map[string][]string{"EASY": {"Ra8#"}, "NEVER": {"h5"}, "OTHER": {"Kd1"}})
		head := fakeEngine(map[string][]string{"EASY": test.easy, "NEVER": {"h5"}, "OTHER": {"Kd1"}})
		j := clocked(t, head, base)
		j.config.Limit = bench.Limits{Limits: engine.Limits{Depth: 1}}
		trial, err := j.judge(t.Context(), r, &Options{Again: 5})
		if err != nil {
			t.Fatal(err)
		}
		c := trial.Comparison
		if c.Verdict != test.want || c.Exact != (test.want == compare.Fail) || !strings.Contains(strings.Join(c.Gates[0].Reasons, "; "), test.reason) {
			t.Errorf("%s: %s, exact %t, %q", test.name, c.Verdict, c.Exact, c.Gates[0].Reasons)
		}
	}
}
