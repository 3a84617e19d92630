package report

import (
	"maps"
	"slices"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/games"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/figure"
	"github.com/zugwatch/zugwatch/engine/game"
)

// Games is a suite of kind games.
type Games struct {
	Suite  string
	Limits string
	Entry  Place // of the suite: its line of the configuration
	*games.Judgement
}

// Title tells the games from the trials of a suite of their name.
func (g *Games) Title() string { return "games of " + g.Suite }

// row returns the row of the games among the suites.
func (g *Games) row() doc.Row {
	result, change := doc.MarkTone(doc.Word(g.Result.Verdict)), doc.Textf("Elo %+.0f (%+.0f to %+.0f)", g.Elo, g.Low, g.High)
	if g.Identical {
		result, change = "identical", doc.Textf("the same moves in %d games", g.Games)
	}
	return doc.Row{doc.Quote(g.Suite), result, doc.Textf("+%d =%d -%d", g.Won, g.Drawn, g.Lost), change, doc.Textf("%+g Elo", g.Allowed)}
}

// lostLines returns the worst lost games of a suite that does not pass.
func (g *Games) lostLines() doc.Document {
	if g.Result.Verdict == compare.Pass || len(g.Worst) == 0 {
		return nil
	}
	lines := doc.Lines{doc.Textf("lost in %s:", g.Suite)}
	for i := range g.Worst {
		l := &g.Worst[i]
		lines = append(lines, doc.Text("  "+l.ID()+"  "+l.Ending.String())+doc.Textf(" after %d plies", l.Plies)+doc.After("; ", partingText(l)))
		if l.Parting != "" {
			lines = append(lines, "    "+figure.PositionCommand(l.Parting))
		}
	}
	return doc.Document{lines}
}

// partingText says where the scores part, empty where they never do.
func partingText(l *games.Lost) doc.Text {
	if l.Parting == "" {
		return ""
	}
	return doc.Textf("scores part at move %d: head %s, base %s", l.Move, l.Head, l.Base)
}

// gamesSection tells of a suite of kind games: the score, the endings of lost games, and boards where the scores part.
func gamesSection(g *Games) doc.Document {
	endings := make(map[match.Ending]int)
	for i := range g.Match.Games {
		m := &g.Match.Games[i]
		if side, lost := m.Loser(); lost && m.Player(side) == 0 {
			endings[m.Ending]++
		}
	}
	return doc.Document{
		doc.Heading(doc.Textf("%s: %d games of head against base, limit %s", g.Suite, g.Games, g.Limits)),
		doc.Lines{
			doc.Textf("score of the head: +%d =%d -%d, pairs %s", g.Won, g.Drawn, g.Lost, g.Pairs),
			doc.Textf("Elo %+.1f (%+.1f to %+.1f); so few points by chance: p = %.2g", g.Elo, g.Low, g.High, g.P),
			doc.Textf("book %s, seed %d, adjudication: %s", g.Match.Book.Name, g.Match.Seed, g.Match.Rules),
		},
		doc.Table{Columns: doc.Words("the head lost by").Numbers("games"), Rows: doc.EachRow(slices.Sorted(maps.Keys(endings)), func(e *match.Ending) doc.Row {
			return doc.Row{doc.Word(*e), doc.Count(endings[*e])}
		})},
		g.boards(),
	}
}

// boards returns the positions at which the scores of the worst games part.
func (g *Games) boards() (all doc.Boards) {
	for i := range g.Worst {
		l := &g.Worst[i]
		p, err := game.ParsePosition(l.Parting)
		if err != nil { // they never part
			continue
		}
		board := figure.Board(doc.Text(l.ID()), p)
		if m, err := p.ParseNotation(l.Played); err == nil {
			board.Arrows = append(board.Arrows, figure.Arrow(p.Game(), m, doc.Now))
		}
		board.Lines = doc.Lines{
			doc.Textf("move %d, played: %s", l.Move, l.Played), doc.Textf("head %s, base %s", l.Head, l.Base), doc.Textf("%s after %d plies", l.Ending, l.Plies),
		}
		all = append(all, board)
	}
	return all
}
