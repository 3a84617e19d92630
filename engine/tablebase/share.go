package tablebase

import (
	"context"
	"sync"
	"sync/atomic"
)

// chunk is how many indices a worker takes at a time.
const chunk = 1 << 14

// share calls do for the indices below n, in chunks, on some workers. It stops
// with the context's error.
func share(ctx context.Context, n, workers int, do func(from, to int)) error {
	var next atomic.Int64
	var group sync.WaitGroup
	for range max(1, workers) {
		group.Go(func() {
			for ctx.Err() == nil {
				from := int(next.Add(chunk)) - chunk
				if from >= n {
					return
				}
				do(from, min(from+chunk, n))
			}
		})
	}
	group.Wait()
	return ctx.Err()
}
