package report_test

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/matrix"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/golden"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

// formed returns a run of 14 positions in four forms, in which the first lost are solved by
// no form, and a form of the last has a fault.
func formed(lost int) *bench.Run {
	run := golden.BaseRun()
	run.Limits, run.Suite, run.Outcomes = "nodes=20000", bench.SuiteRef{Name: "forms", Digest: "d", Count: 56, Forms: 4}, nil
	for i := range 14 {
		for form, name := range []string{"", "/flip", "/mirror", "/turn"} {
			at := &bench.Point{Depth: 4, Nodes: uint64(500 * (i + 1) * (form + 1))}
			o := bench.Outcome{ID: fmt.Sprintf("F.%02d%s", i+1, name), Verdict: bench.Solved, Want: "Qg6", Best: "Qg6", Nodes: 20_000, Depth: 9, Found: at, Stable: at}
			if i < lost || i == 12 && form < lost {
				o.Verdict, o.Best, o.Found, o.Stable = bench.Missed, "Rb7", nil, nil
			}
			if i == 13 && form == 3 && lost > 0 {
				o = bench.Outcome{ID: o.ID, Verdict: bench.Faulted, Fault: bench.FaultTimeout, Want: o.Want}
			}
			run.Outcomes = append(run.Outcomes, o)
		}
	}
	run.Engine.Options[1].Value = fmt.Sprintf("r%d", 3-min(1, lost))
	return run
}

// mating returns a run in forms with a proven mate in each position. With wrong, some
// claims are wrong, others cut short, and the wrong ones have other mates for scores too.
func mating(wrong bool) *bench.Run {
	run := formed(0)
	run.Suite.Name = "mates"
	for i := range run.Outcomes {
		o := &run.Outcomes[i]
		o.Want, o.Score = "Qg6, #3", engine.MateIn(3)
		switch {
		case i%9 == 2:
			o.Score = engine.MateIn(4)
			o.Verdict, o.Mate = bench.Missed, bench.MateClaim{Flaw: bench.CutShort, Claim: o.Score, Depth: 7}
		case i == 1, wrong && i%4 == 1: // one that is flipped of each
			o.Mate = bench.MateClaim{Flaw: bench.Sooner - bench.Flaw(i/4%7), Claim: engine.MateIn(2), Depth: 5 + i}
		case wrong && i%4 == 3:
			o.Score = engine.MateIn(2)
		}
	}
	return run
}

// mateGate judges proven mates.
var mateGate = compare.Gate{Axis: compare.Mating, Total: compare.Unlimited, Position: compare.Unlimited}

// formGate tolerates a fault.
var formGate = compare.Gate{Axis: compare.Zugzwang, MaxFaults: 1, Total: compare.Unlimited, Position: compare.Unlimited}

func timing() *bench.Timing {
	times := &bench.Timing{Schema: 1, Wall: 12340 * time.Millisecond, Workers: 2, Warnings: []string{"engine close: exit status 1"}}
	for i, o := range golden.HeadRun().Outcomes {
		times.Positions = append(times.Positions, bench.PositionTime{ID: o.ID, Wall: time.Duration(i*i*300+1) * time.Millisecond, CPU: time.Duration(i) * time.Millisecond})
	}
	times.Positions[1].Found = 1500 * time.Microsecond
	times.Positions[6].Fault = "search-timeout: no answer within 1m0s"
	return times
}

// strange returns a run in which everything from outside is golden.HostileText.
func strange() *bench.Run {
	return &bench.Run{
		Schema: 1, Limits: golden.HostileText, Complete: true,
		Engine: engine.ID{Name: golden.HostileText, Version: golden.HostileText, Options: []engine.Option{{Name: golden.HostileText, Value: golden.HostileText}}},
		Suite:  bench.SuiteRef{Name: golden.HostileText, Count: 2},
		Outcomes: []bench.Outcome{
			{ID: golden.HostileText, Verdict: bench.Missed, Want: golden.HostileText, Best: golden.HostileText, Nodes: 5},
			{ID: golden.HostileText, Verdict: bench.Faulted, Fault: bench.FaultMalformedMove, Want: golden.HostileText},
		},
	}
}

