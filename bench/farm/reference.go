package farm

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/suites"
)

// Reference is a search that comes out the same wherever the engine is the same.
type Reference struct {
	Player   int          `json:"player"`
	Position string       `json:"position"`
	Depth    int          `json:"depth"` // limit, in plies
	Nodes    uint64       `json:"nodes"`
	Best     string       `json:"best"`
	Score    engine.Score `json:"score"`
}

// referenceDepth is the search depth of references, in plies. It takes next to no time.
const referenceDepth = suites.PreludeDepth

// spreadReferences chooses references from a list.
func spreadReferences[T comparable](list []T) []T {
	return slices.Compact([]T{list[0], list[len(list)/2], list[len(list)-1]})
}

// searchReferences searches the references of each player. A position that the engine fails on is
// none: its fault is found when it is measured.
func searchReferences(ctx context.Context, positions []game.Position, players int, ask func(player int, t engine.Task) (engine.Result, error)) (all []Reference, err error) {
	for player := range players {
		for _, p := range positions {
			r := Reference{Player: player, Position: p.String(), Depth: referenceDepth}
			switch err := r.search(p, ask); {
			case err == nil:
				all = append(all, r)
			case ctx.Err() != nil || bench.IsOfMachine(err):
				return nil, err
			}
		}
	}
	return all, nil
}

// search fills in the result of a search.
func (r *Reference) search(p game.Position, ask func(player int, t engine.Task) (engine.Result, error)) error {
	result, err := ask(r.Player, engine.Task{Start: p, Limits: engine.Limits{Depth: r.Depth}})
	r.Nodes, r.Best, r.Score = result.Nodes, result.Best.String(), result.Score
	return err
}

// Verify searches a reference on this machine and returns an error if the result differs.
func (r Reference) Verify(ask func(player int, t engine.Task) (engine.Result, error)) error {
	p, err := game.ParsePosition(r.Position)
	if err != nil {
		return err
	}
	if r.Depth < 1 || r.Depth > engine.MaxDepth {
		return fmt.Errorf("reference of depth %d", r.Depth)
	}
	own := r
	if err := own.search(p, ask); err != nil {
		return err
	}
	if own != r {
		return fmt.Errorf("engine comes to %s, %s and %d nodes at depth %d in %s (the coordinator: %s, %s and %d)", own.Best, own.Score, own.Nodes, r.Depth, r.Position, r.Best, r.Score, r.Nodes)
	}
	return nil
}

// identifyAll opens each engine once to learn who it is, and has it search references.
func (f *Farm) identifyAll(ctx context.Context, positions []game.Position, all ...engines.Engine) (known []Engine, references []Reference, err error) {
	known, searchers := make([]Engine, len(all)), make([]*bench.Searcher, len(all))
	for i, e := range all {
		if known[i], err = f.engine(&e); err != nil {
			return nil, nil, err
		}
		opened, err := e.Open()
		if err != nil {
			return nil, nil, failure.Default(failure.Engine, err)
		}
		known[i].ID = opened.ID()
		if err := errors.Join(opened.Close(), oneThread(known[i])); err != nil {
			return nil, nil, err
		}
		searchers[i] = bench.NewSearcher(e.Open, known[i].ID, bench.Config{})
		defer searchers[i].Close()
	}
	references, err = searchReferences(ctx, positions, len(all), func(player int, t engine.Task) (engine.Result, error) { return searchers[player].Probe(ctx, t) })
	return known, references, err
}

// openings returns the starts of a few openings of the usual book of chess.
func openings() ([]game.Position, error) {
	book, err := match.DefaultBook(game.Chess)
	if err != nil {
		return nil, err
	}
	var starts []game.Position
	for i := range book.Openings {
		starts = append(starts, book.Openings[i].Start)
	}
	return spreadReferences(starts), nil
}
