package inorder

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

// TestEach checks that results come in order however long each takes, that no worker runs two tasks at once, and that
// an error of do or take ends it.
func TestEach(t *testing.T) {
	const count, last = 100, 60
	bad, errBad := -1, errors.New("bad")
	workers := make([]*atomic.Int32, 3)
	for i := range workers {
		workers[i] = new(atomic.Int32)
	}
	do := func(_ context.Context, w *atomic.Int32, number int) (int, error) {
		if w.Add(1) > 1 {
			t.Error("a worker does two things at once")
		}
		defer w.Add(-1)
		if number%7 == 0 {
			time.Sleep(time.Millisecond)
		}
		if number == bad {
			return number, errBad
		}
		return number, nil
	}
	var got []int
	take := func(number int) error { got = append(got, number); return nil }
	if err := ForEach(t.Context(), workers, count, do, take); err != nil || len(got) != count || !slices.IsSorted(got) {
		t.Errorf("taken %v, %v", got, err)
	}
	enough := errors.New("enough")
	got = nil
	if err := ForEach(t.Context(), workers, count, do, func(number int) error {
		if number == last {
			return enough
		}
		return take(number)
	}); !errors.Is(err, enough) || len(got) != last {
		t.Errorf("taken %v, %v", got, err)
	}
	got, bad = nil, last
	if err := ForEach(t.Context(), workers, count, do, take); !errors.Is(err, errBad) || len(got) != last {
		t.Errorf("taken %v, %v", got, err)
	}
	for i, w := range workers {
		if w.Load() != 0 {
			t.Errorf("worker %d works on", i)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := ForEach(ctx, workers, count, do, take); !errors.Is(err, context.Canceled) {
		t.Errorf("a done context: %v", err)
	}
}
