package report

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"github.com/zugwatch/zugwatch/bench/commits"
	"github.com/zugwatch/zugwatch/bench/history"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// maxHistory is how many of the last commits of a series are listed.
const maxHistory = 20

// History tells of each series of a history on which level it is and since which commits,
// the last commits, the newest first, and draws its trends.
func History(all []*history.Series, options Options) (d doc.Document) {
	marks := false
	for _, s := range all {
		trends := s.Trends()
		d = append(d, seriesHeading(all, s), seriesText(s, trends))
		d = append(d, sinceRelease(s)...)
		if changes := levelTable(trends); changes.Rows != nil {
			d, marks = append(d, changes), true
		}
		for i := range trends {
			d = append(d, trendPlot(&trends[i]))
		}
		d = append(d, commitTable(s, trends, options))
	}
	if marks {
		d = append(d, doc.Paragraph{"chance: of as clear a step somewhere if the order of the commits meant nothing; up to " +
			doc.Percent(history.Level, 0) + " it is a change of the level"})
	}
	return d
}

// HistoryTitle says in words which suites of a history have come to another level or are worse than
// allowed since a release, and in what.
func HistoryTitle(all []*history.Series) (title doc.Text) {
	var worse doc.Text
	for _, s := range all {
		if axes := exceeded(s.Drifts(), ofRelease); axes != "" {
			worse += when(worse != "", "; ") + axes + " of " + doc.Quote(s.Suite.Name) + " since " + doc.Quote(s.Release.Name)
		}
		var axes doc.Text
		for _, t := range s.Trends() {
			if len(t.Changes) > 0 {
				axes += when(axes != "", ", ") + doc.Word(t.Axis)
			}
		}
		if axes != "" {
			title += when(title != "", "; ") + axes + " of " + doc.Quote(s.Suite.Name)
		}
	}
	return "history: " + after("worse than allowed in ", worse) + when(worse != "", "; ") + cmp.Or(after("another level in ", title), "no change of level")
}

// HistoryFields returns the keys and values of the last line of history show: the numbers of series, lines and
// changes of level. With a release it adds the number of axes that are worse than allowed since then.
func HistoryFields(all []*history.Series) []Field {
	lines, changes, worse, released := 0, 0, 0, false
	for _, s := range all {
		for _, d := range s.Drifts() {
			released = true
			if d.Since.Exceeded {
				worse++
			}
		}
		lines += len(s.Records)
		for _, t := range s.Trends() {
			changes += len(t.Changes)
		}
	}
	fields := []Field{{"series", strconv.Itoa(len(all))}, {"lines", strconv.Itoa(lines)}, {"changes", strconv.Itoa(changes)}}
	if released {
		fields = append(fields, Field{"exceeded", strconv.Itoa(worse)})
	}
	return fields
}

// AddedFields returns the pairs of lines that were added for a commit.
func AddedFields(commit string, a history.Added) []Field {
	return []Field{{"commit", commit}, {"added", strconv.Itoa(a.New)}, {"known", strconv.Itoa(a.Known)}}
}

// AddedRangeFields returns the keys and values of the last line of history add --range.
func AddedRangeFields(a *commits.Addition) []Field {
	return []Field{{"commits", strconv.Itoa(a.Commits)}, {"added", strconv.Itoa(a.New)}, {"known", strconv.Itoa(a.Known)}, {"errors", strconv.Itoa(a.Errors)}}
}

// seriesHeading names a series, with the digest of the suite where another has its name and
// limits.
func seriesHeading(all []*history.Series, s *history.Series) doc.Heading {
	twin := slices.ContainsFunc(all, func(other *history.Series) bool {
		return other != s && other.Suite.Name == s.Suite.Name && other.Limits == s.Limits
	})
	searched := doc.Plural(s.Suite.Count, "position")
	if s.Suite.Forms > 1 {
		searched = doc.Plural(s.Suite.Count, "form") + doc.Textf(", up to %d of each position", s.Suite.Forms)
	}
	return doc.Heading(doc.Quote(s.Suite.Name) + ": " + searched +
		", limits " + doc.Quote(s.Limits) + when(twin, ", digest "+doc.Quote(s.Suite.Digest)))
}

// seriesText says how long a series is, and in what no change of level is found.
func seriesText(s *history.Series, trends []history.Trend) doc.Paragraph {
	first, last := &s.Records[0], &s.Records[len(s.Records)-1]
	text := doc.Plural(len(s.Records), "commit") + " from " + day(first.Date) + " to " + day(last.Date)
	var level doc.Text
	for i := range trends {
		if len(trends[i].Changes) == 0 {
			level += when(level != "", ", ") + doc.Word(trends[i].Axis)
		}
	}
	return doc.Paragraph{text + when(level != "", "; no change of level found: "+level)}
}

