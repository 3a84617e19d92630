package bench

import (
	"context"
	"iter"
	"sync"
	"sync/atomic"
)

// Distribute has so many workers at most, at least one, take items from a list, in its
// order, until none is left or ctx is done. What they find is handed over in the
// goroutine of the caller, one at a time.
func Distribute[I, T any](ctx context.Context, workers int, items []I, work func(number int, mine iter.Seq[I], found chan<- T), take func(T)) {
	found := make(chan T)
	var next atomic.Int64
	mine := func(yield func(I) bool) {
		for ctx.Err() == nil {
			if i := next.Add(1) - 1; i >= int64(len(items)) || !yield(items[i]) {
				return
			}
		}
	}
	var working sync.WaitGroup
	for number := range max(1, min(workers, len(items))) {
		working.Go(func() { work(number, mine, found) })
	}
	go func() {
		working.Wait()
		close(found)
	}()
	for f := range found {
		take(f)
	}
}
