package report_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/effect"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/export"
	"github.com/zugwatch/zugwatch/bench/report/golden"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
)

// trialOf returns a run judged by another.
func trialOf(t testing.TB, base, head *bench.Run, gate compare.Gate) report.Trial {
	t.Helper()
	return report.Trial{Run: head, Base: base, Comparison: comparison(t, base, head, gate)}
}

// formedTrial has four positions that lost all their forms. The first is named with the smallest search that
// shows the loss. The second came back in other forms. The third and the fourth are named with the searches
// that lost them, one of them behind a prelude.
func formedTrial(t testing.TB) report.Trial {
	t.Helper()
	trial := trialOf(t, formed(0), formed(4), formGate)
	evidence := compare.Evidence{Looks: 2, Fresh: []compare.Position{
		{ID: "F.01", Solved: effect.Solved{Base: 4, Forms: 4}},
		{ID: "F.02", Solved: effect.Solved{Base: 3, Head: 3, Forms: 4}},
		{ID: "F.03", Solved: effect.Solved{Base: 8, Head: 2, Forms: 8}, Late: 2},
		{ID: "F.04", Solved: effect.Solved{Base: 8, Forms: 8}},
	}}
	c := must.Get(compare.Compare(trial.Base, trial.Run, formGate, evidence))(t)
	const fen = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
	repeats := map[string]*compare.Repeat{
		"F.01": {ID: "F.01/flip", FEN: fen, Depth: 7, Go: "go depth 7"}, "F.03": {ID: "F.03", FEN: fen, Go: "go nodes 20000"},
		"F.04": {ID: "F.04/flip2", FEN: fen, Go: "go nodes 20000", Prelude: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", PreludeGo: "go depth 5"},
	}
	for i := range c.Forms.Named {
		c.Forms.Named[i].Repeat = repeats[c.Forms.Named[i].ID]
	}
	trial.Comparison = c
	return trial
}

// misbehaved returns a run with answers in a second attempt and searches that did not keep their
// limit.
func misbehaved() *bench.Run {
	run := golden.BaseRun()
	for i := range run.Outcomes {
		o := &run.Outcomes[i]
		switch {
		case o.Verdict == bench.Faulted:
		case i%3 == 0:
			o.Ended, o.Found, o.Stable = bench.Early, nil, nil
		case i%3 == 1:
			o.Ended, o.Retried = bench.Late, bench.FaultSignal
		default:
			o.Retried = bench.FaultExit
		}
	}
	return run
}

// conducted returns a trial with many warnings. Its gate cannot fail, so a reader must know
// them before believing it.
func conducted(t testing.TB) report.Trial {
	blunt := compare.Gate{MaxLost: 99, MaxFaults: 99, Total: compare.Unlimited, Position: compare.Unlimited}
	trial := trialOf(t, misbehaved(), misbehaved(), blunt)
	trial.Comparison.EquivalentSymmetries, trial.Comparison.EqualRounds = []string{"flip", "turn"}, true
	trial.Warnings = report.WarningsOf(&bench.Timing{Warnings: []string{"engine: 3 processes were left behind", golden.HostileText}}, &bench.Timing{Warnings: []string{"engine close: crash-exit"}})
	return trial
}

// located gives the positions of a trial lines in a file.
func located(trial report.Trial) report.Trial {
	trial.Entry, trial.File = report.Place{"zugwatch.yaml", 7}, "suites/a b,c:100%.epd"
	for i := range trial.Run.Outcomes {
		trial.Lines = append(trial.Lines, 10+i)
	}
	return trial
}

// known gives a trial its suite, in which seven positions are another endgame each, and so on.
func known(trial report.Trial) report.Trial {
	trial.Suite = new(suites.Suite)
	for i, o := range trial.Run.Outcomes {
		position := game.MustParsePosition(fmt.Sprintf("4k3/8/8/%d%s/8/8/8/4K3 w - - 0 1", i%7+1, []string{"P6", "P5", "P4", "P3", "P2", "P1", "P"}[i%7]))
		trial.Suite.Records = append(trial.Suite.Records, epd.Record{Position: position, ID: o.ID})
	}
	return trial
}

// reports returns values that between them have everything that can be told.
func reports(t testing.TB) map[string]*report.Report {
	manyBase, manyHead := many()
	changed := located(trialOf(t, golden.BaseRun(), golden.HeadRun(), gate))
	changed.Timing = timing()
	atEntry := trialOf(t, manyBase, manyHead, compare.Gate{Axis: compare.Zugzwang, Total: 0, Position: 100})
	atEntry.Entry = report.Place{"zugwatch.yaml", 12}
	total := golden.BaseRun()
	total.Outcomes[2].Nodes *= 1000
	sampledBase, sampledHead := golden.BaseRun(), golden.HeadRun()
	sampledBase.Limits, sampledHead.Limits = "cputime=100ms", "cputime=100ms"
	unfinished := golden.BaseRun()
	unfinished.Outcomes[1] = bench.Outcome{ID: "WAC.002", Want: "Rxb2"}
	odd := strange()
	odd.Outcomes[0].Verdict, odd.Outcomes[0].Nodes = bench.Missed, 6
	wasSolved := strange()
	wasSolved.Outcomes[0].Verdict = bench.Solved
	return map[string]*report.Report{
		"judged":     {Tool: "v0.1.0", Verdict: "fail", Code: 1, Trials: []report.Trial{changed, atEntry}},
		"allowed":    {Verdict: "pass", Trials: []report.Trial{trialOf(t, golden.BaseRun(), golden.HeadRun(), compare.Gate{MaxLost: 2, MaxFaults: 1, Total: compare.Unlimited, Position: compare.Unlimited})}},
		"conduct":    {Verdict: "inconclusive", Code: 4, Trials: []report.Trial{located(conducted(t)), {Run: misbehaved(), Timing: timing()}}},
		"total":      {Verdict: "fail", Code: 1, Trials: []report.Trial{located(trialOf(t, golden.BaseRun(), total, compare.Gate{Axis: compare.Nodes, Position: compare.Unlimited}))}},
		"accepted":   {Verdict: "fail", Accepted: true, Trials: []report.Trial{trialOf(t, golden.BaseRun(), total, gate)}},
		"unaccepted": {Verdict: "fail", Code: 4, Unacceptable: []string{"wac", golden.HostileText}, Trials: []report.Trial{trialOf(t, golden.BaseRun(), golden.HeadRun(), gate)}},
		"sampled":    {Verdict: "inconclusive", Code: 6, Trials: []report.Trial{trialOf(t, sampledBase, sampledHead, gate)}},
		"run":        {Tool: "v0.1.0", Verdict: "complete", Trials: []report.Trial{located(report.Trial{Run: golden.HeadRun(), Timing: timing()})}},
		"shard":      {Verdict: "complete", Trials: []report.Trial{{Run: shardOfBase(), Timing: timing()}}},
		"unfinished": {Verdict: "inconclusive", Code: 130, Problem: &report.Problem{Text: "ended by signal: interrupt"}, Trials: []report.Trial{{Run: unfinished}}},
		"raced": {
			Verdict: "fail", Code: 1,
			Revisions: []report.Revision{{Label: "base", Commit: "0123456789ab", Subject: golden.HostileText}, {Label: "head", Commit: "9876543210fe", Subject: "wider margin", WorkTree: true, Changed: []string{"search.go", golden.HostileText}}},
			Left:      []report.Left{{"ecm", "needs about 2m, and 3s are left"}, {golden.HostileText, golden.HostileText}}, SkippedTiers: []string{"bk (full)", golden.HostileText}, Uncounted: []string{"perft", golden.HostileText},
			Trials: []report.Trial{trialOf(t, golden.BaseRun(), golden.HeadRun(), gate)},
			Races:  []report.Race{{Suite: "crafty", Entry: report.Place{"zugwatch.yaml", 20}, Measured: race(40, 1.1, true)}, {Suite: golden.HostileText, Measured: race(4, 1, true)}, {Suite: "wac", Measured: race(40, 1, false)}},
			Shifts: []report.Shifts{
				{Suite: "wac", Shifts: profile.Shifts{Gate: true, Functions: difference(t, profile.Shares).ClearFunctions(), Phases: difference(t, profile.Shares).Phases[:1]}, Entry: report.Place{"zugwatch.yaml", 4}},
				{Suite: golden.HostileText, Shifts: profile.Shifts{Functions: difference(t, profile.Shares).ClearFunctions()}},
				{Suite: "crafty", Shifts: profile.Shifts{Gate: true}},
			},
		},
		"forms": {Verdict: "fail", Code: 1, Trials: []report.Trial{located(known(formedTrial(t)))}},
		"known": {Verdict: "fail", Code: 1, Trials: []report.Trial{known(trialOf(t, golden.BaseRun(), golden.HeadRun(), gate)), known(report.Trial{Run: golden.HeadRun()})}},
		"exact": {Verdict: "fail", Code: 1, Claimed: true, Trials: []report.Trial{located(trialOf(t, golden.BaseRun(), total, compare.Gate{Exact: true, Total: compare.Unlimited, Position: compare.Unlimited}))}},
		"mates": {Verdict: "fail", Code: 1, Trials: []report.Trial{located(trialOf(t, mating(false), mating(true), mateGate))}},
		"flaky": {Verdict: "fail", Code: 1, Trials: []report.Trial{flaky(t)}},
		"unlike": {Verdict: "inconclusive", Code: 5, Problem: &report.Problem{Text: "runs are not comparable: limits", Unlike: []compare.Difference{
			{Key: "limits", Base: "depth=5", Head: "depth=6"}, {Key: golden.HostileText, Base: golden.HostileText, Head: golden.HostileText},
		}}},
		"problem": {Verdict: "inconclusive", Code: 3, Problem: &report.Problem{Text: `zugwatch.yaml:4:5: unknown key "suits"`, Place: report.Place{"zugwatch.yaml", 4}}},
		"strange": {Tool: golden.HostileText, Verdict: "fail", Code: 1, Problem: &report.Problem{Text: golden.HostileText, Place: report.Place{"../" + golden.HostileText, 1}}, Trials: []report.Trial{trialOf(t, wasSolved, odd, compare.Gate{})}},
		"contest": {Verdict: "complete", Trials: []report.Trial{
			{Engine: "old", Run: golden.BaseRun(), Timing: timing()}, {Engine: golden.HostileText, Run: golden.HeadRun()},
		}},
		"strange-run": {Verdict: golden.HostileText, Trials: []report.Trial{{Run: strange(), Timing: strangeTiming(), File: golden.HostileText, Lines: []int{3, 4}}}},
	}
}

// formats returns all formats.
func formats() (all []export.Format) {
	for _, word := range export.Formats() {
		all = append(all, export.Format(word))
	}
	return all
}

// render returns a report in one format.
func render(t testing.TB, r *report.Report, options export.Options) []byte {
	t.Helper()
	var out bytes.Buffer
	must.Do(t, export.Write(&out, r, options))
	return out.Bytes()
}

// fewReports names the reports with golden files in a format that shows what another one holds already: a page shows the
// same document as Markdown, and JSON Lines and benchmark lines have values of JSON.
var fewReports = map[export.Format][]string{
	"html":           {"forms", "raced"},
	export.JSONLines: {"contest", "judged", "raced"},
	export.Benchmark: {"contest", "judged", "raced", "shard", "unfinished"},
}

func TestFormatsGolden(t *testing.T) {
	for name, r := range reports(t) {
		for _, format := range formats() {
			if names, few := fewReports[format]; few && !slices.Contains(names, name) {
				continue
			}
			t.Run(name+"."+string(format), func(t *testing.T) {
				got := render(t, r, export.Options{Format: format})
				golden.CheckFile(t, "report-"+name+"."+string(format), body(got))
				if again := render(t, r, export.Options{Format: format}); !bytes.Equal(got, again) {
					t.Error("written again it is another one")
				}
			})
		}
	}
}

// body returns a page without what is the same on every page.
func body(page []byte) []byte {
	_, after, found := bytes.Cut(page, []byte("</defs></svg>\n"))
	if !found {
		return page
	}
	body, _, _ := bytes.Cut(after, []byte("<script>"))
	return body
}

func TestFormatWords(t *testing.T) {
	for _, f := range formats() {
		got, err := export.ParseFormat(string(f))
		if got != f || err != nil {
			t.Errorf("ParseFormat(%q) = %v, %v", f, got, err)
		}
		people := f == "text" || f == "markdown"
		if f.ForPeople() != people || f.Printed() != (people || f == export.Annotations) {
			t.Errorf("%s: for people %v, printed %v", f, f.ForPeople(), f.Printed())
		}
	}
	if all := formats(); len(all) != 8 || slices.Contains(all, "") {
		t.Errorf("formats are %q", all)
	}
	want := `format "pdf" (expected text, markdown, html, json, jsonl, junit, github or bench)`
	if _, err := export.ParseFormat("pdf"); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	err := export.Write(io.Discard, &report.Report{}, export.Options{Format: "pdf"})
	if err == nil || err.Error() != `report: format "pdf" is unknown` {
		t.Errorf("got %v", err)
	}
}

func TestWriteErrorsOfFormats(t *testing.T) {
	r := reports(t)["judged"]
	for _, format := range formats() {
		if err := export.Write(full{}, r, export.Options{Format: format}); err == nil || err.Error() != "report: no space left" {
			t.Errorf("%s: got %v", format, err)
		}
	}
}

// TestJUnitAgrees: JUnit has failures exactly for what fails, even if that is accepted.
func TestJUnitAgrees(t *testing.T) {
	for name, r := range reports(t) {
		var document struct {
			Failures int `xml:"failures,attr"`
		}
		must.Do(t, xml.Unmarshal(render(t, r, export.Options{Format: export.JUnit}), &document))
		if red := document.Failures > 0; red != (r.Verdict == "fail") && name != "strange" {
			t.Errorf("%s: %s, %d failures", name, r.Verdict, document.Failures)
		}
	}
}
