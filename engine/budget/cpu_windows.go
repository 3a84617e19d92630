package budget

import (
	"time"

	"golang.org/x/sys/windows"
)

// ThreadCPU returns the CPU time that the process has used, in steps of the system's
// tick.
func ThreadCPU() time.Duration {
	var created, exited, kernel, user windows.Filetime
	if err := windows.GetProcessTimes(windows.CurrentProcess(), &created, &exited, &kernel, &user); err != nil {
		panic("GetProcessTimes: " + err.Error())
	}
	ticks := func(f windows.Filetime) int64 { return int64(f.HighDateTime)<<32 | int64(f.LowDateTime) }
	return time.Duration(100 * (ticks(kernel) + ticks(user)))
}
