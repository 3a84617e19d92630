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
	maxSummaryTold    = 4 // remarks on how the engines behaved
)

// Summary tells a person what a comparison found: the verdict in a sentence, a row for each suite, the positions that
// are lost, and what to do next. Something was compared: see Compared. Document has all tables.
func (r *Report) Summary() doc.Document {
	others := slices.DeleteFunc(slices.Clone(r.Revisions), func(v Revision) bool { return v.Label == "base" || v.Label == "head" })
	d := append(doc.Document{doc.Paragraph{r.verdictLine()}}, Revisions(others)...)
	d = append(d, r.suiteRows())
	d = append(d, r.reasons()...)
	for i := range r.Trials {
		if t := &r.Trials[i]; t.Comparison != nil {
			d = append(append(d, t.faultLines()...), t.lostLines()...)
		}
	}
	d = append(append(append(d, r.accepted()...), r.toldLines()...), LeftOut(r.Left, r.SkippedTiers)...)
	if r.Problem != nil {
		d = append(d, doc.Problem{Text: doc.Sentence(r.Problem.Text), Details: Differences(r.Problem.Unlike)})
	}
	if r.Verdict == compare.Pass.String() {
		return d
	}
	return append(d, doc.Lines{"all tables: --verbose; boards and curves: --html FILE"})
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

// lostLines returns the lost positions of a suite that does not pass: in how many forms each is solved, the move that is
// wanted and the one that is played, and a search that shows it.
func (t *Trial) lostLines() doc.Document {
	ids := t.lostIDs()
	if len(ids) == 0 {
		return nil
	}
	shown := ids[:min(maxSummaryLost, len(ids))]
	lines := doc.Lines{doc.Textf("lost in %s", t.Comparison.Suite.Name) + when(t.Comparison.Forms != nil && len(t.Comparison.Forms.Named) > 0, ", confirmed on fresh forms") + ":"}
	for _, id := range shown {
		lines = append(lines, t.lostPosition(id)...)
	}
	if more := len(ids) - len(shown); more > 0 {
		lines = append(lines, doc.Textf("  and %d more", more))
	}
	return doc.Document{lines}
}

// lostIDs returns the positions that count against the gates of the suite.
func (t *Trial) lostIDs() (ids []string) {
	for _, g := range t.Comparison.Gates {
		if g.Verdict == compare.Pass || g.Axis == compare.Exact || g.Axis == compare.Nodes {
			continue
		}
		for _, id := range g.Positions {
			if !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// lostPosition returns the lines on a lost position: those of the form that shows it, where one is known, else of the first
// form that the base solves and the head does not.
func (t *Trial) lostPosition(id string) doc.Lines {
	c := t.Comparison
	line, form := "  "+doc.Quote(id), ""
	var searches doc.Lines
	if c.Forms != nil {
		line += "  " + countsCell(c, id)
		if named := namedForm(c, id); named != nil {
			for _, s := range searchesOf(named.Repeat) {
				searches = append(searches, "    position "+protocolWord(s.fen)+doc.Position(s.fen)+"; "+doc.Text(s.command))
			}
			if named.Repeat != nil {
				form = named.Repeat.ID
			}
		}
	}
	if at := t.lostForm(id, form); at >= 0 {
		h := &t.Run.Outcomes[at]
		line += when(h.Want != "", "  wants "+doc.Quote(h.Want)+",") + " plays " + sideCells(h)[0]
		if asked := t.asked(at); len(searches) == 0 && asked != "" {
			searches = doc.Lines{asked}
		}
	}
	if claim := c.ClaimText(id); claim != "" {
		line += "  " + doc.Sentence(claim)
	}
	return append(doc.Lines{line}, searches...)
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
			lines = append(lines, asked)
		}
	}
	if more := len(broken) - maxSummaryLost; more > 0 {
		lines = append(lines, doc.Textf("  and %d more", more))
	}
	return doc.Document{lines}
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
	text := "    position " + protocolWord(fen) + doc.Position(fen)
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

// lostForm returns the index of a form of a position that the base solves and the head does not, that of the ID if there is
// one, or -1.
func (t *Trial) lostForm(id, form string) int {
	if t.Base == nil || t.Run == nil {
		return -1
	}
	return slices.IndexFunc(t.Run.Outcomes, func(o bench.Outcome) bool {
		if form != "" {
			return o.ID == form
		}
		at := slices.IndexFunc(t.Base.Outcomes, func(b bench.Outcome) bool { return b.ID == o.ID })
		return t.Run.Suite.Position(o.ID) == id && o.Verdict != bench.Solved && at >= 0 && t.Base.Outcomes[at].Verdict == bench.Solved
	})
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
