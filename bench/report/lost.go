package report

import (
	"cmp"
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/explanation"
	"github.com/zugwatch/zugwatch/bench/report/figure"
)

// Bounds of the lost positions that are shown.
const (
	maxSummaryLost = 4 // positions on a terminal, shared by the suites with losses; each shows one at least
	maxTableLost   = 8 // positions of one suite in the table of a page
)

// lostLines returns the first lost positions of a suite that does not pass, with a search that shows each.
func (t *Trial) lostLines(most int) doc.Document {
	ids := t.lostIDs()
	if len(ids) == 0 {
		return nil
	}
	lines := doc.Lines{t.lostTitle() + ":"}
	first := t.firstLost()
	for _, id := range t.explainedFirst(ids)[:min(most, len(ids))] {
		p := t.lost(id, first)
		line, separator := "  "+doc.Quote(id)+doc.After("  ", p.forms)+doc.After("  wants ", p.wanted), doc.Text("  plays ")
		if p.wanted != "" {
			separator = ", plays "
		}
		line += doc.After(separator, p.plays) + doc.After("  ", p.claim)
		lines = append(lines, line)
		for _, search := range p.searches {
			lines = append(lines, "    "+search)
		}
		lines = append(lines, t.explanationLines(id)...)
	}
	if more := len(ids) - most; more > 0 {
		lines = append(lines, doc.Textf("  and %d more", more))
	}
	if t.Unexplained != "" {
		lines = append(lines, "  "+doc.Sentence(t.Unexplained))
	}
	return doc.Document{lines}
}

// explainedFirst returns the positions with the one that is explained at their beginning.
func (t *Trial) explainedFirst(ids []string) []string {
	if t.Explanation == nil {
		return ids
	}
	at := slices.IndexFunc(ids, func(id string) bool { return t.Comparison.Suite.Position(t.Explanation.ID) == id })
	if at <= 0 {
		return ids
	}
	return slices.Concat(ids[at:at+1], ids[:at], ids[at+1:])
}

// lostTable returns the same as lostLines as a table, with more positions.
func (t *Trial) lostTable() doc.Table {
	ids, first := t.lostIDs(), t.firstLost()
	return doc.Table{
		Columns: doc.Words(t.lostTitle(), "forms", "wanted", "plays", "claim", "a search that shows it"),
		Most:    maxTableLost,
		Rows: doc.EachRow(ids, func(id *string) doc.Row {
			p := t.lost(*id, first)
			var searches doc.Text
			for i, search := range p.searches {
				searches += doc.When(i > 0, "; ") + search
			}
			return doc.Row{doc.Quote(*id), p.forms, p.wanted, p.plays, p.claim, searches}
		}),
	}
}

// lostBoards returns the first of the lost positions of a suite that does not pass, with three short lines for each.
func (t *Trial) lostBoards() (boards doc.Boards) {
	first := t.firstLost()
	for _, id := range t.lostIDs() {
		if len(boards) == maxSummaryLost {
			break
		}
		p := t.lost(id, first)
		if board, ok := boardOf(t, p.form); ok {
			board.Lines = doc.Lines{
				doc.When(p.wanted != "", "wanted: "+p.wanted), "played before: " + sideCells(&t.Base.Outcomes[p.form])[0], "plays now: " + p.plays,
			}
			boards = append(boards, board)
		}
	}
	return boards
}

// lostTitle says which positions are listed as lost, and how sure each of them is.
func (t *Trial) lostTitle() doc.Text {
	c := t.Comparison
	return doc.Textf("lost in %s", c.Suite.Name) + doc.When(c.Forms != nil && len(c.Forms.Named) > 0, ", confirmed on fresh forms") +
		doc.When(t.failsTogether(), ", confirmed only together")
}

// failsTogether reports whether lost positions fail a gate that names none of them: each could be chance by itself.
func (t *Trial) failsTogether() bool {
	c := t.Comparison
	return c.Verdict == compare.Fail && c.Forms != nil && c.Forms.Named != nil && len(t.countedIDs()) == 0
}

// lostIDs returns the positions that count against the gates of the suite, or those that lost most if none does by
// itself.
func (t *Trial) lostIDs() []string {
	if t.failsTogether() {
		return t.Comparison.Candidates()
	}
	return t.countedIDs()
}