func strangeTiming() *bench.Timing {
	return &bench.Timing{Workers: 1, Warnings: []string{golden.HostileText}, Positions: []bench.PositionTime{{}, {Fault: golden.HostileText}}}
}

func comparison(t testing.TB, b, h *bench.Run, gate compare.Gate) *compare.Comparison {
	t.Helper()
	return must.Get(compare.Compare(b, h, gate, compare.Evidence{}))(t)
}

var gate = compare.Gate{Total: 100, Position: 500}

// many returns a pair of runs in which more changed than is shown in short.
func many() (b, h *bench.Run) {
	b, h = golden.BaseRun(), golden.BaseRun()
	b.Outcomes, h.Outcomes = nil, nil
	for i := range 30 {
		o := bench.Outcome{ID: fmt.Sprintf("P%02d", i), Verdict: bench.Solved, Want: "e4", Best: "e4", Depth: 9, Nodes: 1000, Found: &bench.Point{Depth: 1, Nodes: 20}}
		o.Stable = o.Found
		b.Outcomes = append(b.Outcomes, o)
		if i < 13 {
			o.Verdict, o.Best, o.Stable = bench.Missed, "d4", nil
		}
		o.Nodes = uint64(400 + 50*i)
		h.Outcomes = append(h.Outcomes, o)
	}
	return b, h
}

// shardOfBase returns the second of three shards of base.
func shardOfBase() *bench.Run {
	run := golden.BaseRun()
	run.Shard, run.Complete = bench.Shard{Index: 2, Count: 3}, false
	for i, o := range run.Outcomes {
		if !run.Shard.Has(i) {
			run.Outcomes[i] = bench.Outcome{ID: o.ID, Want: o.Want, MaxPoints: o.MaxPoints}
		}
	}
	return run
}

func TestGolden(t *testing.T) {
	manyBase, manyHead := many()
	changed := comparison(t, golden.BaseRun(), golden.HeadRun(), gate)
	cut := comparison(t, manyBase, manyHead, gate)
	same := comparison(t, golden.BaseRun(), golden.BaseRun(), gate)
	strangeHead := strange()
	strangeHead.Outcomes[0].Nodes, strangeHead.Outcomes[0].Best, strangeHead.Engine.Name = 6, "e4", "x"
	odd := comparison(t, strange(), strangeHead, compare.Gate{})
	shard, shardTimes := shardOfBase(), timing()
	shardTimes.Positions[4].Retried = "crash-signal: killed"
	sampledBase, sampledHead := golden.BaseRun(), golden.HeadRun()
	sampledBase.Limits, sampledHead.Limits = "cputime=100ms", "cputime=100ms"
	sampled := comparison(t, sampledBase, sampledHead, gate)
	forms := comparison(t, formed(0), formed(12), formGate)
	mates := comparison(t, mating(false), mating(true), mateGate)
	for name, trial := range map[string]report.Trial{
		"run":       {Run: golden.HeadRun()},
		"run-shard": {Run: shard, Timing: shardTimes},
		"run-mates": {Run: mating(true)},
	} {
		inAllForms(t, name, func(o report.Options) doc.Document { return report.Run(&trial, o) })
	}
	for name, c := range map[string]*compare.Comparison{
		"comparison": changed, "comparison-same": same, "comparison-many": cut, "comparison-sampled": sampled, "comparison-strange": odd, "comparison-forms": forms,
	} {
		inAllForms(t, name, func(o report.Options) doc.Document { return report.Comparison(&report.Trial{Comparison: c}, o) })
	}
	inAllForms(t, "comparison-mates", func(o report.Options) doc.Document {
		return golden.Several(report.Comparison(&report.Trial{Comparison: mates}, o), report.Gates("mates", mates.Gates...))
	})
	golden.CheckReport(t, "gates", doc.Document{
		report.Gates("wac", changed.Gates...), report.Gates("wac", cut.Gates...), report.Gates("wac", same.Gates...),
		report.Gates("forms", forms.Gates...), report.Gates("wac", sampled.Gates...), report.Gates(golden.HostileText, odd.Gates...),
	})
}

