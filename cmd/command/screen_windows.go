package command

import (
	"os"

	"golang.org/x/sys/windows"
)

// obeysColor reports whether a console obeys the sequences for colors, and asks it to.
func obeysColor(console *os.File) bool {
	handle := windows.Handle(console.Fd())
	var mode uint32
	if err := windows.GetConsoleMode(handle, &mode); err != nil {
		return false
	}
	return windows.SetConsoleMode(handle, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}
