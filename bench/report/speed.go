package report

import (
	"fmt"
	"io"
	"strconv"

	"github.com/zugwatch/zugwatch/bench/speed"
)

// Speed writes how fast two engines are side by side: the time of the workload
// as the change in nodes times the change in the time for each node, and what
// the base shows against itself. The verdict is not part of it: see Gates.
func Speed(w io.Writer, suite string, r *speed.Report, options Options) error {
	p := &page{options: options}
	positions := plural(r.Positions, "position")
	if r.Of > r.Positions {
		positions = fmt.Sprintf("%d of %s", r.Positions, plural(r.Of, "position"))
	}
	p.heading(p.safe(suite) + ": speed on " + positions + ", limits " + p.safe(r.Limits))
	p.line("base: " + p.engine(r.Base))
	if options.Format == Markdown {
		p.line("")
	}
	p.line("head: " + p.engine(r.Head))
	p.line("")
	e := r.Finding.All
	rows := [][]string{
		{"nodes", ratio(e.Nodes), "", "", ""},
		estimateRow("times "+e.Clock.String()+" time for each node", e.Cost),
		estimateRow("is time for the workload", e.Time),
	}
	if e.Clock != speed.Wall {
		rows = append(rows, estimateRow("wall time for each node", e.Wall))
	}
	rows = append(rows, estimateRow("the base against itself", e.Same))
	p.table([]column{{"head to base", false}, {"change", true}, {"95 % interval", true}, {"pairs", true}, {"sessions", true}}, rows)
	if r.Finding.Second != nil {
		p.line(fmt.Sprintf("measured twice: %s and %s for each node; %s",
			ratio(r.Finding.First.Cost.Ratio), ratio(r.Finding.Second.Cost.Ratio), "time "+clock(r.Spent)))
	} else {
		p.line("measured once: time " + clock(r.Spent))
	}
	p.line("")
	return p.writeTo(w)
}

// estimateRow is the row of an estimate.
func estimateRow(name string, e speed.Estimate) []string {
	interval := "too few sessions"
	if e.Low > 0 {
		interval = ratio(e.Low) + " to " + ratio(e.High)
	}
	return []string{name, ratio(e.Ratio), interval, strconv.Itoa(e.Pairs), strconv.Itoa(e.Sessions)}
}
