//go:build !unix

package doctor

import "os/exec"

// ownGroup does nothing: there are no groups of processes.
func ownGroup(*exec.Cmd) {}

// killGroup kills the process alone.
func killGroup(process *exec.Cmd) { process.Process.Kill() }