func TestLine(t *testing.T) {
	changed := comparison(t, golden.BaseRun(), golden.HeadRun(), gate)
	var got bytes.Buffer
	err := errors.Join(
		report.Line(&got, "pass", 0, report.RunFields(golden.HeadRun())...),
		report.Line(&got, "complete", 0, report.RunFields(shardOfBase())...),
		report.Line(&got, "complete", 0, report.RunFields(golden.HeadRun(), shardOfBase())...),
		report.Line(&got, "complete", 0, report.ContestFields([]report.Trial{{Engine: "a", Run: golden.BaseRun()}, {Engine: "b", Run: golden.HeadRun()}})...),
		report.Line(&got, "complete", 0, report.ContestFields([]report.Trial{{Engine: "a", Run: shardOfBase()}})...),
		report.Line(&got, changed.Verdict.String(), 1, report.ComparisonFields(changed)...),
		report.Line(&got, "fail", 1, report.SumFields([]*compare.Comparison{changed, comparison(t, golden.BaseRun(), golden.BaseRun(), gate)})...),
		report.Line(&got, golden.HostileText, 3, report.Field{golden.HostileText, golden.HostileText}, report.Field{"empty", ""}, report.Field{"kept", "aZ09._,:/+-#"}),
	)
	must.Do(t, err)
	golden.CheckFile(t, "line.txt", got.Bytes())
	if err := report.Line(full{}, "pass", 0); err == nil || err.Error() != "report: no space left" {
		t.Errorf("got %v", err)
	}
}

// FuzzWord: a word has no blank and reads back as the value.
func FuzzWord(f *testing.F) {
	f.Add(golden.HostileText)
	f.Add("100% sure")
	f.Fuzz(func(t *testing.T, text string) {
		got := report.Word(text)
		back, err := url.PathUnescape(got)
		if err != nil || back != text || strings.ContainsAny(got, " =\t\n\r\"'|&;<>") {
			t.Errorf("%q became %q, %q, %v", text, got, back, err)
		}
	})
}

// full is a writer that takes nothing.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// inAllForms compares a report with golden files, short and verbose.
func inAllForms(t *testing.T, name string, tell func(report.Options) doc.Document) {
	t.Helper()
	golden.CheckVerbose(t, name, func(verbose bool) doc.Document { return tell(report.Options{Verbose: verbose}) })
}

// flaky returns a comparison under a clock with roles, a quarantine, a position
// acquitted by further searches and solutions found later.
func flaky(t testing.TB) report.Trial {
	t.Helper()
	b, h := many()
	for i := range b.Outcomes {
		b.Outcomes[i].Stable, h.Outcomes[i].Stable = &bench.Point{Depth: 5, Nodes: 100}, &bench.Point{Depth: 5, Nodes: uint64(100 + 5*i)}
	}
	b.Outcomes[29].Verdict = bench.Missed
	b.Limits, h.Limits = "cputime=100ms", "cputime=100ms"
	allowed := compare.Growth(500)
	c := must.Get(compare.Compare(b, h, compare.Gate{
		Axis: compare.Zugzwang, Total: compare.Unlimited, Position: compare.Unlimited, Solution: &allowed,
		ExpectedFail: []string{"P00", "P29"}, Control: []string{"P12", "P28"},
		Quarantine: []compare.Quarantine{{ID: "P11", Reason: golden.HostileText, Until: "2026-12-31"}}, Today: "2026-11-21",
	}, compare.Evidence{Again: map[string]compare.Again{"P03": {Solved: 3, Of: 5}, "P04": {Solved: 5, Of: 5}}}))(t)
	return report.Trial{Run: h, Base: b, Comparison: c}
}

func TestGoldenAxes(t *testing.T) {
	c := flaky(t).Comparison
	inAllForms(t, "axes", func(o report.Options) doc.Document {
		return golden.Several(report.Comparison(&report.Trial{Comparison: c}, o), report.Gates("zz", c.Gates...))
	})
}

