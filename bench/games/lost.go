package games

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// Lost is a game that the head lost.
type Lost struct {
	Game   int          `json:"game"` // its number, from 1
	Ending match.Ending `json:"ending"`
	Plies  int          `json:"plies"`  // that the players played
	Points int          `json:"points"` // half points of the head in the pair of the game: 0 to 2

	// Parting is the position at which the scores part: the first whose players' scores differ by more than 1.5 pawns.
	Parting string       `json:"parting,omitempty"` // the position; empty: they never part
	Move    int          `json:"move,omitempty"`    // its number in the game
	Side    string       `json:"side,omitempty"`    // who is to move
	Played  string       `json:"played,omitempty"`  // the move that was played there
	Head    engine.Score `json:"head,omitempty"`    // the last score of the head, from its own side
	Base    engine.Score `json:"base,omitempty"`    // the last score of the base, from the side of the head
}

// ID names the game in a report.
func (l *Lost) ID() string { return fmt.Sprintf("game %d", l.Game) }

// maxWorst is the largest number of lost games that are shown.
const maxWorst = 3

// worst returns games that the head lost: first those of pairs in which it has no points, the shortest first.
func worst(m *match.Match) []Lost {
	all := []Lost{}
	for i := range m.Games {
		g := &m.Games[i]
		side, lost := g.Loser()
		if !lost || g.Player(side) != headPlayer {
			continue
		}
		l := Lost{Game: g.Number + 1, Ending: g.Ending, Plies: len(g.Plies)}
		if other := i ^ 1; other < len(m.Games) {
			l.Points = m.Games[other].Points(headPlayer)
		}
		l.part(g, side)
		all = append(all, l)
	}
	slices.SortStableFunc(all, func(a, b Lost) int { return cmp.Or(cmp.Compare(a.Points, b.Points), cmp.Compare(a.Plies, b.Plies)) })
	return all[:min(maxWorst, len(all))]
}

// parted is the difference of two players' scores from which on they part, in centipawns.
const parted = 150

// part finds where the scores part in a game that the head played on a side.
func (l *Lost) part(g *match.Game, head game.Side) {
	opening, err := g.Opening()
	if err != nil {
		return
	}
	p := opening.Start
	for _, m := range g.Book {
		p = p.After(m)
	}
	var told [2]bool
	var scores [2]engine.Score // from the side of the head: of the head, of the base
	for _, ply := range g.Plies {
		if side := p.Side(); side == head {
			scores[headPlayer], told[headPlayer] = ply.Score, true
		} else {
			scores[basePlayer], told[basePlayer] = -ply.Score, true
		}
		if told[headPlayer] && told[basePlayer] && scores[headPlayer]-scores[basePlayer] > parted {
			l.Parting, l.Move, l.Side = p.String(), p.Fullmove(), p.Game().SideName(p.Side())
			l.Played, l.Head, l.Base = p.Notation(ply.Move), scores[headPlayer], scores[basePlayer]
			return
		}
		p = p.After(ply.Move)
	}
}
