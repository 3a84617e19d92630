package report

import (
	"regexp"
	"slices"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/explanation"
)

// maxSummaryReasons is the largest number of reasons of one gate in a summary, besides the last.
const maxSummaryReasons = 2

// Document tells the whole report on a page: the verdict first, and every table.
func (r *Report) Document(options Options) doc.Document {
	if r.HasComparison() {
		return r.page(options)
	}
	conduct := r.engineRemarks()
	d := doc.Document{
		doc.Title("Zugwatch: " + r.headline()),
		doc.If(len(conduct) > 0, conduct),
		Revisions(r.Revisions),
		r.acceptanceDocument(),
		r.effects(),
		r.togetherPlot(),
	}
	for _, part := range r.sections(options) {
		d = append(d, part)
	}
	return append(d, leftOut(r.Left, r.SkippedTiers), r.gateLines(), r.footer(), r.problem())
}

// problem shows why a command did not finish. It is empty if it did.
func (r *Report) problem() doc.Document {
	if r.Problem == nil {
		return nil
	}
	return doc.Document{doc.Problem{Text: doc.Sentence(r.Problem.Text), Details: Differences(r.Problem.Unlike)}}
}

// Terminal shows a report on a terminal. For a comparison it shows the verdict in a sentence, a row for each suite,
// the lost positions, and the next steps. It shows all tables only with Options.Verbose.
func (r *Report) Terminal(options Options) doc.Document {
	if !r.HasComparison() {
		return r.Document(options)
	}
	word, text := r.verdictLine()
	d := doc.Document{doc.Paragraph{word + "  " + text}, Revisions(r.releaseRevisions()), r.suiteRows(), r.reasons()}
	shown := r.lostPerSuite()
	for i := range r.Trials {
		if t := &r.Trials[i]; t.Comparison != nil {
			d = append(d, t.faultLines(), t.lostLines(shown))
		}
	}
	for i := range r.Games {
		d = append(d, r.Games[i].lostLines())
	}
	d = append(d, r.remarks())
	switch {
	case options.Verbose:
		d = append(d, Revisions(r.Revisions), r.tables(options))
	case r.Verdict != compare.Pass.String():
		d = append(d, append(r.explainCommand(), "all tables: --verbose; boards and curves: --html FILE"))
	}
	return d
}

// lostPerSuite returns how many lost positions of a suite a terminal shows, at least 1. The more suites have losses, the
// fewer of each are shown.
func (r *Report) lostPerSuite() int {
	suites := 0
	for i := range r.Trials {
		if t := &r.Trials[i]; t.Comparison != nil && len(t.lostIDs()) > 0 {
			suites++
		}
	}
	return max(1, maxSummaryLost/max(1, suites))
}

// page tells the same as Terminal on a page, with boards, and has all tables behind it.
func (r *Report) page(options Options) doc.Document {
	lost := doc.Sections{Noun: "suite with losses"}
	for i := range r.Trials {
		if t := &r.Trials[i]; t.Comparison != nil && len(t.lostIDs())+len(t.Comparison.Broken) > 0 {
			part := doc.Document{t.faultTable(), t.lostTable(), t.lostBoards()}
			if t.Explanation != nil {
				part = append(part, doc.Heading(explanation.Title(t.Explanation)), explanation.Page(t.Explanation))
			}
			lost.All = append(lost.All, part)
		}
	}
	for i := range r.Games {
		if g := &r.Games[i]; g.Result.Verdict != compare.Pass {
			lost.All = append(lost.All, append(g.lostLines(), g.boards()))
		}
	}
	return doc.Document{
		doc.Title("Zugwatch: " + r.headline()),
		Revisions(r.Revisions),
		r.suiteRows(),
		r.effects(),
		r.reasons(),
		r.remarks(),
		lost,
		r.tables(options),
		r.footer(),
	}
}

// releaseRevisions returns the revisions that are neither the head nor the base.
func (r *Report) releaseRevisions() []Revision {
	return slices.DeleteFunc(slices.Clone(r.Revisions), func(v Revision) bool { return v.Label == "base" || v.Label == "head" })
}

// remarks returns what a reader has to know besides the verdict: acceptance, the behavior of the engines, suites that
// were left out, and problems.
func (r *Report) remarks() doc.Document {
	conduct, _ := r.remarkLines()
	return doc.Document{r.acceptanceDocument(), conduct, leftOut(r.Left, r.SkippedTiers), r.notJudged(), r.problem()}
}

