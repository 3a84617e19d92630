package finding

import (
	"cmp"
	"slices"

	"github.com/zugwatch/zugwatch/bench/commits"
	"github.com/zugwatch/zugwatch/bench/history"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// maxHistory is the number of the last commits of a series that are listed.
const maxHistory = 20

// History shows the level of each series of a history and the commit at which it began, and the last commits,
// the newest first. It draws the trends.
func History(all []*history.Series, verbose bool) (d doc.Document) {
	marks := false
	for _, s := range all {
		trends := s.Trends()
		d = append(d, seriesHeading(all, s), seriesText(s, trends), sinceRelease(s))
		if changes := levelTable(trends); changes.Rows != nil {
			d, marks = append(d, changes), true
		}
		for i := range trends {
			d = append(d, trendPlot(&trends[i]))
		}
		d = append(d, commitTable(s, trends, verbose))
	}
	return append(d, doc.If(marks, doc.Paragraph{"chance: of as clear a step somewhere if the order of the commits meant nothing; up to " +
		doc.Percent(history.SignificanceLevel, 0) + " it is a change of the level"}))
}

// HistoryTitle says in words which suites of a history have come to another level or are worse than
// allowed since a release, and in what.
func HistoryTitle(all []*history.Series) (title doc.Text) {
	var worse doc.Text
	for _, s := range all {
		if axes, _ := exceededAxes(s.Drifts()); axes != "" {
			worse += doc.When(worse != "", "; ") + axes + " of " + doc.Quote(s.Suite.Name) + " since " + doc.Quote(s.Release.Name)
		}
		var axes doc.Text
		for _, t := range s.Trends() {
			if len(t.Changes) > 0 {
				axes += doc.When(axes != "", ", ") + doc.Word(t.Axis)
			}
		}
		if axes != "" {
			title += doc.When(title != "", "; ") + axes + " of " + doc.Quote(s.Suite.Name)
		}
	}
	return "history: " + doc.After("worse than allowed in ", worse) + doc.When(worse != "", "; ") + cmp.Or(doc.After("another level in ", title), "no change of level")
}

// HistoryFields returns the keys and values of the last line of history show: the numbers of series, lines and
// changes of level. With a release it adds the number of axes that are worse than allowed since then.
func HistoryFields(all []*history.Series) []report.Field {
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
	fields := report.Fields("series", len(all), "lines", lines, "changes", changes)
	if released {
		fields = append(fields, report.CountField("exceeded", worse))
	}
	return fields
}

// AddedFields returns the pairs of lines that were added for a commit.
func AddedFields(commit string, a history.AddResult) []report.Field {
	return report.Fields("commit", commit, "added", a.New, "known", a.Known)
}

// AddedRangeFields returns the keys and values of the last line of history add --range.
func AddedRangeFields(a *commits.Addition) []report.Field {
	return report.Fields("commits", a.Commits, "added", a.New, "known", a.Known, "errors", a.Errors)
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
		", limits " + doc.Quote(s.Limits) + doc.When(twin, ", digest "+doc.Quote(s.Suite.Digest)))
}

// seriesText says how long a series is, and in what no change of level is found.
func seriesText(s *history.Series, trends []history.Trend) doc.Paragraph {
	first, last := &s.Records[0], &s.Records[len(s.Records)-1]
	text := doc.Plural(len(s.Records), "commit") + " from " + dateText(first.Date) + " to " + dateText(last.Date)
	var level doc.Text
	for i := range trends {
		if len(trends[i].Changes) == 0 {
			level += doc.When(level != "", ", ") + doc.Word(trends[i].Axis)
		}
	}
	return doc.Paragraph{text + doc.When(level != "", "; no change of level found: "+level)}
}

// commitTable returns the commits of a series, the newest first.
func commitTable(s *history.Series, trends []history.Trend, verbose bool) doc.Table {
	steps := make(map[*history.Record]doc.Text)
	for i := range trends {
		t := &trends[i]
		for _, c := range t.Changes {
			r := t.Records[c.At]
			steps[r] += doc.When(steps[r] != "", ", ") + doc.Word(t.Axis) + " " + changeText(t.Axis, c)
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
					return append(row, steps[r], doc.When(i == 0 || changedEngine(&s.Records[i-1], r), report.EngineText(r.Engine)), doc.Message(r.Subject))
				})
			}
		},
	}
	if !verbose {
		table.Most = maxHistory
	}
	return table
}

func commitRow(r *history.Record) doc.Row {
	positive := func(n uint64) doc.Text { return doc.When(n > 0, doc.Grouped(n)) }
	return doc.Row{
		doc.Text(r.ShortHash()), dateText(r.Date), doc.When(r.Asked > 0, doc.Textf("%d of %d", r.Solved, r.Asked)), doc.When(r.Faults > 0, doc.Bad(doc.Count(r.Faults))),
		doc.Grouped(r.Nodes), positive(r.Solution), positive(r.NPS),
	}
}

// changedEngine reports whether an engine has another name or other options. Its version may
// be another with each commit.
func changedEngine(before, now *history.Record) bool {
	return before.Engine.Name != now.Engine.Name || !slices.Equal(before.Engine.Options, now.Engine.Options)
}
