// Package inorder runs numbered tasks on several workers and delivers their results in the order of the numbers. The
// number of workers affects only the time.
package inorder

import (
	"context"
	"sync"
)

// ahead is the number of results per worker that may wait for an earlier one.
const ahead = 4

// ForEach calls do for the tasks from 0 to count-1, each with a free worker. It hands the results to take in the
// order of the tasks, on the calling goroutine. It stops at the first error of do or take. It returns that error, or
// that of ctx, once all workers have finished.
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
