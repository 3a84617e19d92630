package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// maxRetried is the largest number of positions named that were answered in a second attempt.
const maxRetried = 5

// Remarks returns remarks on a trial that a reader should know before believing its results. Each is one sentence,
// with texts from outside. They say why the gate cannot fail, and how the engines behaved, those of the head first.
func (t *Trial) Remarks() (remarks []string) {
	if t.Comparison != nil {
		for _, why := range t.Comparison.Ineffective {
			remarks = append(remarks, "gate: "+why)
		}
		if twins := t.Comparison.EquivalentSymmetries; len(twins) > 0 {
			remarks = append(remarks, fmt.Sprintf("gate: the forms %s are searched as others are, to the node, by an engine that turns the board: where they are, they are no draws of their own and do not count", strings.Join(twins, " and ")))
		}
		if c := t.Comparison; c.EqualRounds && len(c.Gates) > 0 && c.Gates[0].Axis != compare.Rules && !strings.Contains(c.Limits, "keep-state") { // others make no use of rounds
			remarks = append(remarks, "gate: forms of later rounds are searched as those before, to the node, by an engine that forgets what it searched before: they do not count (hint: preludes: related in the suite)")
		}
	}
	remarks = append(remarks, runRemarks("", t.Run)...)
	if t.Base != nil {
		remarks = append(remarks, runRemarks("base: ", t.Base)...)
	}
	warnings := t.Warnings
	if warnings == nil {
		warnings = WarningsOf(t.Timing, nil)
	}
	return joinSides(append(remarks, warnings...))
}

// runRemarks returns remarks on how an engine behaved in a run. They count answers in a second
// attempt after a fault, searches that stopped early or overran their limit, and searches with
// too few reported iterations.
func runRemarks(side string, run *bench.Run) (remarks []string) {
	totals := run.ShardTotals()
	tell := func(n int, what, detail string) {
		if n > 0 {
			remarks = append(remarks, fmt.Sprintf("%s%d of %d searches %s%s", side, n, totals.Positions, what, detail))
		}
	}
	var retried []string
	for i := range run.Outcomes {
		if o := &run.Outcomes[i]; o.Retried != bench.NoFault && len(retried) < maxRetried {
			retried = append(retried, fmt.Sprintf("%s (%s)", o.ID, o.Retried))
		}
	}
	if more := totals.Retried - len(retried); more > 0 {
		retried = append(retried, fmt.Sprintf("and %d more", more))
	}
	tell(totals.Retried, "answered only in a second attempt, after a fault: ", strings.Join(retried, ", "))
	tell(totals.Early, "ended long before the limit by the engine's own choice", "")
	tell(totals.Late, "overran the limit", "")
	tell(run.CountUnknownTimes(), "are solved, and it is not known since when: the engine tells too few of its iterations", "")
	return remarks
}

// WarningsOf returns warnings about events around the searches of the head and of the base;
// either timing may be nil.
func WarningsOf(head, base *bench.Timing) (all []string) {
	if head != nil {
		all = append(all, head.Warnings...)
	}
	if base != nil {
		for _, warning := range base.Warnings {
			all = append(all, "base: "+warning)
		}
	}
	return all
}

// engineRemarks returns the remarks on all trials.
func (r *Report) engineRemarks() (lines doc.Lines) {
	for i := range r.Trials {
		t := &r.Trials[i]
		remarks := t.Remarks()
		if t.Comparison == nil && t.Timing != nil {
			remarks = remarks[:len(remarks)-len(t.Timing.Warnings)] // these stand among the messages
		}
		for _, what := range remarks {
			lines = append(lines, doc.Quote(t.Title())+": "+doc.Message(what))
		}
	}
	return lines
}

// joinSides returns remarks in which those that are true of the head and of the base stand once.
func joinSides(remarks []string) (joined []string) {
	for _, what := range remarks {
		remark, ofBase := strings.CutPrefix(what, "base: ")
		switch {
		case ofBase && slices.Contains(remarks, remark): // it stands with the head
		case slices.Contains(remarks, "base: "+what):
			joined = append(joined, "base and head: "+what)
		default:
			joined = append(joined, what)
		}
	}
	return joined
}

// maxRemarkLines is the largest number of remarks on the engines' behavior in a summary.
const maxRemarkLines = 4

// remarkLines returns how the engines behaved: what a summary shows of it, and the rest.
func (r *Report) remarkLines() (first, others doc.Document) {
	lines := r.engineRemarks()
	if len(lines) <= maxRemarkLines {
		return doc.If(len(lines) > 0, lines), nil
	}
	rest := lines[maxRemarkLines:]
	return doc.Document{append(slices.Clone(lines[:maxRemarkLines]), doc.Textf("and %d more remarks", len(rest)))}, doc.Document{rest}
}
