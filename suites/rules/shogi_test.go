package rules

import (
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/shogi"
	"github.com/zugwatch/zugwatch/epd"
)

// TestShogiProofs checks each record of the embedded suite by the plain rules: it tries every move, and counts
// repetitions in the list of all positions of the game.
func TestShogiProofs(t *testing.T) {
	suite, _ := embedded(t, "shogi-rules")
	for i := range suite.Records {
		r := &suite.Records[i]
		rule, _, _ := strings.Cut(r.ID, ".")
		if fault := shogiDisproof(rule, r); fault != "" {
			t.Errorf("%s: %s", r.Text, fault)
		}
	}
}

// shogiDisproof returns the wrong claim of a record, empty if there is none.
func shogiDisproof(rule string, r *epd.Record) string {
	p, _ := game.ToShogi(r.Position)
	switch rule {
	case "repetition-saves":
		if mover, other := fourth(r, r.Best[0]); mover || other {
			return "the repetition is no draw"
		}
		return allMated(r.Position, nil)
	case "perpetual-check-wins":
		if mover, other := fourth(r, r.Best[0]); mover || !other {
			return "the opponent did something else than check"
		}
		return allMated(r.Position, nil)
	case "perpetual-check-loses":
		if mover, other := fourth(r, r.Avoid[0]); !mover || other {
			return "the side to move did something else than check"
		}
		return ""
	case "entering-king-wins":
		if !mayDeclare(&p) {
			return "nothing may be declared"
		}
		return ""
	case "pawn-drop-saves", "two-pawns-tokin", "drop-saves":
		return allMated(r.Position, r.Best)
	}
	if rule == "entering-king-too-early" && mayDeclare(&p) {
		return "a win may be declared"
	}
	var mates []game.Move
	for _, m := range r.Position.LegalMoves() {
		if next := r.Position.After(m); next.InCheck() && next.CountLegal() == 0 {
			mates = append(mates, m)
		}
	}
	if r.MateIn != 1 || !slices.Equal(mates, r.Best) {
		return "other moves mate"
	}
	return ""
}

// allMated returns a fault if a move other than the best does not allow a mate at once, else an empty text.
func allMated(p game.Position, best []game.Move) string {
	for _, m := range p.LegalMoves() {
		next := p.After(m)
		mated := slices.ContainsFunc(next.LegalMoves(), func(answer game.Move) bool {
			end := next.After(answer)
			return end.InCheck() && end.CountLegal() == 0
		})
		if mated == slices.Contains(best, m) {
			return m.String() + " is not what it is said to be"
		}
	}
	return ""
}

// fourth plays m, which repeats a position for the fourth time. It reports whether its side, and the other one, gave
// nothing but checks since the first time. Both are true if m repeats no position.
func fourth(r *epd.Record, m game.Move) (mover, other bool) {
	line := []game.Position{r.Start}
	for _, played := range append(slices.Clone(r.Moves), m) {
		line = append(line, line[len(line)-1].After(played))
	}
	last := len(line) - 1
	times, first := 0, last
	for i := last; i >= 0; i -= 2 {
		if line[i].EPD() == line[last].EPD() {
			times, first = times+1, i
		}
	}
	if times != 4 {
		return true, true
	}
	mover, other = true, true
	for i := last; i > first; i-- {
		if checks := line[i].InCheck(); (last-i)%2 == 0 {
			mover = mover && checks
		} else {
			other = other && checks
		}
	}
	return mover, other
}

// mayDeclare checks the terms of a declaration from the list of pieces.
func mayDeclare(p *shogi.Position) bool {
	us := p.Side()
	points, camp, entered := 0, 0, false
	for piece := range p.Pieces() {
		rank := piece.Square.Rank()
		if us == shogi.White {
			rank = 8 - rank
		}
		switch {
		case piece.Color != us || rank > 2:
		case piece.Kind == shogi.King:
			entered = true
		default:
			camp++
			points += pointsOf(piece.Kind.Base())
		}
	}
	for kind := shogi.Pawn; kind <= shogi.Rook; kind++ {
		points += p.Hand(us, kind) * pointsOf(kind)
	}
	need := 27
	if us == shogi.Black {
		need = 28
	}
	return entered && !p.InCheck() && camp >= 10 && points >= need
}

// TestShogiForms checks that each question holds in all forms, although the number of points for a declaration
// depends on the side.
func TestShogiForms(t *testing.T) {
	suite, _ := embedded(t, "shogi-rules")
	suite = must.Get(suite.Forms(4))(t)
	for i := range suite.Records {
		r := &suite.Records[i]
		rule, _, _ := strings.Cut(r.ID, ".")
		if declares := r.Position.MayDeclare(); declares != (rule == "entering-king-wins") {
			t.Errorf("%s: may declare %t", r.Key(), declares)
		}
	}
}
