package budget

import (
	"sync"
	"sync/atomic"
	"testing"
)

// TestQuota checks that the shares taken by the threads add up to the limit.
func TestQuota(t *testing.T) {
	for _, threads := range []int{1, 2, 7} {
		for _, limit := range []uint64{1, 5, PollEvery, PollEvery + 1, 1 << 31} {
			q := NewQuota(limit, threads)
			var sum atomic.Uint64
			var all sync.WaitGroup
			begin := make(chan struct{})
			for range threads {
				all.Go(func() {
					<-begin
					for n := q.take(); n > 0; n = q.take() {
						if n > PollEvery {
							t.Errorf("took %d at once", n)
						}
						sum.Add(n)
					}
				})
			}
			close(begin)
			all.Wait()
			if sum.Load() != limit {
				t.Errorf("%d threads took %d of %d", threads, sum.Load(), limit)
			}
		}
	}
	for q, i := NewQuota(0, 3), 0; i < 3; i++ {
		if n := q.take(); n != PollEvery {
			t.Errorf("take %d without a limit gives %d", i, n)
		}
	}
	if n := NewQuota(PollEvery, 1).take(); n != PollEvery {
		t.Errorf("one thread takes %d of %d", n, PollEvery)
	}
}
