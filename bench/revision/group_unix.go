//go:build unix

package revision

import (
	"os/exec"
	"syscall"
)

// ownGroup makes the process the first of a group of its own.
func ownGroup(process *exec.Cmd) { process.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills the process and those that it has started.
func killGroup(process *exec.Cmd) error {
	return syscall.Kill(-process.Process.Pid, syscall.SIGKILL)
}
