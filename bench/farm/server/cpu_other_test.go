//go:build !unix

package server

import "time"

// cpuTime is not known.
func cpuTime() time.Duration { return 0 }
