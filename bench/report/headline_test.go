package report_test

import (
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/golden"
)

// TestHeadline: the first line of a report says its verdict in words, on a page with the tone of the
// verdict.
func TestHeadline(t *testing.T) {
	judged := func(suite string, gates ...compare.Result) report.Trial {
		trial := trialOf(t, golden.BaseRun(), golden.HeadRun(), gate)
		c := *trial.Comparison
		c.Suite.Name, c.Gates = suite, gates
		trial.Comparison = &c
		return trial
	}
	result := func(axis compare.Axis, verdict compare.Verdict) compare.Result {
		return compare.Result{Axis: axis, Verdict: verdict, Positions: []string{}}
	}
	zugzwang, nodes, exact := result(compare.Zugzwang, compare.Fail), result(compare.Nodes, compare.Fail), result(compare.Exact, compare.Fail)
	passed := result(compare.Tactics, compare.Pass)
	same := trialOf(t, golden.BaseRun(), golden.BaseRun(), gate)
	var many []report.Trial
	for _, name := range strings.Split("abcdefg", "") {
		many = append(many, judged(name, nodes))
	}
	for _, test := range []struct {
		of         report.Report
		want, tone string
	}{
		{report.Report{Verdict: "fail", Trials: []report.Trial{judged("wac", passed, nodes), judged("zz", zugzwang, nodes)}}, "FAIL the head is worse than the base: `wac`, `zz` (2 of 2 suites failed)", "bad"},
		{report.Report{Verdict: "fail", Trials: []report.Trial{judged("wac", exact), judged("zz", zugzwang, exact)}}, "FAIL the head is worse than the base: `zz`; it does not search as the base: `wac`, `zz` (2 of 2 suites failed)", "bad"},
		{report.Report{Verdict: "fail", Trials: []report.Trial{judged("wac", exact)}}, "FAIL the head does not search as the base: `wac` (1 of 1 suite failed)", "bad"},
		{report.Report{Verdict: "fail", Trials: []report.Trial{judged("wac", nodes, nodes), judged("wac", nodes)}}, "FAIL the head is worse than the base: `wac` (1 of 1 suite failed)", "bad"},
		{report.Report{Verdict: "fail", Trials: many}, "FAIL the head is worse than the base: `a`, `b`, `c`, `d`, `e` and 2 more (7 of 7 suites failed)", "bad"},
		{report.Report{Verdict: "fail", Trials: []report.Trial{judged("wac", passed)}, Races: []report.Race{{Suite: "crafty", Measured: race(40, 1.1, true)}}, Shifts: []report.Shifts{{Suite: "wac", Shifts: profile.Shifts{Gate: true, Functions: difference(t, profile.Shares).ClearFunctions()}}}}, "FAIL the head is worse than the base: `crafty`, `wac` (2 of 2 suites failed)", "bad"},
		{report.Report{Verdict: "pass", Trials: []report.Trial{judged("pass", passed)}}, "OK the head is not worse than the base (1 suite, 4 of 6 searches (66.7 %) differ)", "good"},
		{report.Report{Verdict: "pass", Trials: []report.Trial{same}}, "OK the head searches as the base does: identical in 1 suite", "good"},
		{report.Report{Verdict: "pass", Trials: []report.Trial{same}, Left: []report.Left{{"hour", "needs an hour"}}}, "OK the head is not worse than the base (1 suite, 0 of 7 searches (0.0 %) differ); left out: `hour`", "good"},
		{report.Report{Verdict: "inconclusive", Left: []report.Left{{"a", ""}, {"b", ""}, {"c", ""}, {"d", ""}, {"e", ""}, {"f", ""}}}, "inconclusive: left out: `a`, `b`, `c`, `d`, `e` and 1 more", "maybe"},
		{report.Report{Verdict: "pass", Races: []report.Race{{Suite: "crafty", Measured: race(40, 1, false)}}}, "OK the head is not worse than the base (1 suite)", "good"},
		{report.Report{Verdict: "undecided", Trials: []report.Trial{judged("wac", passed, result(compare.Zugzwang, compare.Undecided))}}, "UNDECIDED the head is not shown to be worse than the base, nor to be within what is allowed: `wac`", "maybe"},
		{report.Report{Verdict: "inconclusive", Trials: []report.Trial{judged("wac", result(compare.Tactics, compare.Inconclusive), result(compare.Exact, compare.Inconclusive))}}, "INCONCLUSIVE it cannot be said whether the head is worse than the base: `wac`", "maybe"},
		{report.Report{Verdict: "inconclusive", Problem: &report.Problem{Text: "no engine"}}, "inconclusive", "maybe"},
		{report.Report{Verdict: "error"}, "error", "plain"},
		{report.Report{Verdict: "complete", Trials: []report.Trial{{Run: golden.BaseRun()}}}, "complete: solved 3 of 6 of `wac`", "plain"},
		{report.Report{Verdict: "complete", Trials: []report.Trial{{Run: golden.BaseRun()}, {Run: golden.HeadRun()}}}, "complete", "plain"},
	} {
		document := test.of.Document(report.Options{})
		first, _, _ := strings.Cut(string(golden.Write(t, document, doc.Markdown, doc.Extent{})), "\n")
		first = strings.NewReplacer("<code>", "`", "</code>", "`").Replace(first)
		if first != "## Zugwatch: "+test.want {
			t.Errorf("got %s, want %s", first, test.want)
		}
		if page := string(golden.Write(t, document, doc.HTML, doc.Extent{})); !strings.Contains(page, `<div class="banner `+test.tone+`">`) {
			t.Errorf("%s: the tone is not %s", test.want, test.tone)
		}
	}
}
