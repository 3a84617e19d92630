package report_test

import (
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/golden"
)

// TestTogether: the runs of the first suite are drawn on one plot above all sections, where there
// are two or more that belong to no comparison.
func TestTogether(t *testing.T) {
	run := func(suite, policy string) report.Trial {
		r := golden.BaseRun()
		r.Suite.Name, r.Engine.Options = suite, append(r.Engine.Options[:len(r.Engine.Options):len(r.Engine.Options)], r.Engine.Options[0])
		r.Engine.Options[len(r.Engine.Options)-1].Value = policy
		for i := range r.Outcomes {
			if r.Outcomes[i].Verdict == bench.Solved {
				r.Outcomes[i].Stable = &bench.Point{Depth: 1, Nodes: uint64(10 * (i + 1))}
			}
		}
		return report.Trial{Run: r}
	}
	of := func(engine string) report.Trial { trial := run("wac", "r3"); trial.Engine = engine; return trial }
	compared := trialOf(t, golden.BaseRun(), golden.HeadRun(), gate)
	for _, test := range []struct {
		name   string
		trials []report.Trial
		want   int // curves
	}{
		{"one", []report.Trial{run("wac", "r3")}, 0},
		{"two", []report.Trial{run("wac", "r3"), run("wac", "off")}, 2},
		{"another suite", []report.Trial{run("wac", "r3"), run("bk", "off")}, 0},
		{"another suite between", []report.Trial{run("wac", "r3"), run("bk", "off"), run("wac", "off")}, 2},
		{"several engines", []report.Trial{of("a"), of("b")}, 0}, // which have a plot of their own
		{"a comparison", []report.Trial{run("wac", "r3"), compared}, 0},
	} {
		r := report.Report{Verdict: "complete", Trials: test.trials}
		curves := 0
		for _, block := range r.Document(report.Options{}).Blocks() {
			if _, ok := block.(doc.Sections); ok {
				break
			}
			if plot, ok := block.(doc.Plot); ok && plot.Title == "solved against nodes" {
				curves = len(plot.Curves)
				for i, curve := range plot.Curves {
					if i > 0 && curve.Name == plot.Curves[0].Name {
						t.Errorf("%s: two curves are called %s", test.name, curve.Name)
					}
				}
			}
		}
		if curves != test.want {
			t.Errorf("%s: %d curves, want %d", test.name, curves, test.want)
		}
	}
}
