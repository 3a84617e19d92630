package report_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

var update = flag.Bool("update", false, "write the golden files anew")

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		must.Do(t, os.WriteFile(path, got, 0o666))
	}
	want := must.Get(os.ReadFile(path))(t)
	if !bytes.Equal(got, want) {
		t.Errorf("%s:\n--- got\n%s\n--- want\n%s", path, got, want)
	}
}

// hostile is a text that tries everything at once.
const hostile = "a|b\n::error::x\x1b[31m\u202e`*_[x](y) <b>&amp; @all www.x.y http://z #1 ##[group]\xff$x$"

// base returns a run with every kind of outcome but faults.
func base() *bench.Run {
	return &bench.Run{
		Schema: 1, Limits: "depth=9", Complete: true,
		Engine: engine.ID{Name: "Zugwatch", Version: "v0.1.0", Options: []engine.Option{{Name: "Hash", Value: "16"}, {Name: "NullMove", Value: "adaptive2-3"}}},
		Suite:  bench.SuiteRef{Name: "wac", Digest: "d", Count: 7},
		Outcomes: []bench.Outcome{
			{ID: "WAC.001", Verdict: bench.Solved, Want: "Qg6", Best: "Qg6", Score: engine.MateIn(3), Depth: 9, SelDepth: 21, Nodes: 1234567, Found: &bench.Point{Depth: 2, Nodes: 812}, Stable: &bench.Point{Depth: 4, Nodes: 51234}},
			{ID: "WAC.002", Verdict: bench.Missed, Want: "Rxb2", Best: "Rb7", Score: -35, Depth: 9, SelDepth: 17, Nodes: 999, Found: &bench.Point{Depth: 1, Nodes: 20}},
			{ID: "WAC.003", Verdict: bench.Missed, Want: "Rg3", Best: "Bf4", Score: 12, Depth: 9, Nodes: 5000},
			{ID: "graded", Verdict: bench.Missed, Want: "e4=10 d4=7", Best: "d4", Score: 20, Depth: 9, SelDepth: 15, Nodes: 43210, Points: 7, MaxPoints: 10},
			{ID: "measured", Verdict: bench.Measured, Best: "O-O", Score: 0, Depth: 9, SelDepth: 15, Nodes: 100},
			{ID: "quiet", Verdict: bench.Solved, Want: "not Bxh7", Best: "Re1", Score: 3, Depth: 9, SelDepth: 15, Nodes: 100, Found: &bench.Point{Depth: 1, Nodes: 2}, Stable: &bench.Point{Depth: 1, Nodes: 2}},
			{ID: "zug", Verdict: bench.Solved, Want: "#15", Best: "h3", Score: engine.MateIn(15), Depth: 9, SelDepth: 15, Nodes: 100, Found: &bench.Point{Depth: 9, Nodes: 90}, Stable: &bench.Point{Depth: 9, Nodes: 90}},
		},
	}
}

// head returns base after a change: one lost, one gained, one with a fault.
func head() *bench.Run {
	run := base()
	run.Engine.Options[1].Value = "r4,guard=none,min=1"
	o := run.Outcomes
	o[0].Verdict, o[0].Best, o[0].Score, o[0].Nodes, o[0].Stable = bench.Missed, "Qh5", 120, 2_000_000, nil
	o[1].Verdict, o[1].Best, o[1].Nodes, o[1].Stable = bench.Solved, "Rxb2", 500, o[1].Found
	o[2].Best = "Ra1"
	o[4].Nodes = 1234
	o[6] = bench.Outcome{ID: "zug", Verdict: bench.Faulted, Fault: bench.FaultTimeout, Want: "#15"}
	return run
}

// formed returns a run of 14 positions in four forms, in which the first lost are solved by
// no form, and a form of the last has a fault.
func formed(lost int) *bench.Run {
	run := base()
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

// mating is formed with a proven mate in each position: what is claimed of some is wrong,
// of others cut short. What is wrong has other mates for scores too.
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
	for i, o := range head().Outcomes {
		times.Positions = append(times.Positions, bench.PositionTime{ID: o.ID, Wall: time.Duration(i*i*300+1) * time.Millisecond, CPU: time.Duration(i) * time.Millisecond})
	}
	times.Positions[1].Found = 1500 * time.Microsecond
	times.Positions[6].Fault = "search-timeout: no answer within 1m0s"
	return times
}

