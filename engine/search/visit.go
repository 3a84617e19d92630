package search

import (
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/table"
)

// visit records one search of a node on the line of a tracer. It is nil at a node that is not traced. The methods called by
// the search are then no-ops. They are inlined and call a second method for the rest, so that an untraced search only
// compares with nil.
type visit struct {
	tracer      *tracer
	node        TraceNode
	depth       int        // in quarter plies, after the changes by rules
	child       *visit     // the last search of the child; nil: not searched
	move        chess.Move // of the line, NoMove at its end
	stored      bool       // in the table, with the depth storedDepth
	storedDepth int
	quiets      *TraceCut // the rule by which all further quiet moves are skipped
	searched    int       // moves that had been searched when quiets were skipped
}

// end records that a rule with a limit cut the node.
func (v *visit) end(f *frame, rule Rule, limit int, value int32) {
	if v != nil {
		v.cut(f, rule, limit, value)
	}
}

// cut implements end. A frame that is not nil gives the static evaluation.
//
//go:noinline
func (v *visit) cut(f *frame, rule Rule, limit int, value int32) {
	v.node.Cut, v.node.Value = &TraceCut{rule, limit}, v.score(value)
	switch {
	case rule == RuleTable:
		v.node.Table.Cut = true
	case rule == RuleNullMove:
		v.node.Null.Cut = true
	}
	if f != nil {
		v.evaluated(f)
	}
}

// score returns a value of the search as the score of the node.
func (v *visit) score(value int32) engine.Score { return scoreAt(value, v.node.Ply) }

// evaluated records the static evaluation of the node.
func (v *visit) evaluated(f *frame) {
	if f.static != table.NoValue {
		static := engine.Score(f.static)
		v.node.Static = &static
	}
}

// keep records that the table stores the value of the node, with a depth.
func (v *visit) keep(depth int) {
	if v != nil {
		v.stored, v.storedDepth = true, depth
	}
}

// null records a null search: its depth and its value.
func (v *visit) null(depth int, value int32) {
	if v != nil {
		v.passed(depth, value)
	}
}

// passed implements null.
//
//go:noinline
func (v *visit) passed(depth int, value int32) {
	v.node.Null = &TraceNull{R: (v.depth-depth)/onePly - 1, Depth: inPlies(depth), Value: v.score(value)}
}

// verified records the search that confirms or refutes a null move.
func (v *visit) verified(depth int, value int32) {
	if v != nil && v.node.Null != nil {
		v.confirmed(depth, value)
	}
}

// confirmed implements verified.
//
//go:noinline
func (v *visit) confirmed(depth int, value int32) {
	v.node.Null.Verification = &Verification{Depth: inPlies(depth), Value: v.score(value)}
}

// change records that a rule changed the depth of the node.
func (v *visit) change(rule Rule, from, to int) {
	if v != nil && from != to {
		v.changed(rule, to-from)
	}
}

// changed implements change.
//
//go:noinline
func (v *visit) changed(rule Rule, by int) {
	v.depth += by
	v.node.Changes = append(v.node.Changes, TraceChange{rule, inPlies(by)})
}

// skip records that a rule skips m after the given number of searched moves.
func (v *visit) skip(t *thread, f *frame, rule Rule, m chess.Move, searched, plies int, improving bool) {
	if v != nil {
		v.skipMove(t, f, rule, m, searched, plies, improving)
	}
}

// skipMove implements skip.
//
//go:noinline
func (v *visit) skipMove(t *thread, f *frame, rule Rule, m chess.Move, searched, plies int, improving bool) {
	by := v.quiets
	if by == nil || rule == RuleExchangePruning {
		by = &TraceCut{rule, t.limit(f, rule, m, plies, improving)}
	}
	if rule != RuleExchangePruning && v.quiets == nil {
		v.quiets, v.searched = by, searched
	}
	if m == v.move {
		v.node.Next = &TraceMove{Place: searched + 1, Skipped: by}
	}
}

// limit returns the limit that a rule applies to m: a number of moves for late moves, else centipawns.
func (t *thread) limit(f *frame, rule Rule, m chess.Move, plies int, improving bool) int {
	switch rule {
	case RuleLateMoves:
		return t.params.lateLimit(plies, improving)
	case RuleFutility:
		margin, _ := t.params.Futility.At(plies)
		return int(t.params.futilityMargin(margin, t.historyScore(f, f.visit.node.Ply, m)))
	}
	return t.params.exchangeLimit(isNoisy(m), plies)
}

// tried records the search of a move: its place, its value, and its depth before and after late move reductions. Full
// is the depth of its search after a fail-high of the reduced one.
func (v *visit) tried(m chess.Move, place, whole, reduced, full int, value int32) {
	if v != nil && m == v.move {
		v.record(place, whole, reduced, full, value)
	}
}

// record implements tried.
//
//go:noinline
func (v *visit) record(place, whole, reduced, full int, value int32) {
	score := v.score(value)
	next := &TraceMove{
		Place: place, Extension: inPlies(whole - (v.depth - onePly)), Reduction: inPlies(whole - reduced), Depth: inPlies(full), Value: &score,
	}
	v.node.Next, v.child = next, nil
	if full < onePly || v.node.Ply+1 >= maxPly {
		return
	}
	v.child = v.tracer.last[v.node.Ply+1]
	next.Depth = v.child.node.Depth
	next.Research = reduced < whole && next.Depth > inPlies(reduced)
}

// again clears the record of the moves before their search a ply deeper, after they refuted the null move.
func (v *visit) again() {
	if v != nil {
		v.node.Next, v.child, v.quiets = nil, nil, nil
		v.changed(RuleNullMove, onePly)
	}
}

// resume restores v as the visit of its node after a nested search.
func (v *visit) resume(f *frame) {
	if f.visit = v; v != nil {
		v.tracer.last[v.node.Ply] = v
	}
}

// done records the value and the best move after the move loop.
func (v *visit) done(f *frame, value int32, best chess.Move, depth int) {
	if v != nil {
		v.finish(f, value, best, depth)
	}
}

// finish implements done.
//
//go:noinline
func (v *visit) finish(f *frame, value int32, best chess.Move, depth int) {
	v.evaluated(f)
	v.node.Value, v.node.Best = v.score(value), game.FromChessMove(best)
	if f.excluded == chess.NoMove {
		v.keep(depth)
	}
	if v.node.Next != nil || v.move == chess.NoMove {
		return
	}
	v.node.Next = new(TraceMove)
	if v.quiets != nil && !v.node.FailsHigh() {
		v.node.Next.Place, v.node.Next.Skipped = v.searched+1, v.quiets
	}
}
