package process

import (
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// relistAfter is how long a list of descendants is used. Listing them takes a hundred times as long as reading a clock,
// and the clock is read twice in each search.
const relistAfter = 50 * time.Millisecond

// tick is the unit of the CPU time of ended children: USER_HZ is 100 on all machines that Go supports.
const tick = 10 * time.Millisecond

// cpuMeter measures the CPU time of a program and its descendants.
type cpuMeter struct {
	mu     sync.Mutex
	listed time.Time     // when the descendants were listed
	below  []int         // descendants that were alive then
	waited time.Duration // CPU time of those that had ended by then and were waited for
}

// read returns the CPU time of a program and its descendants; false: the program is gone.
func (m *cpuMeter) read(pid int) (time.Duration, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if time.Since(m.listed) < relistAfter {
		if used, complete := m.sum(pid); complete {
			return used, true
		}
	}
	m.listed, m.below, m.waited = time.Now(), m.below[:0], 0
	m.list(pid)
	used, _ := m.sum(pid) // a child that ended meanwhile is missing until its parent has waited for it
	_, known := processCPU(pid)
	return used, known
}

// list adds what is below a process.
func (m *cpuMeter) list(pid int) {
	m.waited += time.Duration(readStat(statOf(pid)).waited) * tick
	children, _ := listedChildren(pid)
	for _, child := range children {
		m.below = append(m.below, child)
		m.list(child)
	}
}

// sum adds up the clocks; complete: none of the processes is gone.
func (m *cpuMeter) sum(pid int) (used time.Duration, complete bool) {
	used, complete = processCPU(pid)
	for _, child := range m.below {
		below, alive := processCPU(child)
		used += below
		complete = complete && alive
	}
	return used + m.waited, complete
}

// processCPU returns the CPU time that all threads of a process have used.
func processCPU(pid int) (time.Duration, bool) {
	var ts unix.Timespec
	clock := int32(^uint32(pid)<<3 | 2) // the scheduler's clock of a process
	if err := unix.ClockGettime(clock, &ts); err != nil {
		return 0, false
	}
	return time.Duration(ts.Nano()), true
}
