package search

import (
	"context"
	"fmt"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// Rule names a rule of the search. Rules that can be switched off have the names of their switches.
type Rule string

// The rules.
const (
	RuleNullMove           Rule = "nullmove"
	RuleReductions         Rule = "reductions"
	RuleLateMoves          Rule = "late-moves"
	RuleFutility           Rule = "futility"
	RuleReverseFutility    Rule = "reverse-futility"
	RuleRazoring           Rule = "razoring"
	RuleExchangePruning    Rule = "exchange-pruning"
	RuleProbCut            Rule = "probcut"
	RuleMultiCut           Rule = "multicut"
	RuleIterativeReduction Rule = "iterative-reduction"
	RuleDeltaPruning       Rule = "delta-pruning"
	RuleBlockage           Rule = "blockage"
	RuleFailHighReduction  Rule = "fail-high-reduction"
	RuleSingular           Rule = "singular"
	RuleTable              Rule = "table"
	RuleDraw               Rule = "draw"
	RuleMateDistance       Rule = "mate-distance"
	RuleQuiescence         Rule = "quiescence"
)

// TraceNode holds what a search did at one node of a line. Scores are from the side to move, depths are in plies.
type TraceNode struct {
	Ply       int           `json:"ply"`
	Iteration int           `json:"iteration"` // in which the node was searched so
	Depth     float64       `json:"depth"`
	Alpha     *engine.Score `json:"alpha,omitempty"`  // nil: the window is open below
	Beta      *engine.Score `json:"beta,omitempty"`   // nil: the window is open above
	Static    *engine.Score `json:"static,omitempty"` // the static evaluation; nil: not evaluated, as in check
	Value     engine.Score  `json:"value"`
	Table     *TraceTable   `json:"table,omitempty"` // nil: the table did not hold the node
	Null      *TraceNull    `json:"null,omitempty"`  // nil: no null move was tried
	Changes   []TraceChange `json:"changes,omitempty"`
	Cut       *TraceCut     `json:"cut,omitempty"`  // nil: the moves were searched
	Next      *TraceMove    `json:"next,omitempty"` // nil: the line ends here, or the moves were not searched
	Best      game.Move     `json:"-"`              // the move that raised alpha; game.NoMove: none did
}

// FailsHigh reports whether the value of the node reached beta.
func (n *TraceNode) FailsHigh() bool { return n.Beta != nil && n.Value >= *n.Beta }

// TraceTable holds what the transposition table knew of a node.
type TraceTable struct {
	Depth float64      `json:"depth"` // of the search that stored it
	Bound string       `json:"bound"` // exact, lower or upper; none: the evaluation alone was stored
	Value engine.Score `json:"value"`
	Cut   bool         `json:"cut"`
	// Iteration is the iteration that stored the entry; the other fields of the node describe that search. It is 0 if
	// the table did not cut or the entry came from another line.
	Iteration int `json:"iteration,omitempty"`
}

// TraceNull holds what a null move did.
type TraceNull struct {
	R            int           `json:"r"`     // depth reduction in plies, without the null move itself
	Depth        float64       `json:"depth"` // of the null search
	Value        engine.Score  `json:"value"`
	Cut          bool          `json:"cut"`
	Verification *Verification `json:"verification,omitempty"` // nil: none
}

// Verification describes the search without null moves that confirms or refutes a null move.
type Verification struct {
	Depth float64      `json:"depth"`
	Value engine.Score `json:"value"`
}

// TraceChange holds a rule that changed the depth of a node.
type TraceChange struct {
	Rule  Rule    `json:"rule"`
	Plies float64 `json:"plies"` // that were added; less than 0: taken off
}

// TraceCut describes a cut of a node or a skipped move, by rule and limit.
type TraceCut struct {
	Rule Rule `json:"rule"`
	// Limit is the margin in centipawns. It is the number of moves for late-moves, and 0 where the rule has none.
	Limit int `json:"limit,omitempty"`
}

// TraceMove holds what a node did with the move that leads on.
type TraceMove struct {
	Place     int           `json:"place,omitempty"` // in the order of the moves searched, from 1; 0: an earlier move failed high
	Skipped   *TraceCut     `json:"skipped,omitempty"`
	Extension float64       `json:"extension,omitempty"` // in plies
	Reduction float64       `json:"reduction,omitempty"` // of a late move, in plies
	Research  bool          `json:"research,omitempty"`  // the reduced search failed high
	Depth     float64       `json:"depth,omitempty"`     // of the last search; less than 1: quiescence
	Value     *engine.Score `json:"value,omitempty"`     // of the last search; nil: the move was not searched
}

// Trace searches a task as Search does. It also returns the nodes of a line from the position of the task, as the last
// iteration searched them. The nodes end where the line was not searched further.
func (s *Searcher) Trace(ctx context.Context, task engine.Task, line []game.Move) (engine.Result, []TraceNode, error) {
	if s.options.Threads > 1 {
		return engine.Result{}, nil, fmt.Errorf("trace with %d threads (expected 1)", s.options.Threads)
	}
	r := newTracer(line)
	s.thread.trace = r
	defer func() { s.thread.trace = nil }()
	result, err := s.Search(ctx, task, nil)
	if err != nil || s.thread.stopped {
		return result, nil, err
	}
	return result, r.nodes(), nil
}
