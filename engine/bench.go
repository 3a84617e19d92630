package engine

import (
	"context"

	"github.com/zugwatch/zugwatch/engine/game"
)

// Benched is the outcome of one position of Bench.
type Benched struct {
	Position string
	Result   Result
	Number   int // from 1
	Of       int
}

// Bench has an engine search positions to a depth in plies, each from a fresh state. Over fixed positions the sum of
// the nodes is the signature of the engine: it changes if and only if the search or evaluation does. Bench calls
// each, when not nil, after every position.
func Bench(ctx context.Context, e Engine, positions []string, depth int, each func(Benched)) (nodes uint64, err error) {
	for i, text := range positions {
		p, err := game.ParsePosition(text)
		if err != nil {
			return nodes, err
		}
		r, err := SearchFresh(ctx, e, Task{Start: p, Limits: Limits{Depth: depth}}, nil)
		if err != nil {
			return nodes, err
		}
		nodes += r.Nodes
		if each != nil {
			each(Benched{Position: text, Result: r, Number: i + 1, Of: len(positions)})
		}
	}
	return nodes, nil
}