// suiteRows returns a row for each gate that says something: of a suite that is identical or passes, the first.
func (r *Report) suiteRows() doc.Table {
	var rows []doc.Row
	for _, c := range r.comparisons() {
		for j := range c.Gates {
			if g := &c.Gates[j]; j == 0 || g.Verdict != compare.Pass {
				name, solved := doc.Quote(c.Suite.Name), solvedCell(c)
				if j > 0 {
					name, solved = name+" ("+doc.Word(g.Axis)+")", ""
				}
				rows = append(rows, append(doc.Row{name, summaryResult(c, g), solved}, effectCells(g)...))
			}
		}
	}
	for i := range r.Races {
		g := r.Races[i].Gate()
		rows = append(rows, append(doc.Row{doc.Quote(r.Races[i].Suite) + " (speed)", doc.MarkTone(doc.Word(g.Verdict)), ""}, effectCells(&g)...))
	}
	for i := range r.Games {
		rows = append(rows, r.Games[i].row())
	}
	for i := range r.Shifts {
		rows = append(rows, doc.Row{doc.Quote(r.Shifts[i].Suite) + " (profile)", doc.MarkTone(doc.Sentence(r.Shifts[i].Verdict())), "", "", ""})
	}
	return doc.Table{Columns: doc.Words("suite", "result", "solved", "change").Numbers("allowed"), Rows: doc.FixedRows(rows), Bare: true}
}

// summaryResult returns the result of a gate, "identical" where every search is as before.
func summaryResult(c *compare.Comparison, g *compare.Result) doc.Text {
	if g.Verdict == compare.Pass && c.Identity.Change == compare.Identical {
		return "identical"
	}
	return doc.MarkTone(doc.Word(g.Verdict))
}

// solvedCell returns how many searches are solved before and after, empty where nothing is asked.
func solvedCell(c *compare.Comparison) doc.Text {
	b, h := c.Base.Totals, c.Head.Totals
	if b.Asked == 0 {
		return ""
	}
	return doc.Textf("%d → %d", b.Solved, h.Solved)
}

// effectCells returns the change that a gate decides by with its interval, and the allowed change. Of several effects
// it shows the first with the verdict of the gate.
func effectCells(g *compare.Result) doc.Row {
	at := slices.IndexFunc(g.Effects, func(e compare.Effect) bool { return e.Verdict == g.Verdict })
	if at < 0 {
		if at = 0; len(g.Effects) == 0 {
			return doc.Row{"", ""}
		}
	}
	e := &g.Effects[at]
	return doc.Row{doc.Sentence(e.What) + " " + doc.IntervalText(100*e.Mean, 100*e.Low, 100*e.High), doc.Textf("%+.1f%%", 100*e.Allowed)}
}

// reasons returns why gates did not pass, and what they note.
func (r *Report) reasons() doc.Document {
	var lines doc.Lines
	first, likewise := make(map[string]int), make(map[int][]doc.Text) // lines of notes on limits by their reason, and other suites
	for _, g := range r.results() {
		if g.Verdict != compare.Pass {
			shown, last := g.Reasons[:min(maxSummaryReasons, len(g.Reasons))], doc.Text("")
			if n := len(g.Reasons); n > maxSummaryReasons {
				last = doc.When(n > maxSummaryReasons+1, "; …") + "; " + doc.Sentence(g.Reasons[n-1])
			}
			lines = append(lines, doc.Quote(g.suite)+": "+doc.Join(doc.Sentence, shown, "; ")+last+grownText(&g.Result))
		}
		for _, note := range g.Notes {
			limit, why := limitReason(note)
			if at, found := first[why]; found {
				likewise[at] = append(likewise[at], doc.Quote(g.suite)+" ("+doc.Quote(limit)+")")
				continue
			}
			if why != "" {
				first[why] = len(lines)
			}
			lines = append(lines, doc.Quote(g.suite)+": note: "+doc.Sentence(note))
		}
	}
	for at, suites := range likewise {
		lines[at] += "; likewise "
		for i, suite := range suites {
			lines[at] += doc.When(i > 0, ", ") + suite
		}
	}
	for i := range r.Shifts {
		if s := &r.Shifts[i]; s.Verdict() != compare.Pass.String() {
			lines = append(lines, doc.Quote(s.Suite)+": "+doc.Sentence(s.Reason()))
		}
	}
	return doc.If(len(lines) > 0, lines)
}

// limitNote matches a note that a suite is searched under another limit, up to the reason.
var limitNote = regexp.MustCompile(`^limit (\S+) instead of \S+[,:] `)

// limitReason returns the limit of a note that a suite is searched under another one, and why; nothing for any other note.
func limitReason(note string) (limit, why string) {
	if found := limitNote.FindStringSubmatch(note); found != nil {
		return found[1], note[len(found[0]):]
	}
	return "", ""
}

// grownText names the positions that a gate on nodes names, empty for other gates.
func grownText(g *compare.Result) doc.Text {
	if g.Axis != compare.Nodes || len(g.Positions) == 0 {
		return ""
	}
	return "; most in " + doc.FirstFew(g.Positions)
}
