//go:build linux

package server

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"testing"
	"time"
)

// forever is a timeout that only a hanging test reaches.
const forever = time.Minute

// The test binary is also the engine of its tests: with this variable it serves
// the built-in one.
const serveVariable = "SERVER_TEST_SERVE"

func TestMain(m *testing.M) {
	if os.Getenv(serveVariable) == "" {
		os.Exit(m.Run())
	}
	runtime.GOMAXPROCS(max(2, runtime.GOMAXPROCS(0))) // as zugwatch uci
	host := realHost(nil)
	host.Patience = 2 * time.Millisecond // as zugwatch uci
	if err := Serve(context.Background(), os.Stdin, os.Stdout, host); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
