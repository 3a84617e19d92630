package selfplay

import (
	"context"
	"errors"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/random"
	"github.com/zugwatch/zugwatch/engine/shogi"
	"github.com/zugwatch/zugwatch/engine/shogi/search"
)

// The shape of a game.
const (
	playNodes       = 500 // for each move
	minOpeningPlies = 4   // plies that are drawn at the beginning
	maxOpeningPlies = 9
	longestGame     = 240 // plies behind these
)

// player plays games of the engine against itself.
type player struct{ engine *search.Searcher }

func newPlayer() (player, error) {
	o := search.Defaults()
	o.HashMB = 1
	s, err := search.New(o)
	return player{s}, err
}

// play plays a game from a random opening, and gives at most so many of its positions behind the
// opening in order.
func (y player) play(ctx context.Context, r *random.Source, most int) (positions []shogi.Position, err error) {
	g := shogi.NewGame(randomOpening(r))
	for len(positions) < most {
		positions = append(positions, g.Position)
		if g.Repetition() != shogi.NoRepetition {
			break
		}
		found, err := engine.SearchFresh(ctx, y.engine, engine.Task{Start: game.FromShogi(g.Position), Limits: engine.Limits{Nodes: playNodes}}, nil)
		if err != nil {
			return nil, err
		}
		if len(found.PV) == 0 { // mated, or declares
			break
		}
		g.Play(found.PV[0].Shogi())
	}
	return positions, nil
}

// randomOpening plays random plies.
func randomOpening(r *random.Source) shogi.Position {
	p := shogi.Start()
	for range minOpeningPlies + r.Below(maxOpeningPlies-minOpeningPlies+1) {
		if moves := p.LegalMoves(); len(moves) > 0 {
			p = p.After(moves[r.Below(len(moves))])
		}
	}
	return p
}

// signature returns the number of nodes of the engine on the positions of Bench.
func signature(ctx context.Context) (nodes uint64, err error) {
	s, err := search.New(search.Defaults())
	if err != nil {
		return 0, err
	}
	nodes, err = s.Bench(ctx, search.BenchDepth, nil)
	return nodes, errors.Join(err, s.Close())
}
