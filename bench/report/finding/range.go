package finding

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/zugwatch/zugwatch/bench/commits"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/engine/text"
)

// Range shows the verdict on each commit of a range and the sums of the changes on each suite. It also shows the
// commits that could not be judged. With verbose every gate gives its first reason.
func Range(r *commits.Report, verbose bool) doc.Document {
	c := r.Counts()
	var suites doc.Footer
	for _, suite := range r.Suites {
		suites = append(suites, "suite: "+doc.Quote(suite))
	}
	if r.Tool != "" {
		suites = append(suites, "made by zugwatch "+doc.Quote(r.Tool))
	}
	return doc.Document{
		doc.Heading("range " + doc.Quote(r.Range) + ": " + doc.Plural(r.Commits, "commit")),
		doc.Paragraph{
			doc.Textf("%s: %d pass, %d fail, %d undecided, %d inconclusive, %d not judged", doc.Plural(c.Pairs, "pair"), c.Pass, c.Fail, c.Undecided, c.Inconclusive, c.Errors) +
				doc.When(c.Identical > 0, doc.Textf("; in %d nothing changed at all", c.Identical)) +
				doc.When(r.Left > 0, doc.Textf("; %d left", r.Left)),
		},
		rangePairs(r.Pairs),
		doc.If(verbose, rangeGates(r.Pairs)),
		rangeSums(r), solutionPlot(r), lostPlot(r), suites,
	}
}

// RangeTitle names the page of a range.
func RangeTitle(r *commits.Report) doc.Text { return "range " + doc.Quote(r.Range) }

func rangePairs(pairs []commits.Pair) doc.Table {
	columns := doc.Words("commit", "subject").Numbers("Elo").Words("claim", "verdict", "what").Numbers("seconds")
	return doc.Table{
		Columns: columns.Spare("seconds", "claim", "Elo", "subject"),
		Rows: doc.EachRow(pairs, func(p *commits.Pair) doc.Row {
			return doc.Row{
				doc.Text(p.ShortHash()), doc.Message(p.Subject) + doc.When(p.Reversed, " (taken back)"), reportedElo(p.Elo), claimText(p),
				doc.MarkTone(doc.Text(p.Verdict)), pairText(p), doc.When(p.Measured.Seconds > 0, doc.Textf("%.1f", p.Measured.Seconds)),
			}
		}),
	}
}

// reportedElo returns the Elo that a message reports at its longest time control.
func reportedElo(all []revision.Elo) doc.Text {
	e := revision.LongestElo(all)
	if e == nil {
		return ""
	}
	return doc.Textf("%.2f +/- %.2f", e.Elo, e.Error)
}

// claimText returns what a message claims of the search.
func claimText(p *commits.Pair) doc.Text {
	switch {
	case p.Same:
		return "no change"
	case p.Bench > 0:
		return "bench " + doc.Text(strconv.FormatUint(p.Bench, 10))
	}
	return ""
}

// pairText says what the verdict on a pair rests on.
func pairText(p *commits.Pair) (text doc.Text) {
	switch {
	case p.Error != "":
		return doc.Message(p.Error)
	case p.Identical():
		return "identical"
	case p.Verdict == compare.Pass.String():
		return ""
	}
	for i := range p.Suites {
		s := &p.Suites[i]
		if s.Verdict != p.Verdict {
			continue
		}
		text += doc.When(text != "", "; ") + doc.Quote(s.Suite)
		for _, a := range s.Axes {
			if a.Verdict == s.Verdict {
				text += " " + doc.Text(a.Axis)
				break
			}
		}
		text += doc.After(": ", doc.Join(doc.Quote, s.Positions, ", "))
	}
	return text
}

func rangeGates(pairs []commits.Pair) doc.Table {
	var rows []doc.Row
	for i := range pairs {
		commit := doc.Text(pairs[i].ShortHash()) + doc.When(pairs[i].Reversed, " (taken back)")
		for _, s := range pairs[i].Suites {
			for _, a := range s.Axes {
				rows = append(rows, doc.Row{commit, doc.Quote(s.Suite), doc.Text(a.Axis), doc.MarkTone(doc.Text(a.Verdict)), doc.Sentence(a.Reason)})
			}
		}
	}
	return doc.Table{Columns: doc.Words("commit", "suite", "axis", "verdict", "reason"), Rows: doc.FixedRows(rows)}
}

// rangeSums returns the table of what the commits add up to on each suite.
func rangeSums(r *commits.Report) doc.Table {
	columns := doc.Words("suite").Numbers("commits", "nodes to the solution, all together", "lost share, all together", "nodes, all together")
	return doc.Table{Columns: columns, Rows: doc.EachRow(rangeSuites(r), func(suite *string) doc.Row {
		solution, lost, tree := sumOf(r, *suite, solutionOf), sumOf(r, *suite, lostOf), sumOf(r, *suite, treeOf)
		return doc.Row{
			doc.Quote(*suite), doc.Count(max(len(solution), len(lost), len(tree))),
			lastSum(solution, factorText), lastSum(lost, lostText), lastSum(tree, factorText),
		}
	})}
}

