package report

import (
	"github.com/zugwatch/zugwatch/bench/calibrate"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/start"
)

// Tried says of each suite what it can tell of the engine for which init writes a configuration.
func Tried(tried []start.Suite) doc.Document {
	columns := doc.Words("suite", "limit").Numbers("solved forms", "seconds a side", "red from").Words("a change of 5 %")
	table := doc.Table{Columns: columns, Rows: func(add func(func() doc.Row)) {
		for i := range tried {
			add(func() doc.Row { return triedRow(&tried[i]) })
		}
	}}
	d := doc.Document{doc.Paragraph{"What the suites can tell of this engine, by two draws of the unchanged engine:"}, table}
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

// triedRow returns what one suite can tell: of its tests the first, which sees most.
func triedRow(s *start.Suite) doc.Row {
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
		row[4], row[5] = calibratedRed(l), seen(l)
	}
	return row
}

// fivePercent is the change for which the table says whether it is seen.
const fivePercent = 0.05

// seen reports whether a change of 5 % is red with 95 %.
func seen(l *calibrate.Look) doc.Text {
	if l.Red > 0 && l.Red <= fivePercent || l.Least > 0 && float64(l.Least) <= fivePercent*float64(l.Solved) {
		return "is red"
	}
	return "may pass"
}
