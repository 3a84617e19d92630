package explain

import (
	"context"
	"strings"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/tablebase"
)

// ZugzwangKind says whether passing would be better than every move.
type ZugzwangKind string

// The kinds.
const (
	NoZugzwang ZugzwangKind = "none"
	OneSided   ZugzwangKind = "one-sided" // the other side would win with the move too, or be better
	Mutual     ZugzwangKind = "mutual"    // the other side would not be better with the move either
)

// Zugzwang holds the scores that the base gives to the best move of a position and to a pass.
type Zugzwang struct {
	Kind     ZugzwangKind `json:"kind"`
	Position string       `json:"position"`
	Move     Answer       `json:"move"`             // from the side to move
	Pass     Answer       `json:"pass"`             // likewise: minus the score of the other side, which moves then
	Proven   bool         `json:"proven,omitempty"` // Kind is that of tables of endings
}

// Tables returns the tables of endings, which it solves where they are not kept.
type Tables func(endings ...tablebase.Ending) (*tablebase.Set, error)

// prove asks the tables whether the side to move is in zugzwang. By outcomes every zugzwang is mutual: the side that would
// rather pass wins or draws with the other side to move. It changes nothing where the position has too many pieces.
func (z *Zugzwang) prove(tables Tables) error {
	p, err := chess.ParseFEN(z.Position)
	if err != nil {
		return nil // of shogi
	}
	ending, _, few := tablebase.EndingOf(&p)
	if !few {
		return nil
	}
	set, err := tables(ending)
	if err != nil {
		return err
	}
	found, known := set.Analyze(&p)
	if !known || !found.MayPass {
		return nil
	}
	if z.Kind, z.Proven = NoZugzwang, true; found.Pass.Outcome > found.Value.Outcome {
		z.Kind = Mutual
	}
	return nil
}

// equalValue is the greatest value at which a side is not better, in centipawns.
const equalValue = 60

// findZugzwang asks the base whether the side to move of a node would rather pass. It returns nil in check.
func findZugzwang(ctx context.Context, base *side, n node, depth, gap int) (*Zugzwang, error) {
	passed, ok := passedPosition(n.at)
	if !ok {
		return nil, nil
	}
	move, err := base.searchNode(ctx, n, depth)
	if err != nil {
		return nil, err
	}
	other := node{start: passed, at: passed}
	pass, err := base.searchNode(ctx, other, depth)
	if err != nil {
		return nil, err
	}
	z := &Zugzwang{Kind: NoZugzwang, Position: n.at.String(), Move: answerOf(n, move), Pass: Answer{Score: -pass.Score, Nodes: pass.Nodes}}
	mover := n.at.Side()
	if valueFor(mover, other, pass.Score)-valueFor(mover, n, move.Score) >= gap {
		z.Kind = OneSided
		if valueFor(mover.Other(), other, pass.Score) <= equalValue {
			z.Kind = Mutual
		}
	}
	return z, nil
}

// passedPosition returns the position with the other side to move. It is not ok if that is illegal, as in check.
func passedPosition(p game.Position) (passed game.Position, ok bool) {
	if p.InCheck() {
		return nil, false
	}
	fields := strings.Fields(p.String())
	turn := 1
	if p.Game() == game.Shogi {
		turn = 2 // behind the word sfen
	} else {
		fields[3] = "-"
	}
	fields[turn] = map[string]string{"w": "b", "b": "w"}[fields[turn]]
	passed, err := game.ParsePosition(strings.Join(fields, " "))
	return passed, err == nil
}

// zugzwang fills in whether the defender is in zugzwang at the node behind the blind one, by tables if there are any.
func (e *Explanation) zugzwang(ctx context.Context, w *walker, tables Tables) (err error) {
	if e.Finding != Inside || len(w.at) < 2 {
		return nil
	}
	n := w.at[len(w.at)-1]
	if n.at.Side() == w.undervalued {
		return nil
	}
	e.Zugzwang, err = findZugzwang(ctx, w.base, n, w.nodes[len(w.nodes)-1].Depth, w.gap)
	if err == nil && e.Zugzwang != nil && tables != nil {
		err = e.Zugzwang.prove(tables)
	}
	return err
}
