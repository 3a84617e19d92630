package finding

import (
	"cmp"

	"github.com/zugwatch/zugwatch/bench/history"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// sinceRelease shows how far the last commit of a series is from the release and from the commit
// before, each judged by itself; nothing without a release.
func sinceRelease(s *history.Series) doc.Document {
	drifts := s.Drifts()
	if len(drifts) == 0 {
		return nil
	}
	before := doc.Text(s.Records[len(s.Records)-2].ShortHash())
	release := doc.Quote(s.Release.Name)
	columns := doc.Words("change in").Numbers("since "+release+" ("+doc.Text(s.Release.ShortHash())+")", "since "+before, "allowed")
	table := doc.Table{
		Columns: columns,
		Rows: doc.EachRow(drifts, func(d *history.Drift) doc.Row {
			return doc.Row{doc.Word(d.Axis), shiftText(d.Axis, d.Since), shiftText(d.Axis, d.FromBefore), allowedText(d)}
		}),
	}
	known := false
	for i := range drifts {
		known = known || drifts[i].Known
	}
	if !known {
		return doc.Document{table}
	}
	text := doc.After("since "+release+": ", exceededAxes(drifts, shiftSinceRelease))
	step := doc.After("since "+before+": ", exceededAxes(drifts, shiftFromBefore))
	text += doc.When(text != "" && step != "", "; ") + step
	return doc.Document{doc.Paragraph{cmp.Or(doc.After("worse than allowed ", text), "no worse than allowed since "+release+" and since "+before)}, table}
}

// The two changes of a drift.
func shiftSinceRelease(d *history.Drift) *history.Shift { return d.Since }
func shiftFromBefore(d *history.Drift) *history.Shift   { return d.FromBefore }

// exceededAxes returns the axes that became worse by more than is allowed.
func exceededAxes(drifts []history.Drift, of func(*history.Drift) *history.Shift) (axes doc.Text) {
	for i := range drifts {
		if shift := of(&drifts[i]); shift != nil && shift.Exceeded {
			axes += doc.When(axes != "", ", ") + doc.Word(drifts[i].Axis)
		}
	}
	return axes
}

// shiftText returns a change, marked where it is worse than allowed.
func shiftText(a history.Axis, s *history.Shift) doc.Text {
	if s == nil {
		return ""
	}
	text := changeText(a, history.Change{Before: s.Before, After: s.After})
	if s.Exceeded {
		return doc.Bad(text)
	}
	return text
}

// allowedText returns what is allowed, in the unit of the change.
func allowedText(d *history.Drift) doc.Text {
	switch {
	case !d.Known:
		return ""
	case d.Axis.IsShare() && d.Allowed == 0:
		return "0.0 pp"
	case d.Axis.IsShare():
		return doc.Textf("%+.1f pp", -100*d.Allowed)
	}
	return doc.Ratio(1 + d.Allowed)
}
