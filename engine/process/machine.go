package process

import (
	"errors"
	"slices"
	"syscall"
)

// MachineError reports that the machine lacks a basic resource: a temporary folder, file handles, processes or
// memory. The program is not at fault.
type MachineError struct{ Err error }

// Error returns the text of the error of the system.
func (e *MachineError) Error() string { return e.Err.Error() }

// Unwrap returns the error of the system.
func (e *MachineError) Unwrap() error { return e.Err }

// OfMachine marks the error for packages that do not import this one.
func (e *MachineError) OfMachine() {}

// isShortage reports whether the error of a start is that the machine lacks something.
func isShortage(err error) bool {
	lacks := []error{syscall.EMFILE, syscall.ENFILE, syscall.ENOSPC, syscall.ENOMEM, syscall.EAGAIN}
	return slices.ContainsFunc(lacks, func(lack error) bool { return errors.Is(err, lack) })
}