func TestAxisFields(t *testing.T) {
	got := report.AxisFields([]compare.Result{
		{Axis: compare.Nodes, Verdict: compare.Pass},
		{Axis: compare.Tactics, Verdict: compare.Inconclusive},
		{Axis: compare.Nodes, Verdict: compare.Fail},
		{Axis: compare.Speed, Verdict: compare.Pass},
	})
	if want := "[{gate_tactics inconclusive} {gate_nodes fail} {gate_speed pass}]"; fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

func TestGoldenTaxes(t *testing.T) {
	with, without, clocked := golden.HeadRun(), golden.BaseRun(), golden.BaseRun()
	cost := &compare.NullMoveCost{With: compare.Side{Totals: with.Totals()}, Without: compare.Side{Totals: without.Totals()}, Lost: 1, Gained: 1, Both: 1, Spent: [2]uint64{10, 2000}, Ratio: 0.25}
	for i := range with.Outcomes {
		cost.Positions = append(cost.Positions, compare.NullMovePosition{With: &with.Outcomes[i], Without: &without.Outcomes[i], Ratio: float64(i) / 2})
	}
	clocked.Limits = "cputime=100ms"
	costs := []matrix.Cost{{Engine: "zugwatch", Run: with, NullMove: cost}, {Engine: golden.HostileText, Run: clocked}}
	silent := golden.BaseRun() // says so little that it is not known when it found anything
	for i := range silent.Outcomes {
		silent.Outcomes[i].Found, silent.Outcomes[i].Stable = nil, nil
	}
	unknown := must.Get(compare.CompareNullMove(silent, golden.BaseRun()))(t)
	costs = append(costs, matrix.Cost{Engine: "silent", Run: silent, NullMove: unknown})
	inAllForms(t, "null-move-costs", func(o report.Options) doc.Document { return report.NullMoveCosts(costs, o) })
}

// TestGoldenTaxesInForms: positions stand with the number of their solved forms.
func TestGoldenTaxesInForms(t *testing.T) {
	run := func(solved ...int) *bench.Run {
		run := &bench.Run{Schema: bench.Schema, Suite: bench.SuiteRef{Name: "zz", Digest: "d", Forms: 4}, Limits: "nodes=1000", Complete: true}
		for i, n := range solved {
			for form, name := range []string{"", "/flip", "/mirror", "/turn"} {
				o := bench.Outcome{ID: fmt.Sprintf("ZUG.%d%s", i+1, name), Want: "Kh7", Best: "Kg6", Verdict: bench.Missed, Nodes: 1000}
				if form < n {
					o.Verdict, o.Stable = bench.Solved, &bench.Point{Depth: 3, Nodes: uint64(100 * n)}
				}
				run.Outcomes = append(run.Outcomes, o)
			}
		}
		run.Suite.Count = len(run.Outcomes)
		return run
	}
	with, without := run(0, 4, 3), run(4, 4, 2)
	cost := must.Get(compare.CompareNullMove(with, without))(t)
	costs := []matrix.Cost{{Engine: "zugwatch", Run: with, NullMove: cost}, {Engine: golden.HostileText, Run: with}}
	inAllForms(t, "null-move-costs-forms", func(o report.Options) doc.Document { return report.NullMoveCosts(costs, o) })
}

func TestGoldenCounters(t *testing.T) {
	run := golden.BaseRun()
	run.Outcomes[0].Counters = engine.Counters{NullTried: 1000, NullCut: 400, NullNodes: 99_999, NullReduced: 3}
	run.Outcomes[0].NullByDepth = &bench.NullByDepth{{0, 0}, {10, 4}, {5, 5}}
	run.Outcomes[1].NullByDepth = &bench.NullByDepth{{1, 0}, {10, 4}}
	run.Outcomes[0].NullMoveCosts = &bench.NullMoveCosts{{}, {300, 10, 20, 9000}}
	golden.CheckReport(t, "counters", report.NullMoveCounters(run))
}
