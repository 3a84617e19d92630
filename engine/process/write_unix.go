//go:build unix

package process

import (
	"os"
	"syscall"
	"time"
)

// writeNow writes as much of a text as there is room for without waiting. An
// error is left to be found by the next call that writes.
func writeNow(pipe *os.File, text string) int {
	raw, err := pipe.SyscallConn()
	if err != nil || pipe.SetWriteDeadline(time.Time{}) != nil {
		return 0
	}
	n := 0
	if err := raw.Write(func(fd uintptr) bool {
		n, _ = syscall.Write(int(fd), []byte(text))
		return true
	}); err != nil {
		return 0
	}
	return max(n, 0)
}
