//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// alone gives a command a group of processes of its own.
func alone(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// kill kills a command in its own process group, with all its children.
func kill(c *exec.Cmd) {
	_ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL)
	_ = c.Wait()
}
