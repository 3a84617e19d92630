package finding_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/history"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/finding"
	"github.com/zugwatch/zugwatch/bench/report/golden"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

// recorded returns a history of three suites: one that lost positions and grew, one whose limit fixes the
// nodes and that stayed as it was, and one that was edited.
func recorded() (records []history.Record) {
	for i := range 30 {
		r := history.Record{
			Commit: fmt.Sprintf("%04d%036d", i, 0), Date: time.Date(2026, 1, 1+i, 12, 0, 0, 0, time.UTC), Subject: fmt.Sprintf("search: change %d", i),
			Engine: engine.ID{Name: "Zugwatch", Version: fmt.Sprint(i), Options: []engine.Option{{Name: "Hash", Value: "16"}}},
			Suite:  bench.SuiteRef{Name: "zugzwang", Digest: "sha256:1", Count: 104, Forms: 4}, Limits: "depth=9",
			Asked: 104, Solved: 90 - i%2, Nodes: 1_000_000 + uint64(1000*(i%3)), Solution: 20_000, NPS: 2_000_000,
		}
		if i >= 18 {
			r.Solved, r.Solution, r.Subject = 80+i%2, 25_000, golden.HostileText
		}
		if i >= 10 {
			r.Nodes += 300_000
		}
		if i == 25 {
			r.Faults, r.Engine.Options = 2, []engine.Option{{Name: "Hash", Value: "32"}}
		}
		fixed := r
		fixed.Suite, fixed.Limits = bench.SuiteRef{Name: golden.HostileText, Digest: "sha256:2", Count: 104}, "nodes=1000"
		fixed.Solved, fixed.Solution, fixed.NPS, fixed.Faults = 70, 500, 0, 0
		if i >= 28 {
			fixed.Suite.Digest = "sha256:3"
		}
		records = append(records, r, fixed)
	}
	return records
}

func TestGoldenHistory(t *testing.T) {
	all := history.Group(recorded())
	golden.CheckVerbose(t, "history", func(verbose bool) doc.Document { return finding.History(all, verbose) })
	var line bytes.Buffer
	must.Do(t, report.Line(&line, "complete", 0, append(finding.HistoryFields(all), finding.AddedFields("0123456789", history.AddResult{New: 2, Known: 1})...)...))
	if got, want := line.String(), "zugwatch: verdict=complete code=0 series=3 lines=60 changes=3 commit=0123456789 added=2 known=1\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestGoldenHistoryRelease: a table compares the last commit with the release and with the commit before it.
func TestGoldenHistoryRelease(t *testing.T) {
	all := history.Group(recorded())
	for _, s := range all {
		s.SetRelease(map[string]string{fmt.Sprintf("%04d%036d", 5, 0): golden.HostileText, fmt.Sprintf("%04d%036d", 28, 0): "v2.0"})
	}
	all[0].SetRelease(map[string]string{fmt.Sprintf("%04d%036d", 5, 0): "v1.0, stable"})
	all[0].Allowed = map[history.Axis]float64{history.Solved: 0.05, history.Nodes: 0, history.Solution: 0.3}
	all[1].Allowed = map[history.Axis]float64{history.Solved: 0}
	golden.CheckVerbose(t, "history-release", func(verbose bool) doc.Document {
		return doc.Document{doc.Title(finding.HistoryTitle(all)), finding.History(all, verbose)}
	})
	var line bytes.Buffer
	must.Do(t, report.Line(&line, "complete", 0, finding.HistoryFields(all)...))
	if got, want := line.String(), "zugwatch: verdict=complete code=0 series=3 lines=60 changes=3 exceeded=2\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestHistoryPlots: each axis is drawn commit by commit, with a mark where it changes and
// the commit to hover over.
func TestHistoryPlots(t *testing.T) {
	var got []string
	for _, block := range finding.History(history.Group(recorded()), false).Blocks() {
		plot, ok := block.(doc.Plot)
		if !ok {
			continue
		}
		one := string(plot.Title)
		for _, curve := range plot.Curves {
			one += fmt.Sprintf("; %s %d", curve.Name, len(curve.Points))
			for _, point := range curve.Points {
				if point.Marked {
					one += fmt.Sprintf(", at %g", point.X)
				}
				if point.Apart {
					one += fmt.Sprintf(", from %g", point.X)
				}
				first := map[bool]int{true: 29, false: 1}[len(plot.Curves[0].Points) == 2] // the last series begins late
				if curve.Name != "level" && !strings.Contains(string(point.Label), fmt.Sprintf("%04d000000, 2026-", int(point.X)+first-2)) {
					t.Errorf("label %q of point %g", point.Label, point.X)
				}
			}
		}
		got = append(got, one)
	}
	want := []string{
		"solved; solved 30, at 19; level 4, from 1, from 19", "nodes; nodes 30, at 11; level 4, from 1, from 11", "nodes to the solution; nodes to the solution 30, at 19; level 4, from 1, from 19",
		"solved; solved 28", "nodes to the solution; nodes to the solution 28", "solved; solved 2", "nodes to the solution; nodes to the solution 2",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestHistoryTitle: the title names what has another level; one commit has a plot of nothing.
func TestHistoryTitle(t *testing.T) {
	all := history.Group(recorded())
	shown := func(heading doc.Text) string {
		return strings.ReplaceAll(string(golden.Write(t, doc.Document{doc.Title(heading)}, doc.Markdown, doc.Extent{})), "\n", "")
	}
	if got, want := shown(finding.HistoryTitle(all)), "## history: another level in solved, nodes, nodes to the solution of <code>zugzwang</code>"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	all = history.Group(recorded()[:1])
	if got, want := shown(finding.HistoryTitle(all)), "## history: no change of level"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, block := range finding.History(all, false).Blocks() {
		if plot, ok := block.(doc.Plot); ok && len(plot.Curves) > 0 {
			t.Errorf("%s of one commit is drawn", plot.Title)
		}
	}
}
