package explain

import (
	"context"
	"fmt"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// node is a position as it came about: repetitions count the moves before it.
type node struct {
	start game.Position
	moves []game.Move
	at    game.Position
	walk  int // moves of the walk, at the end of moves
}

// after returns the node behind a legal move.
func (n node) after(m game.Move) node {
	n.moves = append(n.moves[:len(n.moves):len(n.moves)], m)
	n.at = n.at.After(m)
	n.walk++
	return n
}

// moveNames returns the moves of the walk in the notation of results.
func (n node) moveNames() []string {
	names := []string{}
	p := n.start
	for i, m := range n.moves {
		if i >= len(n.moves)-n.walk {
			names = append(names, p.Notation(m))
		}
		p = p.After(m)
	}
	return names
}

// side is one engine with the answers that it has given.
type side struct {
	engine.Engine
	name  string
	known map[string]engine.Result
	most  uint64 // nodes of a search; 0: any
}

// newSide returns an engine that has given no answer.
func newSide(e engine.Engine, name string) *side {
	return &side{Engine: e, name: name, known: make(map[string]engine.Result)}
}

// bounded reports whether an answer is of a search that ended by its nodes.
func (s *side) bounded(r engine.Result) bool { return s.most > 0 && r.Nodes >= s.most }

// searchNode returns the answer to a search of a node to a depth, by a cleared engine.
func (s *side) searchNode(ctx context.Context, n node, depth int) (engine.Result, error) {
	key := fmt.Sprint(n.start, n.moves, depth)
	if r, found := s.known[key]; found {
		return r, nil
	}
	if err := s.Reset(ctx); err != nil {
		return engine.Result{}, fmt.Errorf("%s: %w", s.name, err)
	}
	r, err := s.Search(ctx, engine.Task{Start: n.start, Moves: n.moves, Limits: engine.Limits{Depth: depth, Nodes: s.most}}, nil)
	if err == nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return r, fmt.Errorf("%s: %w", s.name, err)
	}
	s.known[key] = r
	return r, nil
}

// answerOf returns an answer as the explanation has it.
func answerOf(n node, r engine.Result) Answer {
	a := Answer{Score: r.Score, Nodes: r.Nodes}
	if r.Best != game.NoMove {
		a.Move = n.at.Notation(r.Best)
	}
	return a
}

// The values of mates and the largest of other scores: a mate is worth more than any score, and as much as another mate.
const (
	mateValue = 3000
	maxValue  = 2000
)

// valueFor returns the score of a node for one side, in centipawns within mateValue.
func valueFor(who game.Side, n node, score engine.Score) int {
	v := max(-maxValue, min(int(score), maxValue))
	if moves, mate := score.Mate(); mate {
		v = mateValue
		if moves < 0 {
			v = -mateValue
		}
	}
	if n.at.Side() != who {
		return -v
	}
	return v
}
