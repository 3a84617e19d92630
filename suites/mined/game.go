package mined

import (
	"context"
	"slices"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/random"
)

// Parameters of the games. Scores are centipawns, lengths are plies.
const (
	playNodes       = 500   // for each move of a game
	minLookNodes    = 2_000 // for a position behind a mistake, or …
	lookFactor      = 4     // … this multiple of Options.Easy
	mistakes        = 6     // that are tried at each move
	minOpeningPlies = 6     // random plies at the beginning
	maxOpeningPlies = 10
	mistakeScore    = 0   // least score of a side that makes a mistake, so that only the mistake can lose
	decided         = 400 // a game that is further from equal is over
	gameLength      = 120
)

// candidate is a position after a mistake in which a search finds a win.
type candidate struct {
	position chess.Position
	best     chess.Move
	ply      int        // from the beginning of the game
	last     chess.Move // the mistake
}

// player plays games of an engine against itself.
type player struct {
	engine    engine.Engine
	lookNodes uint64
}

// play plays the game with a number and hands each candidate to take, in order. From a random opening both sides play
// the moves of a short search. While the side to move is not worse, play also tries some other moves that lose no
// material on their square.
func (y *player) play(ctx context.Context, seed, number uint64, take func(*candidate) error) error {
	r := random.New(seed, number)
	opening, ok := chess.RandomOpening(r, minOpeningPlies+r.Below(maxOpeningPlies-minOpeningPlies+1))
	if !ok {
		return nil
	}
	game := chess.NewGame(opening)
	for ply := 0; ply < gameLength && !isOver(game); ply++ {
		played, err := y.search(ctx, &game.Position, playNodes)
		if err != nil {
			return err
		}
		if played.Score > decided || played.Score < -decided {
			return nil
		}
		for _, m := range blunderMoves(&game.Position, played.Best.Chess(), r) {
			if played.Score < mistakeScore {
				break
			}
			c := candidate{position: game.Position.After(m), ply: ply, last: m}
			if err := y.checkCandidate(ctx, &c, take); err != nil {
				return err
			}
		}
		game.Play(played.Best.Chess())
	}
	return nil
}

// checkCandidate hands a position over when a search finds a win, and no mate, which are a kind
// of their own.
func (y *player) checkCandidate(ctx context.Context, c *candidate, take func(*candidate) error) error {
	if c.position.InCheck() || c.position.CountLegal() < minMoves {
		return nil
	}
	found, err := y.search(ctx, &c.position, y.lookNodes)
	if err != nil || found.Score < win || found.Score >= engine.MateBound {
		return err
	}
	c.best = found.Best.Chess()
	return take(c)
}

// search searches a position from a fresh state.
func (y *player) search(ctx context.Context, p *chess.Position, nodes uint64) (engine.Result, error) {
	return engine.SearchFresh(ctx, y.engine, engine.Task{Start: game.FromChess(*p), Limits: engine.Limits{Nodes: nodes}}, nil)
}

// blunderMoves draws moves of p that are not the best and lose no material on their square.
func blunderMoves(p *chess.Position, best chess.Move, r *random.Source) []chess.Move {
	moves := slices.DeleteFunc(p.LegalMoves(), func(m chess.Move) bool { return m == best || !p.SEEAtLeast(m, 0) })
	random.Shuffle(r, moves)
	return moves[:min(mistakes, len(moves))]
}

// isOver reports whether the rules end a game.
func isOver(game *chess.Game) bool {
	p := &game.Position
	return p.CountLegal() == 0 || p.IsFiftyMoves() || p.IsInsufficient() || game.Repetitions() >= 2
}
