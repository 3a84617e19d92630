package report

import (
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/figure"
	"github.com/zugwatch/zugwatch/bench/speed"
)

// Race is the speed of two engines side by side on one suite.
type Race struct {
	Suite    string
	Entry    Place // of the suite: its line of the configuration
	Measured *speed.Report
	Beside   bool // suites were judged too: see speed.Assessment.ResultBesideSuites
}

// Gate returns the verdict on the race.
func (r *Race) Gate() compare.Result {
	if r.Beside {
		return r.Measured.Assessment.ResultBesideSuites()
	}
	return r.Measured.Assessment.Result()
}

// Title tells a race from the trials of its suite.
func (r *Race) Title() string { return "speed of " + r.Suite }

// Speed shows a race: the time of the workload as the change in nodes times the change in the time for each node. It
// also shows the difference of the base from itself. The verdict is not part of it: see Gates.
func Speed(suite string, r *speed.Report) doc.Document {
	positions := doc.Plural(r.Positions, "position")
	if r.Of > r.Positions {
		positions = doc.Textf("%d of %s", r.Positions, doc.Plural(r.Of, "position"))
	}
	e := r.Assessment.All
	rows := []doc.Row{
		{"nodes", doc.Ratio(e.Nodes)},
		estimateRow("times "+doc.Word(e.Clock)+" time for each node", e.Cost),
		estimateRow("is time for the workload", e.Time),
	}
	if e.Clock != speed.Wall {
		rows = append(rows, estimateRow("wall time for each node", e.Wall), estimateRow("the base against itself, wall time", e.SameWall))
	}
	rows = append(rows, estimateRow("the base against itself", e.Same))
	measured := "measured once: time " + doc.Clock(r.Spent)
	if r.Assessment.Second != nil {
		measured = doc.Textf("measured twice: %s and %s for each node; time %s",
			doc.Ratio(r.Assessment.First.Cost.Ratio), doc.Ratio(r.Assessment.Second.Cost.Ratio), doc.Clock(r.Spent))
	}
	return doc.Document{
		doc.Heading(doc.Textf("%s: speed on %s, limits %s", suite, positions, r.Limits)),
		raceLines(r),
		doc.Table{Columns: doc.Words("head to base").Numbers("change", "95 % interval", "pairs", "sessions"), Rows: doc.FixedRows(rows)},
		doc.Paragraph{measured},
		figure.Sessions(r),
	}
}

func estimateRow(name doc.Text, e speed.Estimate) doc.Row {
	interval := doc.Text("too few sessions")
	if e.Low > 0 {
		interval = doc.Ratio(e.Low) + " to " + doc.Ratio(e.High)
	}
	return doc.Row{name, doc.Ratio(e.Ratio), interval, doc.Count(e.Pairs), doc.Count(e.Sessions)}
}

// raceLines name the engines of a race, and the machine if it was another.
func raceLines(r *speed.Report) doc.Lines {
	lines := doc.Lines{"base: " + EngineText(r.Base), "head: " + EngineText(r.Head)}
	if r.Machine != "" {
		lines = append(lines, "on worker: "+doc.Quote(r.Machine))
	}
	return lines
}
