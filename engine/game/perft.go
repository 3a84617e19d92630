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

// Divide is Perft split by the moves at the root: each is called with every one of them
// as soon as the leaves below it are counted.
func Divide(ctx context.Context, p Position, depth int, each func(Move, uint64)) (leaves uint64, err error) {
	if c, ok := InChess(p); ok {
		return chess.Divide(ctx, &c, depth, func(m chess.Move, below uint64) { each(OfChessMove(m), below) })
	}
	if depth <= 0 {
		return 1, nil
	}
	s, _ := InShogi(p)
	for m, next := range s.Successors() {
		below, err := shogiPerft(ctx, &next, depth-1)
		if err != nil {
			return leaves, err
		}
		leaves += below
		each(OfShogiMove(m), below)
	}
	return leaves, nil
}

// maxShogiPerft is a depth to which the count from the first position of shogi fits 64
// bits for sure.
const maxShogiPerft = 12

// ParsePerft reads the words of a perft: the last is the depth, those before are a
// position, in one word or several; without any it is the first position of chess.
func ParsePerft(words []string) (Position, int, error) {
	last := len(words) - 1
	text := strings.Join(words[:last], " ")
	if GameOf(text) == Chess {
		p, depth, err := chess.ParsePerft(words)
		return OfChess(p), depth, err
	}
	depth, err := strconv.Atoi(words[last])
	if err != nil || depth < 0 || depth > maxShogiPerft {
		return nil, 0, fmt.Errorf("perft depth %q (expected a number from 0 to %d as the last argument)", words[last], maxShogiPerft)
	}
	p, err := ParsePosition(text)
	return p, depth, err
}

// shogiDepth is the depth of the trees of shogi that are counted at one go: a moment's
// work but where many pieces are in hand.
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
