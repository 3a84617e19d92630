package explain

import (
	"context"
	"slices"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/search"
)

// Tracer returns the events of the head's search at the nodes of a line, which begins at the position of the task. The
// head is cleared before.
type Tracer func(ctx context.Context, task engine.Task, line []game.Move) ([]search.TraceNode, error)

// Trace holds the head's last iteration at the nodes of the walk, and then of the base's principal variation. It ends
// where the search did not go on.
type Trace struct {
	Depth int        `json:"depth"` // of the search, in plies
	Whole bool       `json:"whole"` // the search reached the last node of the walk
	Rows  []TraceRow `json:"rows"`
}

// TraceRow holds what the head did at one node of the line.
type TraceRow struct {
	Move  string `json:"move,omitempty"`  // that leads to the node, in the notation of results; empty at the first node
	Leads string `json:"leads,omitempty"` // the move that leads on; empty at the end of the line
	Best  string `json:"best,omitempty"`  // the move that raised alpha; empty: none did
	// Position is a FEN.
	Position string `json:"position"`
	search.TraceNode
}

// builtinTracer returns the tracer of the built-in engine for chess with one thread, nil for other engines.
func builtinTracer(own builtin.Engine) Tracer {
	settings, chess := own.(builtin.Settings)
	if !chess || settings.Threads > 1 {
		return nil
	}
	return func(ctx context.Context, task engine.Task, line []game.Move) ([]search.TraceNode, error) {
		o, err := settings.SearchOptions()
		if err != nil {
			return nil, err
		}
		s, err := search.New(o)
		if err != nil {
			return nil, err
		}
		defer s.Close()
		_, nodes, err := s.Trace(ctx, task, line)
		if err == nil && ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		return nodes, err
	}
}

// TracerOf returns the tracer of a head, nil where it is a program.
func TracerOf(head engines.Engine) Tracer {
	if head.Command.Path != "" {
		return nil
	}
	settings, known := ownSettings(head)
	if !known {
		return nil
	}
	return builtinTracer(settings)
}

// trace fills in what the head did on the line of the walk and on the principal variation of the base behind it. Where the
// search of the position did not reach the last node of the walk, a search of the blind node is traced too.
func (e *Explanation) trace(ctx context.Context, w *walker, tracer Tracer) error {
	last := len(w.at) - 1
	if tracer == nil || last < 0 {
		return nil
	}
	goal := w.at[last]
	answer, err := w.base.searchNode(ctx, goal, w.nodes[last].Depth)
	if err != nil {
		return err
	}
	t := &tracing{tracer: tracer, goal: goal, line: append(slices.Clone(goal.moves), legalPart(goal.at, answer.PV)...)}
	if e.Trace, err = t.traceFrom(ctx, w.at[0], e.Depth); err != nil || e.Trace.Whole {
		return err
	}
	if blind := blindPlace(e.Finding, len(w.at)); blind > 0 {
		e.BlindTrace, err = t.traceFrom(ctx, w.at[blind], w.nodes[blind].Depth)
	}
	return err
}

// legalPart returns the moves of a line up to the first one that is not legal.
func legalPart(p game.Position, line []game.Move) []game.Move {
	for i, m := range line {
		if !slices.Contains(p.LegalMoves(), m) {
			return line[:i]
		}
		p = p.After(m)
	}
	return line
}

// tracing traces searches of the head on one line.
type tracing struct {
	tracer Tracer
	goal   node        // the last one of the walk
	line   []game.Move // from the start of the game, through the last node of the walk
}

// traceFrom returns the trace of a search of a node on the line to a depth.
func (t *tracing) traceFrom(ctx context.Context, n node, depth int) (*Trace, error) {
	line := t.line[len(n.moves):]
	nodes, err := t.tracer(ctx, engine.Task{Start: n.start, Moves: n.moves, Limits: engine.Limits{Depth: depth}}, line)
	if err != nil {
		return nil, err
	}
	found := &Trace{Depth: depth, Whole: len(nodes) > len(t.goal.moves)-len(n.moves), Rows: []TraceRow{}}
	p := n.at
	for i := range nodes {
		row := TraceRow{Position: p.String(), TraceNode: nodes[i]}
		if i > 0 {
			row.Move = found.Rows[i-1].Leads
		}
		if nodes[i].Best != game.NoMove {
			row.Best = p.Notation(nodes[i].Best)
		}
		if i < len(line) {
			row.Leads = p.Notation(line[i])
			p = p.After(line[i])
		}
		found.Rows = append(found.Rows, row)
	}
	return found, nil
}
