package finding

import (
	"time"

	"github.com/zugwatch/zugwatch/bench/history"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// levelTable returns the changes of level of a series; without rows where there is none.
func levelTable(trends []history.Trend) doc.Table {
	var rows []doc.Row
	for i := range trends {
		t := &trends[i]
		for _, c := range t.Changes {
			r := t.Records[c.At]
			rows = append(rows, doc.Row{
				doc.Word(t.Axis), doc.Text(r.ShortHash()), dateText(r.Date),
				valueText(t.Axis, c.Before), valueText(t.Axis, c.After), changeText(t.Axis, c), doc.Percent(c.P, 1), doc.Message(r.Subject),
			})
		}
	}
	if rows == nil {
		return doc.Table{}
	}
	columns := doc.Words("another level of", "since", "date").Numbers("before", "from then on", "change", "chance").Words("subject")
	return doc.Table{Columns: columns.Spare("chance", "date"), Rows: doc.FixedRows(rows)}
}

// trendPlot draws an axis of a series, and where it changes, its levels. One commit is no
// trend: the plot is without curves.
func trendPlot(t *history.Trend) doc.Plot {
	plot := doc.Plot{Title: doc.Word(t.Axis), X: "commits, the oldest first", Y: doc.Word(t.Axis)}
	if t.Axis.IsShare() {
		plot.Y, plot.Most = plot.Y+" (%)", 100
	}
	if len(t.Values) < 2 {
		return plot
	}
	height := func(value float64) float64 {
		if t.Axis.IsShare() {
			value *= 100
		}
		return value
	}
	values := doc.Curve{Name: doc.Word(t.Axis)}
	for i, r := range t.Records {
		label := doc.Text(r.ShortHash()) + ", " + dateText(r.Date) + ": " + valueText(t.Axis, t.Values[i]) + ", " + doc.Message(r.Subject)
		values.Points = append(values.Points, doc.Point{X: float64(i + 1), Y: height(t.Values[i]), Label: label})
	}
	plot.Curves = []doc.Curve{values}
	if len(t.Changes) == 0 {
		return plot
	}
	level := doc.Curve{Name: "level"}
	from := 0
	add := func(to int, value float64) {
		level.Points = append(level.Points, doc.Point{X: float64(from + 1), Y: height(value), Apart: true}, doc.Point{X: float64(to), Y: height(value)})
		from = to
	}
	for _, c := range t.Changes {
		values.Points[c.At].Marked = true
		values.Points[c.At].Label = "new level, " + changeText(t.Axis, c) + ": " + values.Points[c.At].Label
		add(c.At, c.Before)
	}
	add(len(t.Values), t.Changes[len(t.Changes)-1].After)
	plot.Curves = append(plot.Curves, level)
	return plot
}

func dateText(t time.Time) doc.Text { return doc.Text(t.UTC().Format(time.DateOnly)) }

func valueText(a history.Axis, value float64) doc.Text {
	if a.IsShare() {
		return doc.Percent(value, 1)
	}
	return doc.Grouped(uint64(value + 0.5))
}

// changeText returns a change of level: of shares their difference, of nodes the factor.
func changeText(a history.Axis, c history.Change) doc.Text {
	if a.IsShare() {
		return doc.Textf("%+.1f pp", 100*(c.After-c.Before))
	}
	return doc.Ratio(c.After / c.Before)
}
