//go:build unix

package doctor

import (
	"os/exec"
	"syscall"
)

// ownSession makes the process the first of a session and group of its own.
func ownSession(process *exec.Cmd) { process.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// killGroup kills the process and those that it has started.
func killGroup(process *exec.Cmd) { syscall.Kill(-process.Process.Pid, syscall.SIGKILL) }
