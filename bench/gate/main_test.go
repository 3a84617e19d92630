package gate

import (
	"runtime/debug"
	"testing"
)

// TestMain collects garbage seldom: it would take a fifth of the time of the tests.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}
