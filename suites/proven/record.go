package proven

import (
	"fmt"
	"io"
	"strings"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/tablebase"
	"github.com/zugwatch/zugwatch/epd"
)

// record writes a study down, turned at random.
func (g *generator) record(s *study, id string) (epd.Record, error) {
	v := g.view()
	p, err := v.of(&s.position)
	if err != nil {
		return epd.Record{}, fmt.Errorf("record %s: %w", id, err)
	}
	best, err := p.ParseMove(v.square(s.best.From()).String() + v.square(s.best.To()).String())
	if err != nil {
		return epd.Record{}, fmt.Errorf("record %s: %w", id, err)
	}
	r := epd.Record{ID: id, Position: game.FromChess(p), Best: game.FromChessMoves(best), Depth: s.depth}
	if g.options.asksMate(s) {
		r.MateIn, r.HasMate = s.value.Moves(), true
	}
	r.Set("c0", `"`+g.proof(s, &p, p.SAN(best))+`"`)
	return r, nil
}

// view draws one of the views that keep the ending the same.
func (g *generator) view() view {
	v := view{files: g.random.IntN(2) == 1, colors: g.random.IntN(2) == 1}
	ranks, diagonal := g.random.IntN(2) == 1, g.random.IntN(2) == 1
	if !strings.Contains(g.ending.String(), "P") {
		v.ranks, v.diagonal = ranks, diagonal
	}
	return v
}

// proof says the exact values with the move and without it, and those of the
// position after it when either side has to move.
func (g *generator) proof(s *study, p *chess.Position, best string) string {
	var passed chess.Position
	s.after.Pass(&passed)
	now, instead := g.value(&s.after), g.value(&passed).ValueBefore() // both for the opponent
	kept := "draws"
	if s.value.Outcome == tablebase.Win {
		kept = fmt.Sprintf("wins, mate in %d", s.value.Moves())
	}
	kind := "control"
	then := "so it would after a pass"
	if s.group >= 0 {
		kind = "zugzwang"
		then = fmt.Sprintf("after a pass %s", resultText(instead.Outcome))
	}
	opponent := [...]string{"White", "Black"}[p.Side().Other()]
	return fmt.Sprintf("%s; %s %s; %s; then %s to move %s, %s", kind, best, kept, s.otherMovesText(), opponent, resultText(now.Outcome), then)
}

// otherMovesText returns the results of all moves but the best.
func (s *study) otherMovesText() string {
	switch s.worse {
	case [2]bool{true, true}:
		return "others draw or lose"
	case [2]bool{true, false}:
		return "others lose"
	}
	return "others draw"
}

// resultText returns an outcome as a verb.
func resultText(o tablebase.Outcome) string {
	return [...]string{"loses", "draws", "wins"}[o+1]
}

// command returns what makes the records again, in two lines.
func (o Options) command() string {
	var b strings.Builder
	fmt.Fprintf(&b, "zugwatch suite generate zugzwang --count %d --seed %d --dm %d --depth %d\n ", o.Count, o.Seed, o.MaxMate, o.MaxDepth)
	for _, e := range o.Endings {
		b.WriteString(" --ending " + e.String())
	}
	return b.String()
}

// Write writes what Generate made of the options as a suite with its header.
func Write(w io.Writer, o Options, records []epd.Record) error {
	return epd.WriteSuite(w, `title: Proven zugzwangs
kind: zugzwang
source: `+o.command()+`;
  ids with .Z. hang on a mutual zugzwang, ids with .C. are controls: the same pieces and no zugzwang
license: positions and solutions are facts and free to use; selection, remarks and this header
  are part of Zugwatch and under its licence (MIT)
checked: proved by tables of the endings; c0 gives the exact values of the move, of the other moves and of a
  pass after it; dm stands where the mate is near; sd is the ply of that mate or else the one at which the
  point of the move shows when the winner mates as soon and the loser as late as possible
`, records)
}

// view selects the rotation and flip with which a position is shown.
type view struct {
	files, ranks, diagonal bool // mirrored, mirrored, exchanged with each other
	colors                 bool // exchanged, and the ranks mirrored
}

// square returns where a piece on s goes.
func (v view) square(s chess.Square) chess.Square {
	if v.files {
		s ^= 7
	}
	if v.ranks {
		s ^= 56
	}
	if v.diagonal {
		s = chess.NewSquare(s.Rank(), s.File())
	}
	if v.colors {
		s ^= 56
	}
	return s
}

// of returns p, which has no special rights, in the view v. With pawns v may only flip files and colors.
func (v view) of(p *chess.Position) (chess.Position, error) {
	var pieces []chess.Piece
	for m := range p.Pieces() {
		m.Square = v.square(m.Square)
		if v.colors {
			m.Color = m.Color.Other()
		}
		pieces = append(pieces, m)
	}
	side := p.Side()
	if v.colors {
		side = side.Other()
	}
	return chess.Setup(side, pieces)
}
