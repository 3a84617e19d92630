package search

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/budget"
)

// MaxThreads is the largest number of threads.
const MaxThreads = 256

// crew holds the helpers of the main thread (lazy SMP). Each helper searches the
// same root with its own stack and histories and shares only the table, through
// which the main thread profits. Helpers run only while the main thread searches.
// Only the main thread reads the wall clock.
type crew struct {
	helpers []*thread
	cpu     func() time.Duration // the CPU clock of the calling thread
	over    atomic.Bool          // the search has ended
	running sync.WaitGroup
	crash   atomic.Pointer[any] // the first panic of a helper
}

// progress holds the counts that a thread publishes for the others at each poll.
type progress struct {
	nodes atomic.Uint64
	cpu   atomic.Int64 // nanoseconds, under a CPU limit only
}

// launch starts the helpers on a task that the main thread has entered.
func (c *crew) launch(task *engine.Task, main *budget.Stopper) {
	for i, t := range c.helpers {
		t.progress.nodes.Store(0)
		t.progress.cpu.Store(0)
		t.stop = budget.Stopper{Context: main.Context, Over: main.Over, Quota: main.Quota}
		c.running.Go(func() {
			defer c.stopOnPanic()
			if main.CPU != nil {
				runtime.LockOSThread()
				defer runtime.UnlockOSThread()
				start := c.cpu()
				t.stop.MostCPU = main.MostCPU
				t.stop.CPU = func() time.Duration {
					used := c.cpu() - start
					t.progress.cpu.Store(int64(used))
					return used
				}
			}
			t.help(i, task)
		})
	}
}

// stopOnPanic ends the search when a helper panics. dismiss raises the panic again in
// the caller of the search.
func (c *crew) stopOnPanic() {
	if p := recover(); p != nil {
		c.crash.CompareAndSwap(nil, &p)
		c.over.Store(true)
	}
}

// dismiss stops the helpers and waits for them.
func (c *crew) dismiss() {
	c.over.Store(true)
	c.running.Wait()
	if p := c.crash.Swap(nil); p != nil {
		panic(*p)
	}
}

// nodes returns the number of nodes that the helpers visited, as of their last polls.
func (c *crew) nodes() (sum uint64) {
	for _, t := range c.helpers {
		sum += t.progress.nodes.Load()
	}
	return sum
}

// used returns the CPU time of the helpers, as of their last polls.
func (c *crew) used() (sum time.Duration) {
	for _, t := range c.helpers {
		sum += time.Duration(t.progress.cpu.Load())
	}
	return sum
}

// best returns the thread with the best answer, the main thread if no helper beats it.
func (c *crew) best(main *thread) *thread {
	best := main
	for _, t := range c.helpers {
		if t.beats(best) {
			best = t
		}
	}
	return best
}

// help runs iterative deepening in a helper. It skips depths so that the threads do
// not all do the same work at the same time.
func (t *thread) help(number int, task *engine.Task) {
	if !t.enter(task) {
		return
	}
	for depth := 1; depth <= task.Limits.Deepest() && !t.stopped; depth++ {
		if !skips(number, depth) {
			t.deepen(depth, nil, nil)
		}
	}
}

// skips reports whether a helper, counted from 0, skips a depth. The helpers form
// blocks of 2, 4, 6, … members. The n-th block searches n depths and skips the next
// n; each member starts at another point of this cycle.
func skips(number, depth int) bool {
	size := 1
	for number >= 2*size {
		number -= 2 * size
		size++
	}
	return (depth+number)/size%2 == 1
}

// beats reports whether t has a better answer than o. A shorter mate to give counts first, then the deeper search,
// then a move of an unfinished iteration, then the higher score.
func (t *thread) beats(o *thread) bool {
	a, b := &t.result, &o.result
	switch {
	case a.Depth == 0 || b.Depth == 0:
		return a.Depth > b.Depth
	case max(a.Score, b.Score) >= engine.MateBound:
		return a.Score > b.Score
	case a.Depth != b.Depth:
		return a.Depth > b.Depth
	case t.partial != o.partial:
		return t.partial
	}
	return a.Score > b.Score
}