func day(t time.Time) doc.Text { return doc.Text(t.UTC().Format(time.DateOnly)) }

// levelTable returns the changes of level of a series; without rows where there is none.
func levelTable(trends []history.Trend) doc.Table {
	var rows []doc.Row
	for i := range trends {
		t := &trends[i]
		for _, c := range t.Changes {
			r := t.Records[c.At]
			rows = append(rows, doc.Row{
				doc.Word(t.Axis), doc.Text(r.Short()), day(r.Date),
				valueText(t.Axis, c.Before), valueText(t.Axis, c.After), changeText(t.Axis, c), doc.Percent(c.P, 1), doc.Message(r.Subject),
			})
		}
	}
	if rows == nil {
		return doc.Table{}
	}
	columns := doc.Words("another level of", "since", "date").Numbers("before", "from then on", "change", "chance").Words("subject")
	return doc.Table{Columns: columns.Spare("chance", "date"), Rows: doc.Fixed(rows)}
}

// valueText returns a value of an axis.
func valueText(a history.Axis, value float64) doc.Text {
	if a.Share() {
		return doc.Percent(value, 1)
	}
	return doc.Grouped(uint64(value + 0.5))
}

// changeText returns a change of level: of shares their difference, of nodes the factor.
func changeText(a history.Axis, c history.Change) doc.Text {
	if a.Share() {
		return doc.Textf("%+.1f pp", 100*(c.After-c.Before))
	}
	return doc.Ratio(c.After / c.Before)
}

// commitTable returns the commits of a series, the newest first.
func commitTable(s *history.Series, trends []history.Trend, options Options) doc.Table {
	steps := make(map[*history.Record]doc.Text)
	for i := range trends {
		t := &trends[i]
		for _, c := range t.Changes {
			r := t.Records[c.At]
			steps[r] += when(steps[r] != "", ", ") + doc.Word(t.Axis) + " " + changeText(t.Axis, c)
		}
	}
	columns := doc.Words("commit", "date").Numbers("solved", "faults", "nodes", "nodes to the solution", "nodes/second").Words("new level", "engine", "subject")
	table := doc.Table{
		Columns: columns.Spare("nodes/second", "engine", "date", "subject"),
		Rows: func(add func(func() doc.Row)) {
			for i := range slices.Backward(s.Records) {
				add(func() doc.Row {
					r := &s.Records[i]
					row := commitRow(r)
					return append(row, steps[r], when(i == 0 || changedEngine(&s.Records[i-1], r), engineText(r.Engine)), doc.Message(r.Subject))
				})
			}
		},
	}
	if !options.Verbose {
		table.Most = maxHistory
	}
	return table
}

// commitRow returns the figures of a commit.
func commitRow(r *history.Record) doc.Row {
	positive := func(n uint64) doc.Text { return when(n > 0, doc.Grouped(n)) }
	return doc.Row{
		doc.Text(r.Short()), day(r.Date), when(r.Asked > 0, doc.Textf("%d of %d", r.Solved, r.Asked)), when(r.Faults > 0, doc.Bad(doc.Count(r.Faults))),
		doc.Grouped(r.Nodes), positive(r.Solution), positive(r.NPS),
	}
}

// changedEngine reports whether an engine has another name or other options. Its version may
// be another with each commit.
func changedEngine(before, now *history.Record) bool {
	return before.Engine.Name != now.Engine.Name || !slices.Equal(before.Engine.Options, now.Engine.Options)
}

// trendPlot draws an axis of a series, and where it changes, its levels. One commit is no
// trend: the plot is without curves.
func trendPlot(t *history.Trend) doc.Plot {
	plot := doc.Plot{Title: doc.Word(t.Axis), X: "commits, the oldest first", Y: doc.Word(t.Axis)}
	if t.Axis.Share() {
		plot.Y, plot.Most = plot.Y+" (%)", 100
	}
	if len(t.Values) < 2 {
		return plot
	}
	height := func(value float64) float64 {
		if t.Axis.Share() {
			value *= 100
		}
		return value
	}
	values := doc.Curve{Name: doc.Word(t.Axis)}
	for i, r := range t.Records {
		label := doc.Text(r.Short()) + ", " + day(r.Date) + ": " + valueText(t.Axis, t.Values[i]) + ", " + doc.Message(r.Subject)
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
