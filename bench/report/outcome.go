package report

import (
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/engine"
)

// EngineText says who searched, with the options.
func EngineText(id engine.ID) doc.Text {
	text := doc.Quote(strings.TrimSpace(id.Name + " " + id.Version))
	if len(id.Options) == 0 {
		return text
	}
	options := make([]string, len(id.Options))
	for i, o := range id.Options {
		options[i] = o.Name + "=" + o.Value
	}
	return text + " (" + doc.Join(doc.Quote, options, ", ") + ")"
}

// positionsText counts positions, and their forms where there are more of them.
func positionsText(positions, forms int) doc.Text {
	text := doc.Plural(positions, "position")
	if forms > positions {
		text += doc.Textf(" in %d forms", forms)
	}
	return text
}

// needsAttention reports whether a position is shown in the short form.
func needsAttention(v bench.Verdict) bool { return v != bench.Solved && v != bench.Measured }

func outcomeRow(o *bench.Outcome, times bench.PositionTime) doc.Row {
	row := doc.Row{
		doc.Quote(o.ID), doc.MarkTone(doc.Word(o.Verdict)), "", doc.Quote(o.Want), doc.When(o.MaxPoints > 0, doc.Textf("%d/%d", o.Points, o.MaxPoints)),
		"", "", "", "", "", doc.When(times.Wall > 0, doc.Clock(times.Wall)),
	}
	switch o.Verdict {
	case bench.Faulted:
		row[1] = doc.Bad(doc.Word(o.Fault))
	case bench.Unfinished:
	default:
		row[2], row[5] = doc.Quote(o.Best), doc.Word(o.Score)
		row[6], row[7] = depthCell(o), doc.Grouped(o.Nodes)
		row[8], row[9] = pointCell(o.Found, times.Found), sinceCell(o, times.Stable)
	}
	return row
}

// resultCell returns how one position ended, in one cell.
func resultCell(o *bench.Outcome) doc.Text {
	switch {
	case o.Verdict == bench.Faulted:
		return doc.Bad(doc.Word(o.Fault))
	case o.Verdict == bench.Unfinished:
		return doc.Word(o.Verdict)
	case o.MaxPoints > 0:
		return doc.Textf("%s %s %d/%d", doc.MarkTone(doc.Word(o.Verdict)), o.Best, o.Points, o.MaxPoints)
	}
	return doc.Textf("%s %s", doc.MarkTone(doc.Word(o.Verdict)), o.Best)
}

// sideCells returns the move, the score and the nodes of an outcome, or the class of
// its fault.
func sideCells(o *bench.Outcome) [3]doc.Text {
	if o.Verdict == bench.Faulted {
		return [3]doc.Text{doc.Bad(doc.Word(o.Fault))}
	}
	return [3]doc.Text{doc.Quote(o.Best), doc.Word(o.Score), doc.Grouped(o.Nodes)}
}

// sinceCell writes since when a solution stood.
func sinceCell(o *bench.Outcome, spent time.Duration) doc.Text {
	return pointCell(o.Stable, spent) + doc.When(o.HasUnknownTime(), "not known")
}

// depthCell writes the depth and, after a stroke, the selective one.
func depthCell(o *bench.Outcome) doc.Text {
	if o.SelDepth == 0 {
		return doc.Count(o.Depth)
	}
	return doc.Textf("%d/%d", o.Depth, o.SelDepth)
}

// pointCell writes a moment of a search: depth, nodes and, if known, the time.
func pointCell(at *bench.Point, spent time.Duration) doc.Text {
	if at == nil {
		return ""
	}
	return doc.Textf("d%d %s", at.Depth, doc.Grouped(at.Nodes)) + doc.When(spent > 0, " "+doc.Clock(spent))
}

func shareOf(n, of uint64) doc.Text { return doc.Percent(float64(n)/float64(of), 2) }
