package budget

import "sync/atomic"

// Quota is a node limit shared by several threads. Each thread takes its share poll by poll, and their sum never
// exceeds the limit.
type Quota struct {
	limited bool
	left    atomic.Uint64
	parts   uint64 // the nodes left are handed out in at least this many parts
}

// NewQuota makes a quota of so many nodes for some threads; 0: no limit.
func NewQuota(nodes uint64, threads int) *Quota {
	q := &Quota{limited: nodes > 0, parts: uint64(2*threads - 1)}
	q.left.Store(nodes)
	return q
}

// take gives the nodes that a thread may visit before it looks again: 0 when
// all are given out.
func (q *Quota) take() uint64 {
	if !q.limited {
		return PollEvery
	}
	for {
		left := q.left.Load()
		n := min((left+q.parts-1)/q.parts, PollEvery)
		if q.left.CompareAndSwap(left, left-n) {
			return n
		}
	}
}
