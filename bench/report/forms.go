package report

import (
	"fmt"
	"slices"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/figure"
)

// topForms is the number of positions with a changed number of solved forms that are shown without
// Options.Verbose.
const topForms = 10

// movedForms returns the positions with another number of solved forms, those that
// lost most surely first.
func movedForms(t *Trial, verbose bool) doc.Document {
	columns := doc.Words("position").Numbers("forms", "solved before", "solved now", "chance").Words("FEN")
	return firstRows(columns, t.Comparison.MovedForms(), topForms, verbose, " positions with another number of solved forms", func(p *compare.Position) doc.Row {
		return doc.Row{doc.Quote(p.ID), doc.Count(p.Forms), doc.Count(p.Base), doc.Count(p.Head), doc.Textf("%.3f", p.Chance), doc.Position(t.fenOf(p.ID))}
	})
}

// namedForms returns a table of the positions that are lost in fresh forms too, with the searches that show it.
func namedForms(named []compare.Position) doc.Table {
	columns := doc.Words("lost in fresh forms too").Numbers("forms", "solved before", "solved now", "late", "chance").Words("a search that shows it")
	return doc.Table{Columns: columns, Rows: doc.EachRow(named, func(p *compare.Position) doc.Row {
		late := doc.When(p.Late > 0, doc.Count(p.Late))
		return doc.Row{
			doc.Quote(p.ID), doc.Count(p.Forms), doc.Count(p.Base), doc.Count(p.Head), late, smallChance(p.Chance),
			doc.Join(search.text, searchesOf(p.Repeat), "; "),
		}
	})}
}

// smallChance returns a probability with four digits.
func smallChance(p float64) doc.Text {
	if p < 0.0001 {
		return "<0.0001"
	}
	return doc.Textf("%.4f", p)
}

// search is a position and the command that searches it.
type search struct{ fen, command string }

func (s search) text() doc.Text { return figure.PositionCommand(s.fen) + "; " + doc.Text(s.command) }

// searchesOf returns the searches that show a loss, one after the other; none if they are not known.
func searchesOf(r *compare.Repeat) (all []search) {
	if r == nil {
		return nil
	}
	if r.Prelude != "" {
		all = append(all, search{r.Prelude, r.PreludeGo})
	}
	return append(all, search{r.FEN, r.Go})
}

// FormsText returns the counts of a position's solved forms. For one that is lost in fresh forms too it adds
// the searches that show it.
func FormsText(c *compare.Comparison, id string) string {
	text := formCounts(c, id)
	if named := namedForm(c, id); named != nil {
		for _, s := range searchesOf(named.Repeat) {
			text += "; " + figure.CommandWords(s.fen) + s.fen + "; " + s.command
		}
	}
	return text
}

// namedForm returns a position that is lost in fresh forms too, nil where it is not.
func namedForm(c *compare.Comparison, id string) *compare.Position {
	return formsOf(c, id, c.Forms.Named)
}

// formsOf returns the position in a list to which a form with an ID belongs, nil for none.
func formsOf(c *compare.Comparison, id string, positions []compare.Position) *compare.Position {
	i := slices.IndexFunc(positions, func(p compare.Position) bool { return p.ID == c.Suite.Position(id) })
	if i < 0 {
		return nil
	}
	return &positions[i]
}

// formCounts says in how many of its forms a position is solved. For a position that is lost in fresh forms too, it
// counts only those.
func formCounts(c *compare.Comparison, id string) string {
	if p := namedForm(c, id); p != nil {
		late := ""
		if p.Late > 0 {
			late = fmt.Sprintf(", %d of them in a longer search", p.Late)
		}
		return fmt.Sprintf("solved in %d of %d forms that did not choose it%s, before in %d", p.Head, p.Forms, late, p.Base)
	}
	if p := formsOf(c, id, c.MovedForms()); p != nil {
		return fmt.Sprintf("solved in %d of %d forms, before in %d", p.Head, p.Forms, p.Base)
	}
	return "solved in as many forms as before"
}
