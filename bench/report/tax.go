package report

import (
	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/matrix"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// inForms reports whether positions were searched in several forms.
func inForms(run *bench.Run) bool { return run.Suite.Forms > 1 }

// taxedForms returns positions of one engine on one suite, each with the number of its
// solved forms. It lists those whose number differs without null moves. Where that number
// is not known, it lists those with unsolved forms. With verbose it lists all.
func taxedForms(t *matrix.Cost, verbose bool) doc.Document {
	var positions []compare.Position
	if t.Tax == nil {
		positions = solvedForms(t.Run)
	} else {
		positions = t.Tax.Forms.Positions
	}
	wants := make(map[string]string)
	for i := range t.Run.Outcomes {
		wants[t.Run.Outcomes[i].ID] = t.Run.Outcomes[i].Want
	}
	var rows []doc.Row
	for _, p := range positions {
		if p.Head == p.Base && !verbose {
			continue
		}
		row := doc.Row{doc.Quote(p.ID), doc.Quote(wants[p.ID]), "", part(p.Head, p.Forms), ""}
		if t.Tax != nil {
			row[2], row[4] = part(p.Base, p.Forms), doc.Textf("%.4f", p.Chance)
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		return nil
	}
	return doc.Document{
		doc.Paragraph{doc.Textf("%s on %s, solved forms:", t.Engine, t.Run.Suite.Name)},
		doc.Table{Columns: doc.Words("position", "expected").Numbers("without", "with", "chance"), Rows: doc.Fixed(rows)},
	}
}

// solvedForms counts the solved forms of a run: Head those that are solved, and Base
// all, so that a position that is not solved in each differs.
func solvedForms(run *bench.Run) []compare.Position {
	var all []compare.Position
	for i := range run.Outcomes {
		o := &run.Outcomes[i]
		id := run.Suite.Position(o.ID)
		if n := len(all); n == 0 || all[n-1].ID != id {
			all = append(all, compare.Position{ID: id})
		}
		p := &all[len(all)-1]
		if o.Verdict != bench.Solved && o.Verdict != bench.Missed {
			continue
		}
		p.Forms++
		p.Base++
		if o.Verdict == bench.Solved {
			p.Head++
		}
	}
	return all
}
