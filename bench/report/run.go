package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine"
)

// Run writes a run: who searched what, the positions that were not solved (all
// with Options.Verbose), the faults with their messages, and the sums. The
// timing adds times and messages; nil leaves them out.
func Run(w io.Writer, run *bench.Run, timing *bench.Timing, options Options) error {
	p := &page{options: options}
	p.heading(p.safe(run.Suite.Name) + ": " + plural(len(run.Outcomes), "position") + p.shard(run) + ", limits " + p.safe(run.Limits))
	p.line("engine: " + p.engine(run.Engine))
	p.line("")
	p.outcomes(run, timing)
	p.faults(run, timing)
	p.line(runSummary(run))
	if timing != nil && timing.Wall > 0 {
		if options.Format == Markdown {
			p.line("")
		}
		p.line(timeSummary(run, timing))
	}
	p.line("")
	if options.Counters {
		p.counters(run)
	}
	return p.writeTo(w)
}

// shard writes which part of the suite was searched, if not all.
func (p *page) shard(run *bench.Run) string {
	if run.Shard == (bench.Shard{}) {
		return ""
	}
	return ", shard " + p.safe(run.Shard.String()) + " with " + strconv.Itoa(run.Shard.Size(len(run.Outcomes)))
}

// engine writes who searched, with the options.
func (p *page) engine(id engine.ID) string {
	text := p.safe(strings.TrimSpace(id.Name + " " + id.Version))
	var options []string
	for _, o := range id.Options {
		options = append(options, p.safe(o.Name+"="+o.Value))
	}
	if len(options) > 0 {
		text += " (" + strings.Join(options, ", ") + ")"
	}
	return text
}

// outcomes writes the table of positions.
func (p *page) outcomes(run *bench.Run, timing *bench.Timing) {
	columns := []column{
		{"position", false},
		{"result", false},
		{"move", false},
		{"expected", false},
		{"points", true},
		{"score", true},
		{"depth", true},
		{"nodes", true},
		{"found", true},
		{"stable", true},
		{"time", true},
	}
	rows := p.list()
	for i := range run.Outcomes {
		o := &run.Outcomes[i]
		if run.Shard.Has(i) && (p.options.Verbose || callsForALook(o.Verdict)) {
			rows.add(func() []string { return p.outcome(o, timeOf(timing, i)) })
		}
	}
	rows.write(columns)
}

// callsForALook tells whether a position is shown in the short form.
func callsForALook(v bench.Verdict) bool { return v != bench.Solved && v != bench.Measured }

// timeOf are the times of one position, zero when there are none.
func timeOf(timing *bench.Timing, index int) bench.PositionTime {
	if timing == nil || index >= len(timing.Positions) {
		return bench.PositionTime{}
	}
	return timing.Positions[index]
}

// outcome is one row of the table of positions.
func (p *page) outcome(o *bench.Outcome, times bench.PositionTime) []string {
	row := []string{p.safe(o.ID), o.Verdict.String(), "", p.safe(o.Want), "", "", "", "", "", "", ""}
	if o.Verdict == bench.Faulted {
		row[1] = o.Fault.String()
	}
	if o.MaxPoints > 0 {
		row[4] = fmt.Sprintf("%d/%d", o.Points, o.MaxPoints)
	}
	if o.Verdict != bench.Faulted && o.Verdict != bench.Unfinished {
		row[2], row[5] = p.safe(o.Best), o.Score.String()
		row[6], row[7] = depths(o), grouped(o.Nodes)
		row[8], row[9] = point(o.Found, times.Found), point(o.Stable, times.Stable)
	}
	if times.Wall > 0 {
		row[10] = clock(times.Wall)
	}
	return row
}

// depths writes the depth and, after a stroke, the selective one.
func depths(o *bench.Outcome) string {
	if o.SelDepth == 0 {
		return strconv.Itoa(o.Depth)
	}
	return fmt.Sprintf("%d/%d", o.Depth, o.SelDepth)
}

// point writes a moment of a search: depth, nodes and, if known, the time.
func point(at *bench.Point, spent time.Duration) string {
	if at == nil {
		return ""
	}
	text := fmt.Sprintf("d%d %s", at.Depth, grouped(at.Nodes))
	if spent > 0 {
		text += " " + clock(spent)
	}
	return text
}

// faults writes what the engines had to say for themselves.
func (p *page) faults(run *bench.Run, timing *bench.Timing) {
	rows := p.list()
	p.messages(run, timing, func(id, message string) {
		rows.add(func() []string { return []string{id, p.message(message)} })
	})
	rows.write([]column{{"position", false}, {"message", false}})
}

// messages adds each message with its position.
func (p *page) messages(run *bench.Run, timing *bench.Timing, add func(id, message string)) {
	for i := range run.Outcomes {
		times := timeOf(timing, i)
		if times.Retried != "" {
			add(p.safe(run.Outcomes[i].ID), "tried again after: "+times.Retried)
		}
		if times.Fault != "" {
			add(p.safe(run.Outcomes[i].ID), times.Fault)
		}
	}
	if timing != nil {
		for _, warning := range timing.Warnings {
			add("(run)", warning)
		}
	}
}

// runSummary is the line of sums.
func runSummary(run *bench.Run) string {
	t := ownTotals(run)
	var parts []string
	if t.Asked > 0 {
		parts = append(parts,
			fmt.Sprintf("solved %d of %d (%s)", t.Solved, t.Asked, share(t.Solved, t.Asked)),
			fmt.Sprintf("missed %d", t.Missed))
	}
	if t.Measured > 0 {
		parts = append(parts, fmt.Sprintf("measured %d", t.Measured))
	}
	parts = append(parts, fmt.Sprintf("faults %d", t.Faulted))
	if t.Unfinished > 0 {
		parts = append(parts, fmt.Sprintf("unfinished %d", t.Unfinished))
	}
	if t.MaxPoints > 0 {
		parts = append(parts, fmt.Sprintf("points %d of %d", t.Points, t.MaxPoints))
	}
	return strings.Join(append(parts, "nodes "+grouped(t.Nodes)), ", ")
}

// ownTotals are the totals of the run's shard: the positions of others are not
// its to finish.
func ownTotals(run *bench.Run) bench.Totals {
	own := *run
	own.Outcomes = nil
	for i := range run.Outcomes {
		if run.Shard.Has(i) {
			own.Outcomes = append(own.Outcomes, run.Outcomes[i])
		}
	}
	return own.Totals()
}

// timeSummary is the line of times.
func timeSummary(run *bench.Run, timing *bench.Timing) string {
	text := fmt.Sprintf("time %s with %s, %s nodes/second each",
		clock(timing.Wall), plural(timing.Workers, "worker"), grouped(timing.NPS(run)))
	if cpu := timing.CPU(); cpu > 0 {
		text += ", CPU " + clock(cpu)
	}
	return text
}