// strange returns a run in which everything from outside is hostile.
func strange() *bench.Run {
	return &bench.Run{
		Schema: 1, Limits: hostile, Complete: true,
		Engine: engine.ID{Name: hostile, Version: hostile, Options: []engine.Option{{Name: hostile, Value: hostile}}},
		Suite:  bench.SuiteRef{Name: hostile, Count: 2},
		Outcomes: []bench.Outcome{
			{ID: hostile, Verdict: bench.Missed, Want: hostile, Best: hostile, Nodes: 5},
			{ID: hostile, Verdict: bench.Faulted, Fault: bench.FaultMalformedMove, Want: hostile},
		},
	}
}

func strangeTiming() *bench.Timing {
	return &bench.Timing{Workers: 1, Warnings: []string{hostile}, Positions: []bench.PositionTime{{}, {Fault: hostile}}}
}

func comparison(t *testing.T, b, h *bench.Run, gate compare.Gate) *compare.Comparison {
	t.Helper()
	return must.Get(compare.Compare(b, h, gate, compare.Evidence{}))(t)
}

var gate = compare.Gate{Total: 100, Position: 500}

// many returns a pair of runs in which more changed than is shown in short.
func many() (b, h *bench.Run) {
	b, h = base(), base()
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
	run := base()
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
	changed := comparison(t, base(), head(), gate)
	cut := comparison(t, manyBase, manyHead, gate)
	same := comparison(t, base(), base(), gate)
	strangeHead := strange()
	strangeHead.Outcomes[0].Nodes, strangeHead.Outcomes[0].Best, strangeHead.Engine.Name = 6, "e4", "x"
	odd := comparison(t, strange(), strangeHead, compare.Gate{})
	unfinished := base()
	unfinished.Outcomes[1] = bench.Outcome{ID: "WAC.002", Want: "Rxb2"}
	shard, shardTimes := shardOfBase(), timing()
	shardTimes.Positions[4].Retried = "crash-signal: killed"
	sampledBase, sampledHead := base(), head()
	sampledBase.Limits, sampledHead.Limits = "cputime=100ms", "cputime=100ms"
	sampled := comparison(t, sampledBase, sampledHead, gate)
	forms := comparison(t, formed(0), formed(12), formGate)
	mates := comparison(t, mating(false), mating(true), mateGate)
	tests := []struct {
		name string
		tell func(report.Options) documents
	}{
		{"run", func(o report.Options) documents { return documents{report.Run(&report.Trial{Run: head()}, o)} }},
		{"run-timed", func(o report.Options) documents {
			return documents{report.Run(&report.Trial{Run: head(), Timing: timing()}, o)}
		}},
		{"run-unfinished", func(o report.Options) documents { return documents{report.Run(&report.Trial{Run: unfinished}, o)} }},
		{"run-shard", func(o report.Options) documents {
			return documents{report.Run(&report.Trial{Run: shard, Timing: shardTimes}, o)}
		}},
		{"run-strange", func(o report.Options) documents {
			return documents{report.Run(&report.Trial{Run: strange(), Timing: strangeTiming()}, o)}
		}},
		{"comparison", func(o report.Options) documents {
			return documents{report.Comparison(&report.Trial{Comparison: changed}, o)}
		}},
		{"comparison-same", func(o report.Options) documents {
			return documents{report.Comparison(&report.Trial{Comparison: same}, o)}
		}},
		{"comparison-many", func(o report.Options) documents {
			return documents{report.Comparison(&report.Trial{Comparison: cut}, o)}
		}},
		{"comparison-sampled", func(o report.Options) documents {
			return documents{report.Comparison(&report.Trial{Comparison: sampled}, o)}
		}},
		{"comparison-strange", func(o report.Options) documents {
			return documents{report.Comparison(&report.Trial{Comparison: odd}, o)}
		}},
		{"comparison-forms", func(o report.Options) documents {
			return documents{report.Comparison(&report.Trial{Comparison: forms}, o)}
		}},
		{"run-mates", func(o report.Options) documents { return documents{report.Run(&report.Trial{Run: mating(true)}, o)} }},
		{"comparison-mates", func(o report.Options) documents {
			return documents{report.Comparison(&report.Trial{Comparison: mates}, o), report.Gates("mates", mates.Gates...)}
		}},
		{"gates", func(o report.Options) documents {
			return documents{
				report.Gates("wac", changed.Gates...), report.Gates("wac", cut.Gates...), report.Gates("wac", same.Gates...),
				report.Gates("forms", forms.Gates...), report.Gates("wac", sampled.Gates...), report.Gates(hostile, odd.Gates...),
			}
		}},
	}
	for _, test := range tests {
		inAllForms(t, test.name, test.tell)
	}
}