func rangeSuites(r *commits.Report) (suites []string) {
	for i := range r.Pairs {
		for _, s := range r.Pairs[i].Suites {
			if !slices.Contains(suites, s.Suite) {
				suites = append(suites, s.Suite)
			}
		}
	}
	return suites
}

// sum is the sum of the changes of all commits up to one of them.
type sum struct {
	pair  *commits.Pair
	at    int  // place of its commit, from 1
	apart bool // the commit before it has no result
	value float64
}

// rounding is the largest distance from 0 of a sum whose parts were all taken back.
const rounding = 1e-9

// The shifts that add up: logarithms of factors, and shares.
func solutionOf(s *commits.Suite) (float64, bool) { return logOf(s.Solution) }
func treeOf(s *commits.Suite) (float64, bool)     { return logOf(s.Tree) }

func lostOf(s *commits.Suite) (float64, bool) {
	if s.Lost == nil {
		return 0, false
	}
	return s.Lost.Mean, true
}

func logOf(s *commits.Shift) (float64, bool) {
	if s == nil || s.Mean <= -1 {
		return 0, false
	}
	return math.Log1p(s.Mean), true
}

// sumOf adds a shift up over the commits of the report, as far as a suite tells it. Pairs that
// are reversed are left out.
func sumOf(r *commits.Report, suite string, shift func(*commits.Suite) (float64, bool)) (sums []sum) {
	value, at, apart := 0.0, 0, false
	for i := range r.Pairs {
		p := &r.Pairs[i]
		if p.Reversed {
			continue
		}
		at++
		found := false
		for k := range p.Suites {
			if p.Suites[k].Suite != suite || p.Error != "" {
				continue
			}
			if step, ok := shift(&p.Suites[k]); ok {
				value, found = value+step, true
			}
		}
		if found {
			sums = append(sums, sum{p, at, apart, value})
		}
		apart = !found
	}
	return sums
}

// lastSum returns the last of the sums in words.
func lastSum(sums []sum, tell func(float64) doc.Text) doc.Text {
	if len(sums) == 0 {
		return ""
	}
	value := sums[len(sums)-1].value
	if math.Abs(value) < rounding {
		value = 0
	}
	return tell(value)
}

func factorText(log float64) doc.Text { return doc.Ratio(math.Exp(log)) }
func lostText(share float64) doc.Text { return doc.Textf("%+.2f%%", 100*share) }

// solutionPlot draws the nodes to the solution, added up.
func solutionPlot(r *commits.Report) doc.Plot {
	plot := doc.Plot{Title: "nodes to the solution, all commits up to each together", X: "commits, the oldest first", Y: "factor", Factors: true}
	plot.Curves = sumCurves(r, solutionOf, func(log float64) float64 { return log / math.Ln2 }, factorText)
	return plot
}

// lostPlot draws the share of forms that is lost, added up.
func lostPlot(r *commits.Report) doc.Plot {
	plot := doc.Plot{Title: "lost share, all commits up to each together", X: "commits, the oldest first", Y: "lost share (%)"}
	plot.Curves = sumCurves(r, lostOf, func(share float64) float64 { return 100 * share }, lostText)
	return plot
}

// sumCurves returns the sums of each suite; none where there is a single commit.
func sumCurves(r *commits.Report, shift func(*commits.Suite) (float64, bool), height func(float64) float64, tell func(float64) doc.Text) (curves []doc.Curve) {
	for _, suite := range rangeSuites(r) {
		sums := sumOf(r, suite, shift)
		if len(sums) < 2 {
			continue
		}
		curve := doc.Curve{Name: doc.Quote(suite)}
		for _, s := range sums {
			label := doc.Text(s.pair.ShortHash()) + ": " + tell(s.value) + ", " + doc.Message(s.pair.Subject)
			curve.Points = append(curve.Points, doc.Point{X: float64(s.at), Y: height(s.value), Label: label, Marked: s.pair.Verdict == compare.Fail.String(), Apart: s.apart})
		}
		curves = append(curves, curve)
	}
	return curves
}

// RangeFields returns the pairs of the last line.
func RangeFields(r *commits.Report) []report.Field {
	c := r.Counts()
	fields := report.Fields(
		"pairs", c.Pairs, "pass", c.Pass, "fail", c.Fail, "undecided", c.Undecided, "inconclusive", c.Inconclusive,
		"identical", c.Identical, "errors", c.Errors)
	if r.Left > 0 {
		fields = append(fields, report.CountField("left", r.Left))
	}
	return fields
}

// NextText returns which pair or commit of a range comes next, and how long the rest takes.
func NextText(noun string, p commits.Progress) string {
	back, rest := "", ""
	if p.Reversed {
		back = " (taken back)"
	}
	if p.Time > 0 {
		rest = fmt.Sprintf("; %d done, %d left, about %v", p.Done, p.Left, p.Time.Round(time.Second))
	}
	return fmt.Sprintf("%s %d of %d: %s %s%s%s", noun, p.Done+1, p.Done+p.Left, p.Commit.ShortHash(), text.Printable(p.Commit.Subject), back, rest)
}
