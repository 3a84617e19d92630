package finding

import (
	"cmp"
	"slices"

	"github.com/zugwatch/zugwatch/bench/history"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// sinceRelease shows how far the last commit of a series is from the release and from the commit before. Each
// distance is judged by itself. Without a release it shows nothing.
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
	if !slices.ContainsFunc(drifts, func(d history.Drift) bool { return d.Known }) {
		return doc.Document{table}
	}
	text, step := exceededAxes(drifts)
	text, step = doc.After("since "+release+": ", text), doc.After("since "+before+": ", step)
	text += doc.When(text != "" && step != "", "; ") + step
	return doc.Document{doc.Paragraph{cmp.Or(doc.After("worse than allowed ", text), "no worse than allowed since "+release+" and since "+before)}, table}
}

// exceededAxes returns the axes that became worse by more than is allowed: since the release, and since the commit before.
func exceededAxes(drifts []history.Drift) (release, before doc.Text) {
	for _, d := range drifts {
		if d.Since != nil && d.Since.Exceeded {
			release += doc.When(release != "", ", ") + doc.Word(d.Axis)
		}
		if d.FromBefore != nil && d.FromBefore.Exceeded {
			before += doc.When(before != "", ", ") + doc.Word(d.Axis)
		}
	}
	return release, before
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