// documents are written one after the other.
type documents []doc.Document

func (d documents) write(t *testing.T, format doc.Format, limits doc.Extent) []byte {
	t.Helper()
	var out bytes.Buffer
	for _, one := range d {
		must.Do(t, doc.Write(&out, one, format, limits))
	}
	return out.Bytes()
}

// inAllForms holds a report in all its forms against golden files.
func inAllForms(t *testing.T, name string, tell func(report.Options) documents) {
	t.Helper()
	inWidths(t, name, tell)
	for _, form := range []struct {
		name    string
		format  doc.Format
		verbose bool
		rows    int
	}{
		{".txt", doc.PlainText, false, 0},
		{"-verbose.txt", doc.PlainText, true, 0},
		{".md", doc.Markdown, false, 0},
		{"-verbose-rows.md", doc.Markdown, true, 3},
	} {
		t.Run(name+form.name, func(t *testing.T) {
			golden(t, name+form.name, tell(report.Options{Verbose: form.verbose}).write(t, form.format, doc.Extent{Rows: form.rows}))
		})
	}
}

func TestLine(t *testing.T) {
	changed := comparison(t, base(), head(), gate)
	var got bytes.Buffer
	err := errors.Join(
		report.Line(&got, "pass", 0, report.RunFields(head())...),
		report.Line(&got, "complete", 0, report.RunFields(shardOfBase())...),
		report.Line(&got, "complete", 0, report.RunsFields([]*bench.Run{shardOfBase()})...),
		report.Line(&got, "complete", 0, report.RunsFields([]*bench.Run{head(), shardOfBase()})...),
		report.Line(&got, "complete", 0, report.ContestFields([]report.Trial{{Engine: "a", Run: base()}, {Engine: "b", Run: head()}})...),
		report.Line(&got, "complete", 0, report.ContestFields([]report.Trial{{Engine: "a", Run: shardOfBase()}})...),
		report.Line(&got, changed.Verdict.String(), 1, report.ComparisonFields(changed)...),
		report.Line(&got, "fail", 1, report.SumFields([]*compare.Comparison{changed, comparison(t, base(), base(), gate)})...),
		report.Line(&got, hostile, 3, report.Field{hostile, hostile}, report.Field{"empty", ""}, report.Field{"kept", "aZ09._,:/+-#"}),
	)
	must.Do(t, err)
	golden(t, "line.txt", got.Bytes())
}

// FuzzWord: a word has no blank and reads back as the value.
func FuzzWord(f *testing.F) {
	f.Add(hostile)
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

func TestWriteErrorsAreTold(t *testing.T) {
	c := comparison(t, base(), head(), gate)
	for name, write := range map[string]func() error{
		"text": func() error {
			return doc.Write(full{}, report.Comparison(&report.Trial{Comparison: c}, report.Options{}), doc.PlainText, doc.Extent{})
		},
		"markdown": func() error { return doc.Write(full{}, report.Gates("wac", c.Gates...), doc.Markdown, doc.Extent{}) },
		"line":     func() error { return report.Line(full{}, "pass", 0) },
	} {
		if err := write(); err == nil || err.Error() != "report: no space left" {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
