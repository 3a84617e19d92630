package uci

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/text"
)

// Perft has the engine count the leaves of the tree of legal moves by "go perft", which is not UCI but common. To a
// depth of one ply it counts the legal moves that the engine plays under searchmoves, which is UCI. Its error is a
// *Fault, after which the process is dead, or the cause of ctx when that is done.
func (p *Process) Perft(ctx context.Context, position game.Position, depth int) (uint64, error) {
	if err := p.tellBroken(); err != nil {
		return 0, err
	}
	if depth == 1 {
		return p.countMoves(ctx, position)
	}
	if err := p.prepare(ctx, p.lines); err != nil {
		return 0, err
	}
	s := p.session
	s.phase, s.position, s.ask = phaseSearch, "position "+PositionArgs(position), fmt.Sprintf("go perft %d", depth)
	p.ready = false
	leaves, err := s.perft(ctx)
	if err == nil {
		s.phase = phaseAfter
		err = s.waitReady(ctx, false)
		p.ready = err == nil
	}
	return leaves, p.keepErr(err)
}

// countMoves counts the legal moves that the engine plays when searchmoves names each alone. An engine that does not
// know a move, or does not know searchmoves, plays another one.
func (p *Process) countMoves(ctx context.Context, position game.Position) (known uint64, err error) {
	for _, m := range position.LegalMoves() {
		result, err := p.Search(ctx, engine.Task{Start: position, SearchMoves: []game.Move{m}, Limits: engine.Limits{Depth: 1}}, nil)
		if err != nil {
			return known, err
		}
		if result.Best == m {
			known++
		}
	}
	return known, nil
}

// perft sends the question and waits for the sum.
func (s *session) perft(ctx context.Context) (leaves uint64, err error) {
	searches := false
	hear := func(line string) (ended bool) {
		word, _ := cutWord(line)
		if searches = word == "info" && searchLine().MatchString(line) || word == "bestmove"; searches {
			return true
		}
		leaves, ended = leavesOf(line)
		return ended
	}
	limit := s.allowance.Position
	if fault := s.sendWithin(s.allowance.Write, ignore, s.position, s.ask); fault != nil {
		return 0, fault
	}
	switch e := s.listen(ctx, time.Now().Add(limit), hear); {
	case e == cancelled:
		s.end()
		return 0, context.Cause(ctx)
	case e == late:
		return 0, s.fail(ClassTimeout, "engine did not tell the sum of %s within %v (limit position=%v)", s.ask, limit, limit)
	case e != gotLine:
		return 0, s.broken(e)
	case searches:
		return 0, s.fail(ClassNoMove, "engine answered %s with a search (expected the count of the leaves, \"Nodes searched: N\")", s.ask)
	}
	return leaves, nil
}

// searchLine is an info line of a search.
var searchLine = text.Pattern(` (score|currmove) `)

// sumLine is the line that ends a perft: the words before the sum differ, and "e2e4: 20" is
// the part of one move.
var sumLine = text.Pattern(`(?i)^(?:nodes searched|total nodes|total|nodes)\s*[:=]?\s*([0-9]+)$`)

// leavesOf returns the total in a line.
func leavesOf(line string) (leaves uint64, found bool) {
	match := sumLine().FindStringSubmatch(line)
	if match == nil {
		return 0, false
	}
	leaves, err := strconv.ParseUint(match[1], 10, 53) // as maxNodes
	if err != nil {
		return 0, false
	}
	return leaves, true
}
