package finding

import (
	"github.com/zugwatch/zugwatch/bench/calibrate"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/enginetrial"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// Calibration shows each suite: how far two draws of its forms differ by chance, the effects that
// its gates can find, and the advised settings.
func Calibration(c *calibrate.Calibration) (d doc.Document) {
	for i := range c.Suites {
		d = append(d, calibratedSuite(&c.Suites[i]))
	}
	return append(d,
		calibratedSettings(c),
		doc.Paragraph{doc.Textf("false alarms: %s for %s of all suites together", doc.Percent(compare.FalseAlarms, 0), doc.Plural(c.Tests, "test"))},
		doc.If(c.LongestTime() > 0, doc.Paragraph{calibratedTime(c)}),
		doc.If(len(c.Left) > 0, doc.Paragraph{"without forms, so neither measured nor counted in the time: " + doc.Join(doc.Quote, c.Left, ", ")}))
}

// calibratedSuite shows the measurements of one suite and the power of its gates.
func calibratedSuite(a *calibrate.Advice) doc.Document {
	s := &a.Scatter
	d := doc.Document{
		doc.Heading(doc.Quote(a.Suite) + ": " + doc.Word(a.Kind) + ", " + doc.Quote(a.Limit)),
		doc.Paragraph{
			doc.Textf("%s in two draws of %s each, by %s; %d of %d forms differ",
				doc.Plural(s.Positions, "position"), doc.Plural(s.Forms, "form"), doc.Sentence(a.Engine), s.Changed, s.Positions*s.Forms),
		},
		doc.Paragraph{
			"one form of all positions: " + doc.Grouped(s.Nodes) + " nodes" + doc.When(s.Wall > 0, ", "+doc.Clock(s.Wall)) + doc.When(s.CPU > 0, ", "+doc.Clock(s.CPU)+" of CPU") +
				doc.When(s.Asked > 0, "; solved forms: "+doc.Textf("%d of %d (%s)", s.Solved, s.Asked, doc.Share(s.Solved, s.Asked))),
		},
		doc.If(len(s.Twins) > 0, doc.Paragraph{"searched as other forms are, to the node, and no draws of their own: " + doc.Join(doc.Quote, s.Twins, ", ")}),
		doc.If(len(s.Left) > 0, doc.Paragraph{"left out: " + unsolvedText(s.Left, s.Saved)}),
		doc.If(len(s.Never) > 0, doc.Paragraph{unsolvedText(s.Never, s.Spent)}),
	}
	switch {
	case len(a.Tests) > 0:
	case a.Kind == compare.Rules:
		return append(d, doc.Paragraph{doc.Textf("no statistics are made: %d positions of one rule fail when all their forms are lost", compare.LostOfRule)})
	default:
		return append(d, doc.Paragraph{"its gate has no limit that forms could be judged by"})
	}
	d = append(d, calibratedTests(a))
	for i := range a.Tests {
		if t := &a.Tests[i]; !t.Few && !t.Passing() {
			d = append(d, doc.Paragraph{doc.Text(t.What) + ": " + calibratedDoubt(t)})
		}
	}
	return d
}

// unsolvedText names positions that are solved in no form, with their share of the nodes.
func unsolvedText(names []string, nodes float64) doc.Text {
	return doc.Textf("%s solved in no form, and %s of the nodes: ", doc.Plural(len(names), "position"), doc.Percent(nodes, 1)) + doc.Join(doc.Quote, names, ", ")
}

// calibratedDoubt says why a re-roll does not pass.
func calibratedDoubt(t *calibrate.Test) doc.Text {
	switch {
	case t.Last().Explained:
		return "nothing passes and nothing is red here, for chance would explain the loss of all that are solved; more forms, or positions that are solved, would help"
	case t.Enough > 0:
		return doc.Textf("a change that loses and gains none is undecided here, for a pass takes %d forms in all, in as many looks, where %s is allowed; more positions or forms would help", t.Enough, t.Allowed)
	}
	return doc.Textf("more than 1 re-roll in 20 is undecided here, for %s is allowed; more positions or forms would help", t.Allowed)
}

// calibratedTests returns the table of what the tests of a suite can tell.
func calibratedTests(a *calibrate.Advice) doc.Table {
	columns := doc.Words("judged").Numbers("difference", "forms", "standard error", "a re-roll passes from", "allowed", "red from")
	var rows []doc.Row
	for i := range a.Tests {
		for j := range a.Tests[i].Looks {
			rows = append(rows, calibratedLook(&a.Tests[i], j))
		}
	}
	return doc.Table{Columns: columns, Rows: doc.FixedRows(rows)}
}

// calibratedLook returns one number of forms of a test; what holds of all stands in the first.
func calibratedLook(t *calibrate.Test, at int) doc.Row {
	l, one := &t.Looks[at], at == 0
	passes, red := doc.Percent(l.Passes, 1), calibratedRed(l)
	switch {
	case t.Few:
		passes, red = "too few positions", "too few positions"
	case l.Explained:
		passes = "never"
	}
	return doc.Row{
		doc.When(one, doc.Text(t.What)), doc.When(one, doc.Textf("%+.1f%%", 100*t.Shift)), doc.Count(l.Forms), doc.Percent(l.Error, 2),
		passes, doc.When(one, doc.Text(t.Allowed.String())), red,
	}
}

// calibratedRed returns what is red with 95 %, or how many forms have to be lost.
func calibratedRed(l *calibrate.Look) doc.Text {
	switch {
	case l.Red > 0:
		return doc.Percent(l.Red, 1)
	case l.Least > 0:
		return doc.Textf("%d of %s", l.Least, doc.Plural(l.Solved, "form"))
	}
	return "nothing: too few are solved"
}

// calibratedSettings returns what should stand in the configuration, and why.
func calibratedSettings(c *calibrate.Calibration) doc.Document {
	var rows []doc.Row
	var reasons doc.Lines
	for i := range c.Suites {
		suite := doc.Quote(c.Suites[i].Suite)
		for _, s := range c.Suites[i].Settings {
			rows = append(rows, doc.Row{suite, doc.Text(s.Key), doc.Text(s.Old), doc.Text(s.Value)})
			if s.Reason != "" {
				reasons = append(reasons, suite+", "+doc.Text(s.Key)+": "+doc.Sentence(s.Reason))
			}
		}
	}
	table := doc.Table{Columns: doc.Words("suite", "key", "now", "calibrated"), Rows: doc.FixedRows(rows)}
	return doc.Document{table, doc.If(len(reasons) > 0, reasons)}
}

// calibratedTime returns how long the suites take.
func calibratedTime(c *calibrate.Calibration) doc.Text {
	text := doc.Textf("time with %s: %s, and %s where the first forms do not decide; budget: %s",
		doc.Plural(c.Workers, "worker"), doc.Clock(c.UsualTime()), doc.Clock(c.LongestTime()), doc.Clock(c.Budget))
	return text + doc.When(!c.FitsBudget(), ". That is too little for two forms of every suite: a lower limit, a higher tier or fewer positions would fit")
}

// CalibrationFields returns the pairs of the last line; written tells whether the
// configuration is another one now.
func CalibrationFields(c *calibrate.Calibration, written bool) []report.Field {
	wrote := 0
	if written {
		wrote = 1
	}
	settings := 0
	for i := range c.Suites {
		settings += len(c.Suites[i].Settings)
	}
	return report.Fields("suites", len(c.Suites), "settings", settings, "changed", c.CountChanged(), "written", wrote)
}

// TrialTable shows for each suite the effects that it can find with the engine for which init writes
// a configuration.
func TrialTable(tried []enginetrial.Suite) doc.Document {
	columns := doc.Words("suite", "limit").Numbers("solved forms", "seconds a side", "red from").Words("a change of 5 %")
	d := doc.Document{
		doc.Paragraph{"What the suites can tell of this engine, by two draws of the unchanged engine:"},
		doc.Table{Columns: columns, Rows: doc.EachRow(tried, trialRow)},
	}
	for i := range tried {
		s := &tried[i]
		switch {
		case s.Left != "":
			d = append(d, doc.Paragraph{doc.Quote(s.Name) + " is left out: " + doc.Sentence(s.Left)})
		case s.Untried != "":
			d = append(d, doc.Paragraph{doc.Quote(s.Name) + " was not searched as a whole: " + doc.Sentence(s.Untried)})
		}
	}
	return d
}

// trialRow returns what one suite can tell: of its tests the first, which sees most.
func trialRow(s *enginetrial.Suite) doc.Row {
	row := doc.Row{doc.Quote(s.Name), doc.Quote(s.Limit), "", "", "", ""}
	a := s.Advice
	if a == nil {
		return row
	}
	if a.Scatter.Asked > 0 {
		row[2] = doc.Textf("%d of %d", a.Scatter.Solved, a.Scatter.Asked)
	}
	row[3] = doc.Textf("%.0f", a.Usual.Seconds()/2)
	if len(a.Tests) > 0 && !a.Tests[0].Few {
		l := a.Tests[0].Last()
		row[4], row[5] = calibratedRed(l), seenText(l)
	}
	return row
}

// fivePercent is the change for which the table says whether it is seen.
const fivePercent = 0.05

// seenText reports whether a change of 5 % is red with 95 %.
func seenText(l *calibrate.Look) doc.Text {
	if l.Red > 0 && l.Red <= fivePercent || l.Least > 0 && float64(l.Least) <= fivePercent*float64(l.Solved) {
		return "is red"
	}
	return "may pass"
}
