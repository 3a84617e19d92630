// Package engine defines the interface between searches and their callers: the task, the reports of a running search,
// and the result. The built-in searcher and UCI processes both implement it, so every suite, gate and match runs on
// either.
package engine

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/engine/game"
)

// MaxDepth is the deepest iteration that may be asked for, in plies.
const MaxDepth = 240

// Engine searches positions one after the other. It is not safe for concurrent
// use: open one engine per worker.
type Engine interface {
	// ID names the engine and everything that can change its answers.
	ID() ID
	// Reset clears all state from earlier searches, so that the next search depends on its task alone.
	Reset(ctx context.Context) error
	// Search answers the task. It calls each, when not nil, for every iteration and bound as they come, on the
	// calling goroutine. Info.PV belongs to the callee only until it returns. A done context ends the search early
	// with the best move so far and no error.
	Search(ctx context.Context, task Task, each func(Info)) (Result, error)
	// Close releases the process or memory of the engine.
	Close() error
}

// SearchFresh has an engine forget earlier searches and answer a task. A done context is an error.
func SearchFresh(ctx context.Context, e Engine, task Task, each func(Info)) (Result, error) {
	if err := e.Reset(ctx); err != nil {
		return Result{}, err
	}
	result, err := e.Search(ctx, task, each)
	return result, cmp.Or(err, ctx.Err())
}

// PerftCounter is an engine with a perft: it counts the leaves of the tree of legal moves to a depth of at least one
// ply. When the context ends, Perft returns its cause.
type PerftCounter interface {
	Perft(ctx context.Context, position game.Position, depth int) (uint64, error)
}

// Evaluator is an engine that tells the static value of a position. Its Evaluation has NoView if it tells none.
type Evaluator interface {
	Evaluate(ctx context.Context, position game.Position) (Evaluation, error)
}

// Evaluation is a static value in the unit of the engine.
type Evaluation struct {
	Value float64
	View  View
}

// View says from whose side a value is given.
type View uint8

// The views. An engine may print a value and not say whose it is.
const (
	NoView      View = iota // there is no value
	UnknownView             // the engine does not say
	FirstView               // White; in shogi Black, who moves first
	MoverView               // the side to move
)

// GameEnder is an engine that takes the end of a game: its own score in half points, 0, 1 or 2.
type GameEnder interface {
	EndGame(halves int) error
}

// Task is one position to search.
type Task struct {
	Start       game.Position
	Moves       []game.Move // played from Start: repetitions count them
	Limits      Limits
	SearchMoves []game.Move     // only these at the root; none: all legal moves
	MultiPV     int             // how many of the best lines to report; 0 and 1: the best. See WithMultiPV
	AtRoot      func(game.Move) // called with each root move before its search, on the calling goroutine, by engines that support it; may be nil
}

// Root returns the position to search: Start after Moves.
func (t *Task) Root() game.Position {
	p := t.Start
	for _, m := range t.Moves {
		p = p.After(m)
	}
	return p
}

// Bound says how a score is to be read.
type Bound uint8

// The bounds: a score is Exact, or the true one is at least (Lower) or at most
// (Upper) the score given.
const (
	Exact Bound = iota
	Lower
	Upper
)

// String returns "exact", "lower" or "upper".
func (b Bound) String() string { return [...]string{"exact", "lower", "upper"}[b] }

// Info is a progress report of a running search.
type Info struct {
	Depth    int   // plies of the iteration
	SelDepth int   // plies of the longest line looked at
	Score    Score // with the bound Lower, -Infinity where it is not known
	Bound    Bound
	Nodes    uint64
	Time     time.Duration // wall time since the start of the search; 0 under exact limits
	CPU      time.Duration // CPU time since the start of the search; 0 when not measured
	Hashfull int           // permille of the transposition table in use
	PV       []game.Move   // principal variation, best move first
	Broken   bool          // it went on with a move that is not legal
	MultiPV  int           // which of the best lines it is, from 1; 0: the best
	Counters Counters      // so far; zero if the engine does not report them
}

// StopReason says what ended a search.
type StopReason uint8

// The reasons for the end of a search.
const (
	StopDepth   StopReason = iota // the last iteration asked for is complete
	StopNodes                     // the node limit was reached
	StopTime                      // a wall, CPU or game clock limit was reached
	StopMate                      // the mate asked for is proven, or another win
	StopContext                   // the caller ended the search
	StopForced                    // there is no legal move, or only one
	StopEarly                     // the engine chose to, long before its limit by depth or nodes
	StopLate                      // the caller stopped it far beyond its limit by nodes or time
)

// String returns the reason as one word.
func (r StopReason) String() string {
	return [...]string{"depth", "nodes", "time", "mate", "context", "no-choice", "early", "late"}[r]
}

