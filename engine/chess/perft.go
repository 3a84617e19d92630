package chess

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// MaxPerft is the largest depth of a perft from the first position whose count fits
// 64 bits.
const MaxPerft = 13

// Perft counts the leaves of the tree of legal moves to the depth given, the
// customary proof of a move generator. The moves of the last ply are counted
// without being made or listed.
func Perft(p *Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	stack := make([]perftFrame, depth)
	stack[0].position = *p
	return perft(stack)
}

// perftFrame is one ply of a perft.
type perftFrame struct {
	position Position
	moves    MoveList
}

func perft(stack []perftFrame) (leaves uint64) {
	f := &stack[0]
	if len(stack) == 1 {
		return uint64(f.position.CountLegal())
	}
	f.position.Legal(&f.moves)
	for _, m := range f.moves.Slice() {
		f.position.Play(m, &stack[1].position)
		leaves += perft(stack[1:])
	}
	return leaves
}

// Divide is Perft split by the moves at the root: each is called with every one of
// them as soon as the leaves below it are counted. When ctx is done its error comes
// with what was counted so far.
func Divide(ctx context.Context, p *Position, depth int, each func(Move, uint64)) (leaves uint64, err error) {
	if depth <= 0 {
		return 1, nil
	}
	for m, next := range p.Successors() {
		below, err := countPieces(ctx, &next, depth-1)
		if err != nil {
			return leaves, err
		}
		leaves += below
		each(m, below)
	}
	return leaves, nil
}

// countDepth is the depth of the trees that are counted at one go: a moment's work.
const countDepth = 4

// countPieces is Perft in pieces between which ctx is asked.
func countPieces(ctx context.Context, p *Position, depth int) (uint64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	if depth <= countDepth {
		return Perft(p, depth), nil
	}
	return Divide(ctx, p, depth, func(Move, uint64) {})
}

// ParsePerft reads the words of a perft: the last is the depth, those before are the
// fields of a FEN, in one word or several; without any it is the first position.
func ParsePerft(words []string) (Position, int, error) {
	last := len(words) - 1
	depth, err := strconv.Atoi(words[last])
	if err != nil || depth < 0 || depth > MaxPerft {
		return Position{}, 0, fmt.Errorf("perft depth %q (expected a number from 0 to %d as the last argument)", words[last], MaxPerft)
	}
	if last == 0 {
		return Start(), depth, nil
	}
	position, err := ParseFEN(strings.Join(words[:last], " "))
	return position, depth, err
}
