package fittest

import (
	"sync/atomic"
	"time"
)

// SteppingClock returns a clock that goes on by a step at each look. It is safe for concurrent use.
func SteppingClock(step time.Duration) func() time.Time {
	var looks atomic.Int64
	start := time.Now()
	return func() time.Time { return start.Add(time.Duration(looks.Add(1)) * step) }
}
