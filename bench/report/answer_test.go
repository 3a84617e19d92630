package report_test

import (
	"slices"
	"testing"

	"github.com/zugwatch/zugwatch/bench/compare"
	judging "github.com/zugwatch/zugwatch/bench/gate"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/golden"
)

// TestChange: nothing is identical where a suite was left out, and what changed has changed; the last line
// says so too.
func TestChange(t *testing.T) {
	passes := compare.Gate{MaxLost: 9, MaxFaults: 9, Total: compare.Unlimited, Position: compare.Unlimited}
	same, other := trialOf(t, golden.BaseRun(), golden.BaseRun(), passes), trialOf(t, golden.BaseRun(), golden.HeadRun(), passes)
	left := []judging.LeftOut{{Suite: "slow", Why: "needs about 2m", Optional: true}}
	for _, test := range []struct {
		name   string
		trials []report.Trial
		left   []judging.LeftOut
		want   compare.Equality
		answer string
	}{
		{"all", []report.Trial{same, same}, nil, compare.Identical, "identical"},
		{"one left out", []report.Trial{same, same}, left, compare.Unknown, "not worse"},
		{"one changed", []report.Trial{same, other}, left, compare.Changed, "changed, and not worse"},
		{"none", nil, left, compare.Unknown, "not worse"},
	} {
		result := judging.Result{Begun: true, HasBudget: true, LeftOut: test.left}
		for _, trial := range test.trials {
			result.Trials = append(result.Trials, judging.Trial{Suite: known(trial).Suite, Run: trial.Run, Base: trial.Base, Comparison: trial.Comparison})
		}
		r := report.NewReport(&result, "", "", false)
		if r.Change() != test.want || r.Answer() != test.answer && r.HasComparison() {
			t.Errorf("%s: %s, %s, want %s, %s", test.name, r.Change(), r.Answer(), test.want, test.answer)
		}
		if fields := report.ResultFields(&result, true); !slices.Contains(fields, report.Field{Key: "change", Value: test.want.String()}) {
			t.Errorf("%s: %v, want %s", test.name, fields, test.want)
		}
	}
}

// TestLeftField: a suite that was left out is named in the last line, without a budget too. A budget that sufficed leaves none out.
func TestLeftField(t *testing.T) {
	for _, test := range []struct {
		budget bool
		left   []judging.LeftOut
		want   string
	}{
		{false, nil, "none"},
		{true, nil, ""},
		{false, []judging.LeftOut{{Suite: "mates", Faulty: true}, {Suite: "rules", Faulty: true}}, "mates,rules"},
	} {
		got := "none"
		for _, field := range report.ResultFields(&judging.Result{HasBudget: test.budget, LeftOut: test.left}, true) {
			if field.Key == "left" {
				got = field.Value
			}
		}
		if got != test.want {
			t.Errorf("budget %v, %d left out: left=%s, want %s", test.budget, len(test.left), got, test.want)
		}
	}
}
