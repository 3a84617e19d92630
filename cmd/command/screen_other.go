//go:build !windows

package command

import "os"

// obeysColor reports whether a terminal obeys the sequences for colors.
func obeysColor(*os.File) bool { return true }
