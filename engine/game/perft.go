package game

import (
	"context"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/shogi"
)

// Perft counts the leaves of the tree of legal moves from a position to a depth in
// plies of at least 1. When ctx is done its error comes with what was counted so far.
func Perft(ctx context.Context, p Position, depth int) (uint64, error) {
	if c, ok := InChess(p); ok {
		return chess.Divide(ctx, &c, depth, func(chess.Move, uint64) {})
	}
	s, _ := InShogi(p)
	return shogiPerft(ctx, &s, depth)
}

// shogiDepth is the depth of the trees of shogi that are counted at one go: a moment's
// work but where many men are in hand.
const shogiDepth = 3

// shogiPerft counts in pieces between which ctx is asked.
func shogiPerft(ctx context.Context, p *shogi.Position, depth int) (leaves uint64, err error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	if depth <= shogiDepth {
		return shogi.Perft(p, depth), nil
	}
	for _, next := range p.Successors() {
		below, err := shogiPerft(ctx, &next, depth-1)
		leaves += below
		if err != nil {
			return leaves, err
		}
	}
	return leaves, nil
}
