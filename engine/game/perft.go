package game

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/shogi"
)

// Perft counts the leaves of the tree of legal moves from a position to a depth in
// plies. When ctx is done its error comes with what was counted so far.
func Perft(ctx context.Context, p Position, depth int) (uint64, error) {
	return Divide(ctx, p, depth, func(Move, uint64) {})
}

// Divide is Perft split by the moves at the root. It calls each with every root move as soon as the leaves below it
// are counted.
func Divide(ctx context.Context, p Position, depth int, each func(Move, uint64)) (leaves uint64, err error) {
	if depth <= 0 {
		return 1, nil
	}
	for _, m := range p.LegalMoves() {
		below, err := countLeaves(ctx, p.After(m), depth-1)
		if err != nil {
			return leaves, err
		}
		leaves += below
		each(m, below)
	}
	return leaves, nil
}

// chunkDepth is, for each game, the depth of the trees that are counted at one go. That is a moment's work except
// when many pieces are in hand.
var chunkDepth = [...]int{Chess: 4, Shogi: 3}

// countLeaves is Perft in parts, with a check of ctx before each.
func countLeaves(ctx context.Context, p Position, depth int) (uint64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	if depth > chunkDepth[p.Game()] {
		return Perft(ctx, p, depth)
	}
	if c, ok := ToChess(p); ok {
		return chess.Perft(&c, depth), nil
	}
	s, _ := ToShogi(p)
	return shogi.Perft(&s, depth), nil
}

// maxPerft is, for each game, a depth in plies to which the perft of the initial position surely fits 64 bits.
var maxPerft = [...]int{Chess: chess.MaxPerft, Shogi: 12}

// ParsePerft reads the words of a perft: a position, in one word or several, and then the depth. Without a position
// it returns the first position of chess.
func ParsePerft(words []string) (Position, int, error) {
	last := len(words) - 1
	text := strings.Join(words[:last], " ")
	most := maxPerft[GameOf(text)]
	depth, err := strconv.Atoi(words[last])
	if err != nil || depth < 0 || depth > most {
		return nil, 0, fmt.Errorf("perft depth %q (expected a number from 0 to %d as the last argument)", words[last], most)
	}
	if last == 0 {
		return Chess.Start(), depth, nil
	}
	p, err := ParsePosition(text)
	return p, depth, err
}
