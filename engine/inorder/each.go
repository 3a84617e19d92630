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
// the results to take in their order and on the calling goroutine, until one of both is an error.
// It returns that error, or that of ctx, once no worker works any more.
func ForEach[W, R any](ctx context.Context, workers []W, count int, do func(context.Context, W, int) (R, error), take func(R) error) error {
	type result struct {
		value R
		err   error
	}
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()
	free := make(chan W, len(workers))
	for _, w := range workers {
		free <- w
	}
	slots := make(chan chan result, ahead*len(workers))
	running.Go(func() {
		defer close(slots)
		for number := range count {
			slot := make(chan result, 1)
			select {
			case slots <- slot:
			case <-ctx.Done():
				return
			}
			w := <-free
			running.Go(func() {
				value, err := do(ctx, w, number)
				slot <- result{value, err}
				free <- w
			})
		}
	})
	for slot := range slots {
		done := <-slot
		if done.err == nil {
			done.err = take(done.value)
		}
		if done.err != nil {
			return done.err
		}
	}
	return ctx.Err()
}
