package report

import (
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// Bounds of a summary, which has to fit on a screen.
const (
	maxSummaryReasons = 2 // of one gate, and the last
	maxSummaryLost    = 4 // positions of one suite
	maxTableLost      = 8 // positions of one suite in the table of a page
	maxSummaryTold    = 4 // remarks on how the engines behaved
)

// Terminal tells a person at a terminal about a report. Of a comparison it tells the verdict in a sentence, a row for each
// suite, the positions that are lost, and what to do next; all tables only with Options.Verbose.
func (r *Report) Terminal(options Options) doc.Document {
	if !r.Compared() {
		return r.Document(options)
	}
	word, text := r.verdictLine()
	d := append(doc.Document{doc.Paragraph{word + "  " + text}}, Revisions(r.released())...)
	d = append(append(d, r.suiteRows()), r.reasons()...)
	for i := range r.Trials {
		if t := &r.Trials[i]; t.Comparison != nil {
			d = append(append(d, t.faultLines()...), t.lostLines()...)
		}
	}
	d = append(d, r.remarks()...)
	switch {
	case options.Verbose:
		d = append(append(d, Revisions(r.Revisions)...), r.tables(options))
	case r.Verdict != compare.Pass.String():
		d = append(d, append(r.askWhy(), "all tables: --verbose; boards and curves: --html FILE"))
	}
	return d
}

// page tells the same as Terminal on a page, with boards, and has all tables behind it.
func (r *Report) page(options Options) doc.Document {
	d := append(doc.Document{doc.Title("Zugwatch: " + r.headline())}, Revisions(r.Revisions)...)
	d = append(append(d, r.suiteRows()), r.effects()...)
	d = append(d, r.reasons()...)
	lost := doc.Sections{Noun: "suite with losses"}
	for i := range r.Trials {
		if t := &r.Trials[i]; t.Comparison != nil && len(t.lostIDs())+len(t.Comparison.Broken) > 0 {
			part := append(append(doc.Document{t.faultTable()}, moreLines(len(t.Comparison.Broken))...), t.lostTable())
			part = append(append(part, moreLines(len(t.lostIDs()))...), t.lostBoards())
			lost.All = append(lost.All, append(part, t.explained()...))
		}
	}
	return append(append(append(d, r.remarks()...), lost, r.tables(options)), r.foot()...)
}

// moreLines says how many of so many rows a table of a page does not show.
func moreLines(rows int) doc.Document {
	if rows <= maxTableLost {
		return nil
	}
	return doc.Document{doc.Lines{doc.Textf("and %d more", rows-maxTableLost)}}
}

// released returns the revisions that are neither the head nor the base.
func (r *Report) released() []Revision {
	return slices.DeleteFunc(slices.Clone(r.Revisions), func(v Revision) bool { return v.Label == "base" || v.Label == "head" })
}

// remarks returns what a reader has to know beside the verdict: what is accepted, how the engines behaved, what was left
// out, and what went wrong.
func (r *Report) remarks() doc.Document {
	d := append(append(r.accepted(), r.toldLines()...), LeftOut(r.Left, r.SkippedTiers)...)
	if r.Problem != nil {
		d = append(d, doc.Problem{Text: doc.Sentence(r.Problem.Text), Details: Differences(r.Problem.Unlike)})
	}
	return d
}

// suiteRows returns a row for each gate that says something: of a suite that is identical or passes, the first.
func (r *Report) suiteRows() doc.Table {
	var rows []doc.Row
	for i := range r.Trials {
		c := r.Trials[i].Comparison
		if c == nil {
			continue
		}
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
		rows = append(rows, append(doc.Row{doc.Quote(r.Races[i].Suite) + " (speed)", toned(doc.Word(g.Verdict)), ""}, effectCells(&g)...))
	}
	for i := range r.Shifts {
		rows = append(rows, doc.Row{doc.Quote(r.Shifts[i].Suite) + " (profile)", toned(doc.Sentence(r.Shifts[i].Verdict())), "", "", ""})
	}
	return doc.Table{Columns: doc.Words("suite", "result", "solved", "change").Numbers("allowed"), Rows: doc.Fixed(rows), Bare: true}
}

// summaryResult returns the result of a gate, "identical" where every search is as before.
func summaryResult(c *compare.Comparison, g *compare.Result) doc.Text {
	if g.Verdict == compare.Pass && c.Identity.Change == compare.Identical {
		return "identical"
	}
	return toned(doc.Word(g.Verdict))
}

// solvedCell returns how many searches are solved before and after, empty where nothing is asked.
func solvedCell(c *compare.Comparison) doc.Text {
	b, h := c.Base.Totals, c.Head.Totals
	if b.Asked == 0 {
		return ""
	}
	return doc.Textf("%d → %d", b.Solved, h.Solved)
}

// effectCells returns the change that a gate decides by with its interval, and what is allowed. Of several it is the
// first with the verdict of the gate.
func effectCells(g *compare.Result) doc.Row {
	at := slices.IndexFunc(g.Effects, func(e compare.Effect) bool { return e.Verdict == g.Verdict })
	if at < 0 {
		if at = 0; len(g.Effects) == 0 {
			return doc.Row{"", ""}
		}
	}
	e := &g.Effects[at]
	return doc.Row{doc.Sentence(e.What) + doc.Textf(" %+.1f%% (%+.1f to %+.1f)", 100*e.Mean, 100*e.Low, 100*e.High), doc.Textf("%+.1f%%", 100*e.Allowed)}
}

// reasons returns why gates did not pass, and what they note.
func (r *Report) reasons() (d doc.Document) {
	var lines doc.Lines
	tell := func(suite string, g *compare.Result) {
		if g.Verdict != compare.Pass {
			shown, last := g.Reasons[:min(maxSummaryReasons, len(g.Reasons))], doc.Text("")
			if n := len(g.Reasons); n > maxSummaryReasons {
				last = when(n > maxSummaryReasons+1, "; …") + "; " + doc.Sentence(g.Reasons[n-1])
			}
			lines = append(lines, doc.Quote(suite)+": "+doc.Join(doc.Sentence, shown, "; ")+last+grownText(g))
		}
		for _, note := range g.Notes {
			lines = append(lines, doc.Quote(suite)+": note: "+doc.Sentence(note))
		}
	}
	for i := range r.Trials {
		if c := r.Trials[i].Comparison; c != nil {
			for j := range c.Gates {
				tell(c.Suite.Name, &c.Gates[j])
			}
		}
	}
	for i := range r.Races {
		g := r.Races[i].Gate()
		tell(r.Races[i].Suite, &g)
	}
	for i := range r.Shifts {
		if s := &r.Shifts[i]; s.Verdict() != compare.Pass.String() {
			lines = append(lines, doc.Quote(s.Suite)+": "+doc.Sentence(s.Reason()))
		}
	}
	if len(lines) == 0 {
		return nil
	}
	return doc.Document{lines}
}

// grownText names the positions that a gate on nodes names, empty for other gates.
func grownText(g *compare.Result) doc.Text {
	if g.Axis != compare.Nodes || len(g.Positions) == 0 {
		return ""
	}
	return "; most in " + fewNames(g.Positions)
}

// lostLines returns the lost positions of a suite that does not pass, with a search that shows each.
func (t *Trial) lostLines() doc.Document {
	ids := t.lostIDs()
	if len(ids) == 0 {
		return nil
	}
	lines := doc.Lines{doc.Textf("lost in %s", t.Comparison.Suite.Name) + when(t.confirmed(), ", confirmed on fresh forms") + ":"}
	first := t.firstLost()
	for _, id := range ids[:min(maxSummaryLost, len(ids))] {
		p := t.lost(id, first)
		line, separator := "  "+doc.Quote(id)+after("  ", p.forms)+after("  wants ", p.wanted), doc.Text("  plays ")
		if p.wanted != "" {
			separator = ", plays "
		}
		line += after(separator, p.plays) + after("  ", p.claim)
		lines = append(lines, line)
		for _, search := range p.searches {
			lines = append(lines, "    "+search)
		}
		lines = append(lines, t.whyLines(id)...)
	}
	if more := len(ids) - maxSummaryLost; more > 0 {
		lines = append(lines, doc.Textf("  and %d more", more))
	}
	if t.Unexplained != "" {
		lines = append(lines, "  "+doc.Sentence(t.Unexplained))
	}
	return doc.Document{lines}
}

// lostTable returns the same as lostLines as a table, with more positions.
func (t *Trial) lostTable() doc.Table {
	ids, first := t.lostIDs(), t.firstLost()
	title := doc.Textf("lost in %s", t.Comparison.Suite.Name) + when(t.confirmed(), ", confirmed on fresh forms")
	return doc.Table{
		Columns: doc.Words(title, "forms", "wanted", "plays", "claim", "a search that shows it"),
		Rows: doc.Each(ids[:min(maxTableLost, len(ids))], func(id *string) doc.Row {
			p := t.lost(*id, first)
			var searches doc.Text
			for i, search := range p.searches {
				searches += when(i > 0, "; ") + search
			}
			return doc.Row{doc.Quote(*id), p.forms, p.wanted, p.plays, p.claim, searches}
		}),
	}
}

// confirmed reports whether positions of the suite are lost in forms that did not choose them too.
func (t *Trial) confirmed() bool {
	return t.Comparison.Forms != nil && len(t.Comparison.Forms.Named) > 0
}

// lostIDs returns the positions that count against the gates of the suite.
func (t *Trial) lostIDs() (ids []string) {
	seen := make(map[string]bool)
	for _, g := range t.Comparison.Gates {
		if g.Verdict == compare.Pass || g.Axis == compare.Exact || g.Axis == compare.Nodes {
			continue
		}
		for _, id := range g.Positions {
			if !seen[id] {
				seen[id] = true
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// lostPosition says what became of a position. Texts are empty where nothing is known.
type lostPosition struct {
	forms         doc.Text // in how many forms it was solved and is
	wanted, plays doc.Text // moves
	claim         doc.Text // a wrong claim of a mate
	searches      doc.Lines
	form          int // index of the form that shows it; -1: none is known
}

// lost returns what became of a position, and the searches that show it. They are those of the form that is known to show
// it, or else that of the first form that the base solves and the head does not, which first has by firstLost.
func (t *Trial) lost(id string, first map[string]int) (p lostPosition) {
	c, form := t.Comparison, ""
	if c.Forms != nil {
		p.forms = countsCell(c, id)
		if named := namedForm(c, id); named != nil {
			for _, s := range searchesOf(named.Repeat) {
				p.searches = append(p.searches, "position "+protocolWord(s.fen)+doc.Position(s.fen)+"; "+doc.Text(s.command))
			}
			if named.Repeat != nil {
				form = named.Repeat.ID
			}
		}
	}
	p.form = -1
	if at, found := first[id]; found && form == "" {
		p.form = at
	} else if form != "" && t.Base != nil && t.Run != nil {
		p.form = slices.IndexFunc(t.Run.Outcomes, func(o bench.Outcome) bool { return o.ID == form })
	}
	if p.form >= 0 {
		h := &t.Run.Outcomes[p.form]
		p.wanted, p.plays = when(h.Want != "", doc.Quote(h.Want)), sideCells(h)[0]
		if asked := t.asked(p.form); len(p.searches) == 0 && asked != "" {
			p.searches = doc.Lines{asked}
		}
	}
	if claim := c.ClaimText(id); claim != "" {
		p.claim = doc.Sentence(claim)
	}
	return p
}

// faultLines returns the positions on which the head has a fault and the base none.
func (t *Trial) faultLines() doc.Document {
	broken := t.Comparison.Broken
	if len(broken) == 0 {
		return nil
	}
	lines := doc.Lines{doc.Textf("faults in %s:", t.Comparison.Suite.Name)}
	for i := range broken[:min(maxSummaryLost, len(broken))] {
		lines = append(lines, "  "+doc.Quote(broken[i].ID())+"  "+doc.Bad(doc.Word(broken[i].Head.Fault)))
		if asked := t.asked(broken[i].Index); asked != "" {
			lines = append(lines, "    "+asked)
		}
	}
	if more := len(broken) - maxSummaryLost; more > 0 {
		lines = append(lines, doc.Textf("  and %d more", more))
	}
	return doc.Document{lines}
}

// faultTable returns the same as faultLines as a table.
func (t *Trial) faultTable() doc.Table {
	broken := t.Comparison.Broken
	return doc.Table{
		Columns: doc.Words(doc.Textf("fault in %s", t.Comparison.Suite.Name), "fault", "a search that shows it"),
		Rows: doc.Each(broken[:min(maxTableLost, len(broken))], func(b *compare.Change) doc.Row {
			return doc.Row{doc.Quote(b.ID()), doc.Bad(doc.Word(b.Head.Fault)), t.asked(b.Index)}
		}),
	}
}

// asked returns what an engine is asked at an index of the suite: the position, with the game that led to it, and the limit.
// It is empty where the suite is not known.
func (t *Trial) asked(index int) doc.Text {
	fen := t.FEN(index)
	if fen == "" {
		return ""
	}
	r := &t.Suite.Records[index]
	if r.Start != nil {
		fen = r.Start.String()
	}
	text := "position " + protocolWord(fen) + doc.Position(fen)
	if r.Start != nil {
		text += " moves"
		for _, m := range r.Moves {
			text += " " + doc.Text(m.String())
		}
	}
	limits, err := bench.ParseLimits(t.Run.Limits)
	if err != nil {
		return text
	}
	switch within := limits.For(r); {
	case within.Depth > 0 && within.Nodes == 0:
		text += doc.Textf("; go depth %d", within.Depth)
	case within.Nodes > 0 && within.Depth == 0:
		text += doc.Textf("; go nodes %d", within.Nodes)
	}
	return text
}

// countsCell returns in how many forms a position was solved and is: of one that is lost in other forms too, in how many of
// these.
func countsCell(c *compare.Comparison, id string) doc.Text {
	p := namedForm(c, id)
	if p == nil {
		moved := c.MovedForms()
		at := slices.IndexFunc(moved, func(p compare.Position) bool { return p.ID == c.Suite.Position(id) })
		if at < 0 {
			return ""
		}
		p = &moved[at]
	}
	return doc.Textf("%d of %d → %d of %d forms", p.Base, p.Forms, p.Head, p.Forms) + when(p.Late > 0, doc.Textf(", %d in a longer search", p.Late))
}

// firstLost returns the index of the first form of each position that the base solves and the head does not, by the ID of
// the position.
func (t *Trial) firstLost() map[string]int {
	first := make(map[string]int)
	if t.Base == nil || t.Run == nil {
		return first
	}
	solved := make(map[string]bool, len(t.Base.Outcomes))
	for i := range t.Base.Outcomes {
		if o := &t.Base.Outcomes[i]; o.Verdict == bench.Solved {
			solved[o.ID] = true
		}
	}
	for i := range t.Run.Outcomes {
		o := &t.Run.Outcomes[i]
		if o.Verdict == bench.Solved || !solved[o.ID] {
			continue
		}
		id := t.Run.Suite.Position(o.ID)
		if _, found := first[id]; !found {
			first[id] = i
		}
	}
	return first
}

// toldLines returns how the engines behaved, as far as that matters for the results.
func (r *Report) toldLines() doc.Document {
	all := r.conduct()
	if len(all) == 0 {
		return nil
	}
	lines, _ := all[0].(doc.Lines)
	shown := slices.Clone(lines[:min(maxSummaryTold, len(lines))])
	if more := len(lines) - len(shown); more > 0 {
		shown = append(shown, doc.Textf("and %d more remarks", more))
	}
	return doc.Document{shown}
}

// untoldLines returns how the engines behaved, as far as toldLines leaves it out.
func (r *Report) untoldLines() doc.Document {
	all := r.conduct()
	if len(all) == 0 {
		return nil
	}
	lines, _ := all[0].(doc.Lines)
	if len(lines) <= maxSummaryTold {
		return nil
	}
	return doc.Document{lines[maxSummaryTold:]}
}
