//go:build unix && !linux

package process

import (
	"syscall"
	"time"
)

const (
	termSignal = syscall.SIGTERM
	killSignal = syscall.SIGKILL
)

// sandbox is empty: the process group holds all processes of a program, except those that leave it.
type sandbox struct{}

func (*sandbox) confine(int) {}

func (*sandbox) release() {}

// attributes put a program into a session of its own.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// signal sends a signal to a process and its group.
func (*sandbox) signal(pid int, s syscall.Signal) { _ = syscall.Kill(-pid, s) }

// cpuMeter measures nothing: there is no portable clock of another process.
type cpuMeter struct{}

func (*cpuMeter) read(int) (time.Duration, bool) { return 0, false }
