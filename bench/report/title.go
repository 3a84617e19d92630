package report

import (
	"cmp"

	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/bench/matrix"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// MatchTitle says in words what came of a match.
func MatchTitle(verdict string, m *match.Match) doc.Text {
	title := "match " + doc.Sentence(verdict) + ": "
	if len(m.Players) != 2 {
		return title + doc.Plural(len(m.Players), "player") + ", " + doc.Plural(len(m.Games), "game")
	}
	title += doc.Join(doc.Quote, playerNames(m), " against ")
	if pairs := m.Versus(0, 1).Pairs; pairs.Count() > 0 {
		title += ", Elo " + around(pairs.Elo())
	}
	return title
}

// MatrixTitle names the rows of a matrix that no other one beats.
func MatrixTitle(t *matrix.Table) doc.Text {
	var names doc.Text
	best := 0
	for i := range t.Rows {
		if !t.Rows[i].Best {
			continue
		}
		if best++; best <= maxBlamed {
			names += when(names != "", ", ") + rowName(&t.Rows[i])
		}
	}
	return "matrix" + after(": nothing beats ", names) + when(best > maxBlamed, doc.Textf(" and %d more", best-maxBlamed))
}

// ProfileDifferenceTitle names the functions that changed beyond chance.
func ProfileDifferenceTitle(c *profile.Difference) doc.Text {
	if !c.Judged() {
		return "profile diff: not enough processes to judge"
	}
	var names doc.Text
	changed := c.Clear()
	for i := range changed[:min(len(changed), maxBlamed)] {
		names += when(i > 0, ", ") + doc.Quote(changed[i].Name)
	}
	return "profile diff: " + cmp.Or(after("changed in ", names), "no function changed beyond chance") + when(len(changed) > maxBlamed, doc.Textf(" and %d more", len(changed)-maxBlamed))
}
