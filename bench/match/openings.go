package match

import (
	"context"
	"fmt"
	"slices"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
)

// How an opening is made. Scores are centipawns.
const (
	openingPlies = 8      // of each opening
	choiceNodes  = 400    // for each move that may be played
	choiceWithin = 50     // a move may be played that is no more than so much worse than the best
	levelNodes   = 40_000 // to find the position level
	levelWithin  = 40     // the position is that near to equal
)

// GenerateOpenings makes so many different openings with an engine and calls each
// for every one. From the start of the game any of the moves is played that a
// short search finds not much worse than the best, and a longer search has to find
// the last position level. The list depends on the engine and the seed alone.
func GenerateOpenings(ctx context.Context, e engine.Engine, seed uint64, count int, each func(p *chess.Position) error) error {
	g := &openingMaker{engine: e, seen: make(map[uint64]bool)}
	for number := uint64(0); len(g.seen) < count; number++ {
		p, level, err := g.try(ctx, newRandom(seed, number))
		if err != nil {
			return err
		}
		if !level || g.seen[p.Key()] {
			continue
		}
		g.seen[p.Key()] = true
		if err := each(&p); err != nil {
			return err
		}
	}
	return nil
}

type openingMaker struct {
	engine engine.Engine
	seen   map[uint64]bool
}

// try makes one opening; level tells whether it can be used.
func (g *openingMaker) try(ctx context.Context, r *random) (p chess.Position, level bool, err error) {
	p = chess.Start()
	for range openingPlies {
		choice, err := g.choice(ctx, &p)
		if err != nil || len(choice) == 0 {
			return p, false, err
		}
		var next chess.Position
		p.Play(choice[r.below(len(choice))], &next)
		p = next
	}
	if p.CountLegal() == 0 || p.InCheck() {
		return p, false, nil
	}
	score, err := g.score(ctx, &p, levelNodes)
	return p, score <= levelWithin && score >= -levelWithin, err
}

// choice lists the moves that may be played.
func (g *openingMaker) choice(ctx context.Context, p *chess.Position) ([]chess.Move, error) {
	var list chess.MoveList
	p.Legal(&list)
	scores := make([]engine.Score, list.Len())
	for i, m := range list.Slice() {
		var next chess.Position
		p.Play(m, &next)
		if next.CountLegal() == 0 {
			return nil, nil // the game could end here
		}
		score, err := g.score(ctx, &next, choiceNodes)
		if err != nil {
			return nil, err
		}
		scores[i] = -score
	}
	if len(scores) == 0 {
		return nil, nil
	}
	best := slices.Max(scores)
	var choice []chess.Move
	for i, m := range list.Slice() {
		if scores[i] >= best-choiceWithin {
			choice = append(choice, m)
		}
	}
	return choice, nil
}

// score searches a position that nothing is known of.
func (g *openingMaker) score(ctx context.Context, p *chess.Position, nodes uint64) (engine.Score, error) {
	if err := g.engine.Reset(ctx); err != nil {
		return 0, err
	}
	result, err := g.engine.Search(ctx, engine.Task{Start: *p, Limits: engine.Limits{Nodes: nodes}}, nil)
	if err == nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return 0, fmt.Errorf("opening: %w", err)
	}
	return result.Score, nil
}
