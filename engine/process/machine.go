package process

import (
	"errors"
	"slices"
	"syscall"
)

// MachineError says that the machine lacks what any program needs: a place for
// temporary files, handles of files, processes, memory. The program is not to blame.
type MachineError struct{ Err error }

// Error returns that of the system.
func (e *MachineError) Error() string { return e.Err.Error() }

// Unwrap returns the error of the system.
func (e *MachineError) Unwrap() error { return e.Err }

// OfMachine marks the error for those who do not know this package.
func (e *MachineError) OfMachine() {}

// isShortage reports whether the error of a start is that the machine lacks something.
func isShortage(err error) bool {
	lacks := []error{syscall.EMFILE, syscall.ENFILE, syscall.ENOSPC, syscall.ENOMEM, syscall.EAGAIN}
	return slices.ContainsFunc(lacks, func(lack error) bool { return errors.Is(err, lack) })
}
