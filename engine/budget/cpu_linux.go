package budget

import (
	"time"

	"golang.org/x/sys/unix"
)

// ThreadCPU returns the CPU time that the calling thread has used: two readings are of one
// thread where the goroutine is locked to it.
func ThreadCPU() time.Duration {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts); err != nil {
		panic("clock_gettime: " + err.Error()) // the clock exists on every Linux
	}
	return time.Duration(ts.Nano())
}
