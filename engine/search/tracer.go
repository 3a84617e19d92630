package search

import (
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/table"
)

// tracer records each visit of a node on one line.
type tracer struct {
	line   []chess.Move
	visits [][]*visit // by ply, in the order of the search
	last   []*visit   // by ply, the last visit not nested in another of the same node
}

// newTracer makes a tracer of a line of moves.
func newTracer(line []game.Move) *tracer {
	plies := len(line) + 1
	return &tracer{line: game.ChessMoves(line), visits: make([][]*visit, plies), last: make([]*visit, plies)}
}

// enter begins a visit of the node at ply if it lies on the line. Without a tracer it does nothing.
func (r *tracer) enter(t *thread, ply int, alpha, beta int32, depth int, tt *table.Hit) {
	if r != nil {
		r.visit(t, ply, alpha, beta, depth, tt)
	}
}

// cut records that a rule cuts the node at ply before the table is asked. Without a tracer it does nothing.
func (r *tracer) cut(t *thread, ply int, alpha, beta int32, depth int, rule Rule, value int32) {
	if r != nil {
		r.cutAtOnce(t, ply, alpha, beta, depth, rule, value)
	}
}

// cutAtOnce implements cut for a tracer. It is not inlined, to keep the code of search small.
//
//go:noinline
func (r *tracer) cutAtOnce(t *thread, ply int, alpha, beta int32, depth int, rule Rule, value int32) {
	f := t.frame(ply)
	if r.visit(t, ply, alpha, beta, depth, nil); rule == RuleDraw && !t.isDraw(f) {
		rule = RuleBlockage
	}
	f.visit.end(nil, rule, 0, value)
}

// visit begins a visit of the node at ply if it lies on the line.
func (r *tracer) visit(t *thread, ply int, alpha, beta int32, depth int, tt *table.Hit) {
	f := t.frame(ply)
	f.visit = nil
	if !r.onLine(t, ply) {
		return
	}
	v := &visit{tracer: r, depth: depth, node: TraceNode{
		Ply: ply, Iteration: t.root.depth, Depth: inPlies(depth), Alpha: bound(alpha, ply), Beta: bound(beta, ply), Table: traceTable(tt, ply),
	}}
	if ply < len(r.line) {
		v.move = r.line[ply]
	}
	f.visit = v
	r.visits[ply] = append(r.visits[ply], v)
	r.last[ply] = v
}

// onLine reports whether the moves that lead to the node at ply are those of the line.
func (r *tracer) onLine(t *thread, ply int) bool {
	if ply > len(r.line) {
		return false
	}
	for i := range ply {
		if t.frame(i).move != r.line[i] {
			return false
		}
	}
	return true
}

// nodes returns the nodes of the line as the last iteration searched them. Where the table answered, the search that
// stored the answer is described.
func (r *tracer) nodes() (nodes []TraceNode) {
	for v := r.last[0]; v != nil; v = v.child {
		stored := r.stored(v)
		if stored == nil {
			nodes = append(nodes, v.node)
			continue
		}
		node := stored.node
		node.Table = v.node.Table
		node.Table.Iteration = node.Iteration
		nodes = append(nodes, node)
		v = stored
	}
	return nodes
}

// stored returns the earlier visit that stored the table entry which cut v. It returns nil if the table did not cut v, or
// if the entry came from another line.
func (r *tracer) stored(v *visit) *visit {
	if c := v.node.Cut; c == nil || c.Rule != RuleTable {
		return nil
	}
	var found *visit
	for _, other := range r.visits[v.node.Ply] {
		if other == v {
			break
		}
		if other.stored && inPlies(other.storedDepth) == v.node.Table.Depth && other.node.Value == v.node.Table.Value {
			found = other
		}
	}
	return found
}

// inPlies converts a depth from quarter plies to plies.
func inPlies(depth int) float64 { return float64(depth) / onePly }

// scoreAt converts a value of the search to the score of the node at ply: mate distances count from the node, not from
// the root.
func scoreAt(value int32, ply int) engine.Score {
	switch {
	case value >= mateBound:
		value += int32(ply)
	case value <= -mateBound:
		value -= int32(ply)
	}
	return engine.Score(value)
}

// bound returns alpha or beta as a score of the node at ply, nil if no score of the node lies beyond it.
func bound(value int32, ply int) *engine.Score {
	score := scoreAt(value, ply)
	if max(score, -score) >= engine.MateScore-1 {
		return nil
	}
	return &score
}

// traceTable returns the table entry of the node at ply for a trace, nil without one.
func traceTable(tt *table.Hit, ply int) *TraceTable {
	if tt == nil || !tt.Found {
		return nil
	}
	bound := [...]string{"none", "upper", "lower", "exact"}[tt.Bound&table.Exact]
	return &TraceTable{Depth: inPlies(tt.Depth), Bound: bound, Value: scoreAt(tt.Value, ply)}
}
