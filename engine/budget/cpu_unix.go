//go:build unix && !linux

package budget

import (
	"time"

	"golang.org/x/sys/unix"
)

// ThreadCPU returns the CPU time that the process has used: there is no portable
// clock of one thread outside Linux.
func ThreadCPU() time.Duration {
	var usage unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &usage); err != nil {
		panic("getrusage: " + err.Error())
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
