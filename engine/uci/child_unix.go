//go:build unix && !linux

package uci

import (
	"os"
	"syscall"
	"time"
)

const (
	termSignal = syscall.SIGTERM
	killSignal = syscall.SIGKILL
)

// jail is not needed: a group holds what an engine starts, but for what leaves
// it.
type jail struct{}

func confine(int) jail { return jail{} }

func (jail) release() {}

// attributes put an engine into a session of its own.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

func adopt() {}

// pin does nothing: there is no portable way to tie a process to processors.
func pin([]int) (release func(), err error) { return func() {}, nil }

// awaitExit waits until the process has ended. Its number is free then, but not
// given to another process at once.
func awaitExit(p *os.Process) (*os.ProcessState, error) { return p.Wait() }

// signalGroup sends a signal to a process and its group.
func signalGroup(pid int, _ jail, s syscall.Signal) { _ = syscall.Kill(-pid, s) }

// processCPU is not known: there is no portable clock of another process.
func processCPU(int) (time.Duration, bool) { return 0, false }

func isAsleep(int) bool { return false }
