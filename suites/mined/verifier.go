package mined

import (
	"context"
	"fmt"
	"slices"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/epd"
)

// A move is the only one that wins if it is worth at least win and every other move at
// most level. Both are in centipawns for the side to move.
const (
	win   engine.Score = 200
	level engine.Score = 75
)

// VerifyNodes is the node limit of a verification.
const VerifyNodes = 1_000_000

// minVerified is the least depth of a verification, in plies: a shallower search hardly sees the replies.
const minVerified = 5

// hashMB is the size of the transposition table of each searcher, in MiB.
const hashMB = 16

// verified holds the two best moves of a search without pruning, with their scores.
type verified struct {
	Best     chess.Move
	Second   chess.Move   // the best of the other moves
	Score    engine.Score // of Best
	Other    engine.Score // of Second
	Depth    int          // plies searched for both
	PV       []chess.Move // from Best on
	IsStable bool         // one ply before Best was best too
}

// onlyWin reports whether Best wins and no other move does.
func (v *verified) onlyWin() bool {
	return v.IsStable && v.Depth >= minVerified && v.Score >= win && v.Other <= level
}

// Verifier searches positions without pruning. It is not safe for concurrent use.
type Verifier struct {
	engine engine.Engine // with several lines
	nodes  uint64
}

// NewVerifier makes a verifier that spends so many nodes on a position.
func NewVerifier(nodes uint64) (*Verifier, error) {
	plain, err := search.New(search.Options{HashMB: hashMB, Params: search.Plain(), Threads: 1})
	if err != nil {
		return nil, err
	}
	return &Verifier{engine: engine.WithMultiPV(plain), nodes: nodes}, nil
}

// Close frees the memory of the verifier.
func (v *Verifier) Close() error { return v.engine.Close() }

// verify searches the best move of p and the best of the others, in turn at each depth, until the nodes run out. With
// fewer than two legal moves it returns the zero value.
func (v *Verifier) verify(ctx context.Context, p *chess.Position) (found verified, err error) {
	if p.CountLegal() < 2 {
		return found, nil
	}
	task := engine.Task{Start: game.FromChess(*p), Limits: engine.Limits{Nodes: v.nodes}, MultiPV: 2}
	_, err = engine.SearchFresh(ctx, v.engine, task, func(i engine.Info) { found.addLine(&i) })
	return found, err
}

// Holds reports whether a best move of r is the only one that wins.
func (v *Verifier) Holds(ctx context.Context, r *epd.Record) (bool, error) {
	p, ok := game.ToChess(r.Position)
	if !ok {
		return false, fmt.Errorf("record %q is no position of chess", r.Key())
	}
	found, err := v.verify(ctx, &p)
	return found.onlyWin() && slices.Contains(r.Best, game.FromChessMove(found.Best)), err
}

// addLine adds one line of a complete depth. The best comes first.
func (v *verified) addLine(i *engine.Info) {
	if i.MultiPV > 1 {
		v.Second, v.Other = i.PV[0].Chess(), i.Score
		return
	}
	v.IsStable = i.PV[0].Chess() == v.Best
	v.Best, v.Score, v.Depth, v.PV = i.PV[0].Chess(), i.Score, i.Depth, game.ChessMoves(i.PV)
}