// Result is the answer of a search.
type Result struct {
	Best     game.Move // NoMove when there is no legal move
	Ponder   game.Move // the expected reply; NoMove when not known
	Score    Score
	Bound    Bound
	Depth    int // the last complete iteration
	SelDepth int
	Nodes    uint64
	Time     time.Duration
	CPU      time.Duration
	PV       []game.Move
	Broken   bool // PV went on with a move that is not legal
	Counters Counters
	ByDepth  []Counters // Counters by remaining depth in plies; the last row holds all deeper ones
	Stop     StopReason
}

// ID identifies an engine and its options, enough to repeat a run.
type ID struct {
	Name    string    `json:"name"`
	Version string    `json:"version,omitempty"`
	Game    game.Game `json:"game,omitempty"`    // that it plays; chess is left out
	Options []Option  `json:"options,omitempty"` // sorted by name
}

// Option returns the value of an option, or otherwise when it is not set.
func (id ID) Option(name, otherwise string) string {
	for _, o := range id.Options {
		if o.Name == name {
			return o.Value
		}
	}
	return otherwise
}

// Text returns the name, the version and the options in one line.
func (id ID) Text() string {
	text := strings.TrimSpace(id.Name + " " + id.Version)
	for _, o := range id.Options {
		text += " " + o.Name + "=" + o.Value
	}
	return text
}

// ThreadsOption is the option that says how many threads an engine searches with. With more than one, no two of its
// searches need be the same.
const ThreadsOption = "Threads"

// HashOption is the option that says how large the transposition table of an
// engine is, in MiB.
const HashOption = "Hash"

// Option is one setting of an engine in its text form.
type Option struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Read-only options of the built-in engines: the digest of the weights of the evaluation network, and the digest of
// an evaluation without a network.
const (
	NetworkOption    = "Network"
	EvaluationOption = "Evaluation"
)

// IsReadOnly reports whether the option only tells something and cannot be set.
func (o Option) IsReadOnly() bool { return o.Name == NetworkOption || o.Name == EvaluationOption }

// Counters count the pruning events within one search. An engine that does not count leaves them zero.
type Counters struct {
	NullTried   uint64 `json:"null_tried,omitempty"`           // null moves searched
	NullCut     uint64 `json:"null_cut,omitempty"`             // of these, nodes cut off at once
	NullNodes   uint64 `json:"null_nodes,omitempty"`           // nodes visited below null moves
	Verified    uint64 `json:"verified,omitempty"`             // fail-highs searched again to be sure
	Refused     uint64 `json:"refused,omitempty"`              // of these, not confirmed
	NullReduced uint64 `json:"null_reduced,omitempty"`         // fail-highs that reduced the node instead of cutting it
	DoubleNull  uint64 `json:"double_null,omitempty"`          // second null moves in a row that failed high, and so refuted the first
	MateThreats uint64 `json:"mate_threats,omitempty"`         // null moves answered by a mate
	FailHighRed uint64 `json:"fail_high_reductions,omitempty"` // nodes reduced because the static value failed high
	ReverseCut  uint64 `json:"reverse_cut,omitempty"`          // reverse futility cutoffs

	// The following counters exist only by remaining depth, in Result.ByDepth. The savings of
	// null moves that are not nested in another are estimated from them (bench.NullMoveCosts).
	NullSucceeded      uint64 `json:"null_stood,omitempty"`  // null moves that failed high at a node that failed high
	NullSucceededNodes uint64 `json:"stood_nodes,omitempty"` // nodes visited at those nodes after the null search
	NullLate           uint64 `json:"null_late,omitempty"`   // failed low at a node that failed high by a move
	LateNodes          uint64 `json:"late_nodes,omitempty"`  // nodes visited at those nodes after the null search
}

// Counter is one of Counters.
type Counter struct {
	Name    string // in JSON and in lines of UCI
	Count   *uint64
	ByDepth bool // it exists only by remaining depth
}

// All returns the counters of c in the order of their fields.
func (c *Counters) All() [14]Counter {
	return [...]Counter{
		{"null_tried", &c.NullTried, false},
		{"null_cut", &c.NullCut, false},
		{"null_nodes", &c.NullNodes, false},
		{"verified", &c.Verified, false},
		{"refused", &c.Refused, false},
		{"null_reduced", &c.NullReduced, false},
		{"double_null", &c.DoubleNull, false},
		{"mate_threats", &c.MateThreats, false},
		{"fail_high_reductions", &c.FailHighRed, false},
		{"reverse_cut", &c.ReverseCut, false},
		{"null_stood", &c.NullSucceeded, true},
		{"stood_nodes", &c.NullSucceededNodes, true},
		{"null_late", &c.NullLate, true},
		{"late_nodes", &c.LateNodes, true},
	}
}

// Add adds the counts of o to c.
func (c *Counters) Add(o Counters) {
	sums := c.All()
	for i, one := range o.All() {
		*sums[i].Count += *one.Count
	}
}

// Remark is something an engine did, and how often: "searches that ended before their limit: 3". It is worth knowing,
// but no fault of any position.
type Remark struct {
	Text  string // in the plural, before the number
	Count int    // at least 1
}

// Remarker is an engine with remarks about itself, to be read just before it is closed.
type Remarker interface{ Remarks() []Remark }
