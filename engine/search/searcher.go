package search

import (
	"context"
	"fmt"
	"runtime"
	"strconv"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/budget"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/network"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/pass"
	"github.com/zugwatch/zugwatch/engine/table"
)

// Name and version of the engine.
const (
	Name    = "zugwatch"
	Version = "0.1"
)

// Options holds everything that can change the answers of a Searcher.
type Options struct {
	HashMB int             // size of the transposition table, 1 to MaxHashMB
	Policy nullmove.Policy // the null-move family
	Params Params          // the rest of the search
	// Network holds the weights of the network evaluation; nil: the embedded network.
	Network *network.Network
	// Threads is the number of search threads, 1 to MaxThreads. Only a search by one
	// thread is reproducible.
	Threads int
	// Now reads the wall clock, CPU the CPU clock of the calling thread; nil: the
	// real clocks. They are called only under a time limit, CPU by every search
	// thread.
	Now func() time.Time
	CPU func() time.Duration
	// Audit checks a sample of the claims of the null-move family; nil: none.
	Audit *pass.Audit
	// Leaf returns the known value of a position, for its side to move. With it no leaf is
	// resolved by captures and evaluated, and no repetition is a draw. So every wrong answer
	// comes from a rule. A position that Leaf does not know is searched as usual. Nil: no
	// position is known.
	Leaf func(*chess.Position) (engine.Score, bool)
}

// MaxHashMB is the largest size of the transposition table, in MiB.
const MaxHashMB = table.MaxMB

// DefaultPolicy is the text form of the null-move policy of Defaults.
const DefaultPolicy = "deep5,min=3,high=confirm,confirm=3,within=4,ban=both"

// Defaults returns the default options: one thread, 16 MiB of hash and the Modern preset.
func Defaults() Options {
	policy, err := nullmove.Parse(DefaultPolicy)
	if err != nil {
		panic(err)
	}
	return Options{HashMB: 16, Policy: policy, Params: Modern(), Threads: 1}
}

// Searcher is the built-in engine. It satisfies engine.Engine.
type Searcher struct {
	options Options
	thread  *thread // the main one
	crew    crew
}

// New returns a searcher with the given options. It allocates all memory; a search
// allocates only its answer. New returns an error for invalid options and, for a
// large hash on Unix, if memory is short.
func New(o Options) (*Searcher, error) {
	if o.HashMB < 1 || o.HashMB > MaxHashMB {
		return nil, fmt.Errorf("hash of %d MiB (expected 1 to %d)", o.HashMB, MaxHashMB)
	}
	if err := o.FindNetwork(); err != nil {
		return nil, err
	}
	if o.Threads < 1 || o.Threads > MaxThreads {
		return nil, fmt.Errorf("%d threads (expected 1 to %d)", o.Threads, MaxThreads)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.CPU == nil {
		o.CPU = budget.ThreadCPU
	}
	if o.Audit != nil && o.Threads > 1 {
		return nil, fmt.Errorf("audit with %d threads (expected 1)", o.Threads)
	}
	shared, err := table.New(o.HashMB)
	if err != nil {
		return nil, err
	}
	if o.Threads > 1 {
		shared.Share()
	}
	s := &Searcher{options: o, thread: newThread(&o, shared), crew: crew{cpu: o.CPU}}
	if o.Audit != nil {
		checker, err := New(o.Unpruned())
		if err != nil {
			shared.Shrink()
			return nil, err
		}
		s.thread.audit = &auditor{o.Audit, checker}
	}
	for range o.Threads - 1 {
		s.crew.helpers = append(s.crew.helpers, newThread(&o, shared))
	}
	return s, nil
}

// ID returns the name, the version and the options of the engine.
func (s *Searcher) ID() engine.ID { return s.options.ID() }

// ID returns the name, the version and the options of the engine. FindNetwork must have been
// called. The number of threads is listed only above 1, the digest of the network only in use.
func (o *Options) ID() engine.ID {
	options := []engine.Option{
		{Name: engine.HashOption, Value: strconv.Itoa(o.HashMB)},
		{Name: "NullMove", Value: o.Policy.String()},
		{Name: "Search", Value: o.Params.String()},
	}
	if o.Params.Eval == Network {
		options = append(options, engine.Option{Name: engine.NetworkOption, Value: o.Network.Digest()[:16]})
	}
	if o.Threads > 1 {
		options = append(options, engine.Option{Name: engine.ThreadsOption, Value: strconv.Itoa(o.Threads)})
	}
	return engine.ID{Name: Name, Version: Version, Options: options}
}

// Reset clears the table and everything else learnt from earlier searches.
func (s *Searcher) Reset(ctx context.Context) error {
	if s.thread.used {
		s.thread.table.Clear()
	}
	s.thread.reset()
	if s.thread.audit != nil {
		_ = s.thread.audit.searcher.Reset(ctx)
	}
	for _, t := range s.crew.helpers {
		t.reset()
	}
	return nil
}

// Close frees the memory of the tables. The error is always nil. The searcher still
// works afterwards, with a tiny table.
func (s *Searcher) Close() error {
	s.thread.table.Shrink()
	if s.thread.audit != nil {
		_ = s.thread.audit.searcher.Close()
	}
	return nil
}

// Search searches a task on the calling goroutine and returns the answer. Under a CPU
// limit the goroutine is locked to its OS thread. Helper threads have ended when
// Search returns.
func (s *Searcher) Search(ctx context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	if err := checkTask(&task); err != nil {
		return engine.Result{}, err
	}
	t := s.thread
	limits := task.Limits
	t.atRoot = task.AtRoot
	t.stop = budget.Stopper{Context: ctx, Quota: budget.NewQuota(limits.Nodes, s.options.Threads), Over: &s.crew.over}
	s.crew.over.Store(false)
	var wall, cpu func() time.Duration
	if !limits.Exact() {
		start := s.options.Now()
		wall = func() time.Duration { return s.options.Now().Sub(start) }
	}
	if limits.CPUTime > 0 {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		start := s.options.CPU()
		cpu = func() time.Duration { return s.options.CPU() - start + s.crew.used() }
	}
	meter := &meter{budget.NewMeter(&t.stop, limits, task.Side(), wall, cpu), &s.crew}
	t.table.NextAge()
	return t.iterate(&task, meter, each), nil
}
