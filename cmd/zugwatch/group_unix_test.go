//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// alone gives a command a group of processes of its own.
func alone(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// kill kills a command that is alone, with all that it started.
func kill(c *exec.Cmd) {
	_ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL)
	_ = c.Wait()
}
