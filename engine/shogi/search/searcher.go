package search

import (
	"context"
	"fmt"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/budget"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/pass"
	"github.com/zugwatch/zugwatch/engine/shogi"
	"github.com/zugwatch/zugwatch/engine/shogi/eval"
	"github.com/zugwatch/zugwatch/engine/shogi/tsume"
	"github.com/zugwatch/zugwatch/engine/table"
)

// Name and version of the engine.
const (
	Name    = "zugwatch-shogi"
	Version = "0.1"
)

// Options is everything that can change the answers of a Searcher.
type Options struct {
	HashMB int             // size of the transposition table, 1 to table.MaxMB
	Policy nullmove.Policy // the null-move family
	Params Params          // the rest of the search
	Audit  *pass.Audit     // checks a share of the claims of the null-move family; nil: none
	// Now and CPU read the wall clock and the CPU clock of the calling thread;
	// nil: the real ones. They are read only under a limit in time.
	Now func() time.Time
	CPU func() time.Duration
}

// defaultPolicy is the text form of the policy of Defaults: R = 2 + depth/6 from depth 3, if the static value reaches
// beta. There is no guard by material. Zugzwang is rare in shogi: pieces in hand, and the many moves on 81 squares,
// nearly always leave a harmless move. A pass is wrong here because of mate threats that a shallow search does not
// see.
const defaultPolicy = "sixth2,min=3,guard=none"

// Defaults returns the engine as it is meant to be used.
func Defaults() Options {
	policy, err := nullmove.Parse(defaultPolicy)
	if err != nil {
		panic(err)
	}
	return Options{HashMB: 16, Policy: policy, Params: modern()}
}

// Searcher is the built-in engine for shogi.
type Searcher struct {
	options Options
	thread  *thread
	prover  *tsume.Solver // nil: not asked yet
}

// New makes a searcher and allocates its memory; searching allocates only the answer. The error is about invalid
// options or a lack of memory.
func New(o Options) (*Searcher, error) {
	if o.HashMB < 1 || o.HashMB > table.MaxMB {
		return nil, fmt.Errorf("hash of %d MiB (expected 1 to %d)", o.HashMB, table.MaxMB)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.CPU == nil {
		o.CPU = budget.ThreadCPU
	}
	hash, err := table.New(o.HashMB)
	if err != nil {
		return nil, err
	}
	s := &Searcher{options: o, thread: newThread(&o, hash)}
	if o.Audit != nil {
		checker, err := New(o.Unpruned())
		if err != nil {
			hash.Shrink()
			return nil, err
		}
		s.thread.audit = &auditor{o.Audit, checker}
	}
	return s, nil
}

// Reset forgets everything learnt from earlier searches.
func (s *Searcher) Reset(ctx context.Context) error {
	if s.thread.used {
		s.thread.table.Clear()
	}
	s.thread.reset()
	if s.thread.audit != nil {
		_ = s.thread.audit.searcher.Reset(ctx)
	}
	return nil
}

// Close frees the memory of the table; the error is always nil. Later searches run with a minimal table.
func (s *Searcher) Close() error {
	s.thread.table.Shrink()
	if s.thread.audit != nil {
		_ = s.thread.audit.searcher.Close()
	}
	return nil
}

// Search answers a task on the calling goroutine. Under a CPU limit it locks the goroutine to its thread. A task with
// a mate limit alone goes to the prover: the answer is a mate by checks, of any length, or game.NoMate.
func (s *Searcher) Search(ctx context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	start, ok := game.ToShogi(task.Start)
	if !ok || start.Occupied().Empty() {
		return engine.Result{}, fmt.Errorf("position is none of shogi (expected one from shogi.ParseSFEN)")
	}
	limits := task.Limits
	if limits.OnlyMate() {
		return s.prove(ctx, &task)
	}
	t := s.thread
	played := shogi.NewGame(start)
	for _, m := range task.Moves {
		played.Play(m.Shogi())
	}
	t.stop = budget.Stopper{Context: ctx, Quota: budget.NewQuota(limits.Nodes, 1), Over: new(atomic.Bool)}
	var wall, cpu func() time.Duration
	if !limits.Exact() {
		start := s.options.Now()
		wall = func() time.Duration { return s.options.Now().Sub(start) }
	}
	if limits.CPUTime > 0 {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		start := s.options.CPU()
		cpu = func() time.Duration { return s.options.CPU() - start }
	}
	meter := budget.NewMeter(&t.stop, limits, game.Side(played.Position.Side()), wall, cpu)
	t.table.NextAge()
	return t.iterate(played, &task, &meter, each), nil
}

// ID names the engine, its version and its options.
func (s *Searcher) ID() engine.ID { return s.options.ID() }

// ID names the engine with the options, and the digest of its evaluation.
func (o *Options) ID() engine.ID {
	return engine.ID{Name: Name, Version: Version, Game: game.Shogi, Options: []engine.Option{
		{Name: engine.EvaluationOption, Value: evaluation()},
		{Name: engine.HashOption, Value: strconv.Itoa(o.HashMB)},
		{Name: "NullMove", Value: o.Policy.String()},
		{Name: "Search", Value: o.Params.String()},
	}}
}

// evaluation returns the digest of the evaluation, computed once.
var evaluation = sync.OnceValue(eval.Digest)
