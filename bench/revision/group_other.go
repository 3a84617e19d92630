//go:build !unix

package revision

import "os/exec"

// ownGroup does nothing where there are no groups of processes.
func ownGroup(*exec.Cmd) {}

// killGroup kills the process.
func killGroup(process *exec.Cmd) error { return process.Process.Kill() }
