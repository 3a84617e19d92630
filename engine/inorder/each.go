// Package inorder has numbered pieces of work done by several workers at once and takes what
// comes of them in the order of the numbers, so that the number of workers changes nothing but
// the time.
package inorder

import (
	"context"
	"sync"
)

// ahead is how many results for each worker may wait for an earlier one.
const ahead = 4

// ForEach has the pieces from 0 to count-1 done, each by a worker that is free then, and hands
// the results to take in their order and on the calling goroutine, until that is an error. It
// returns that error, or that of ctx, once no worker works any more.
func ForEach[W, R any](ctx context.Context, workers []W, count int, do func(context.Context, W, int) R, take func(R) error) error {
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()
	free := make(chan W, len(workers))
	for _, w := range workers {
		free <- w
	}
	slots := make(chan chan R, ahead*len(workers))
	running.Go(func() {
		defer close(slots)
		for number := range count {
			slot := make(chan R, 1)
			select {
			case slots <- slot:
			case <-ctx.Done():
				return
			}
			w := <-free
			running.Go(func() {
				slot <- do(ctx, w, number)
				free <- w
			})
		}
	})
	for slot := range slots {
		if err := take(<-slot); err != nil {
			return err
		}
	}
	return ctx.Err()
}
