//go:build linux

package uci

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

// forever is a timeout that only a hanging test reaches.
const forever = time.Minute

// The test binary is also the engine of its tests: with this variable it is the
// fake engine.
const fakeVariable = "UCI_TEST_FAKE"

// The processes of a test are known by this variable.
const markVariable = "UCI_TEST_MARK"

// markOf returns a mark for the processes of a test, of this run of it alone.
func markOf(name string) string {
	return fmt.Sprintf("%s=%d.%s", markVariable, os.Getpid(), strings.ReplaceAll(name, "/", "."))
}

// The fake engine stays on the first thread, so that this can end alone.
func init() {
	if os.Getenv(fakeVariable) != "" {
		runtime.LockOSThread()
	}
}

func TestMain(m *testing.M) {
	if os.Getenv(fakeVariable) != "" {
		runFake(os.Args[1], os.Stdin, os.Stdout)
		return
	}
	flag.Parse()
	if flag.Lookup("test.fuzz").Value.String() == "" {
		if err := flag.Set("test.parallel", "12"); err != nil { // scripts mostly wait
			panic(err)
		}
	}
	os.Exit(m.Run())
}
