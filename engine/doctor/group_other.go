//go:build !unix

package doctor

import "os/exec"

// ownSession does nothing: there are no sessions of processes.
func ownSession(*exec.Cmd) {}

// killGroup kills the process alone.
func killGroup(process *exec.Cmd) { process.Process.Kill() }