// countedIDs returns the positions that count against the gates of the suite.
func (t *Trial) countedIDs() (ids []string) {
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

// lostPosition describes the fate of a position. Unknown texts are empty.
type lostPosition struct {
	forms         doc.Text // in how many forms it was solved and is
	wanted, plays doc.Text // moves
	claim         doc.Text // a wrong claim of a mate
	searches      doc.Lines
	form          int // index of the form that shows it; -1: none is known
}

// lost returns the fate of a position, and the searches that show it. They are those of the form known to show it, or
// else of the first form that the base solves and the head does not. The index of that form is first[id]: see
// firstLost.
func (t *Trial) lost(id string, first map[string]int) (p lostPosition) {
	c, form := t.Comparison, ""
	if c.Forms != nil {
		p.forms = countsCell(c, id)
		if named := namedForm(c, id); named != nil {
			for _, s := range searchesOf(named.Repeat) {
				p.searches = append(p.searches, s.text())
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
		p.wanted, p.plays = doc.When(h.Want != "", doc.Quote(h.Want)), sideCells(h)[0]
		if asked := t.searchText(p.form); len(p.searches) == 0 && asked != "" {
			p.searches = doc.Lines{asked}
		}
	}
	if claim := c.ClaimText(id); claim != "" {
		p.claim = doc.Sentence(claim)
	}
	return p
}

// firstLost returns, by the ID of each position, the index of its first form that the base solves and the head does
// not.
func (t *Trial) firstLost() map[string]int {
	first := make(map[string]int)
	if t.Base == nil || t.Run == nil {
		return first
	}
	for i := range t.Run.Outcomes {
		b, h := &t.Base.Outcomes[i], &t.Run.Outcomes[i]
		id := t.Run.Suite.Position(h.ID)
		if _, found := first[id]; !found && b.Verdict == bench.Solved && h.Verdict != bench.Solved {
			first[id] = i
		}
	}
	return first
}

// countsCell returns in how many forms a position was solved and is solved now. For a position that is lost in other
// forms too, it counts only those.
func countsCell(c *compare.Comparison, id string) doc.Text {
	p := cmp.Or(namedForm(c, id), formsOf(c, id, c.MovedForms()))
	if p == nil {
		return ""
	}
	return doc.Textf("%d of %d → %d of %d forms", p.Base, p.Forms, p.Head, p.Forms) + doc.When(p.Late > 0, doc.Textf(", %d in a longer search", p.Late))
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
		if asked := t.searchText(broken[i].Index); asked != "" {
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
	return doc.Table{
		Columns: doc.Words(doc.Textf("fault in %s", t.Comparison.Suite.Name), "fault", "a search that shows it"),
		Most:    maxTableLost,
		Rows: doc.EachRow(t.Comparison.Broken, func(b *compare.Change) doc.Row {
			return doc.Row{doc.Quote(b.ID()), doc.Bad(doc.Word(b.Head.Fault)), t.searchText(b.Index)}
		}),
	}
}

// searchText returns the search at an index of the suite: the position, with the game that led to it, and the limit. It
// is empty if the suite is not known.
func (t *Trial) searchText(index int) doc.Text {
	r := t.record(index)
	if r == nil {
		return ""
	}
	text := figure.PositionCommand(r.Position.String())
	if r.Start != nil {
		text = figure.PositionCommand(r.Start.String()) + " moves"
		for _, m := range r.Moves {
			text += " " + doc.Text(m.String())
		}
	}
	limits, err := bench.ParseLimits(t.Run.Limits)
	if err != nil {
		return text
	}
	switch within := limits.ForRecord(r); {
	case within.Depth > 0 && within.Nodes == 0:
		text += doc.Textf("; go depth %d", within.Depth)
	case within.Nodes > 0 && within.Depth == 0:
		text += doc.Textf("; go nodes %d", within.Nodes)
	}
	return text
}

// explanationLines says why a lost position is lost, if it is the one that is explained.
func (t *Trial) explanationLines(id string) (lines doc.Lines) {
	e := t.Explanation
	if e == nil || t.Comparison.Suite.Position(e.ID) != t.Comparison.Suite.Position(id) {
		return nil
	}
	for _, line := range explanation.Summary(e) {
		lines = append(lines, "    "+line)
	}
	return lines
}

// explainCommand returns the command that explains the first lost position, none where one is explained or none is lost.
func (r *Report) explainCommand() (lines doc.Lines) {
	for i := range r.Trials {
		t := &r.Trials[i]
		switch {
		case t.Comparison == nil:
		case t.Explanation != nil:
			return nil
		case lines == nil && len(t.lostIDs()) > 0:
			line := "why one is lost: zugwatch explain " + doc.Quote(t.lostIDs()[0])
			for _, v := range r.Revisions {
				line += doc.When(v.Label != "since" && !v.WorkTree, " --"+doc.Text(v.Label)+" "+doc.Quote(v.Commit))
			}
			lines = doc.Lines{line + doc.When(len(r.Revisions) == 0, " --base REVISION")}
		}
	}
	return lines
}
