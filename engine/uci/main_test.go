//go:build linux

package uci

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write the golden outputs anew")

// The test binary is also the engine of its tests: with this variable it is the
// fake engine, with the value "serve" the real one.
const roleVariable = "UCI_TEST_ROLE"

// runRunner asks a fake engine with a script, after it has printed a byte, and
// waits for ever.
func runRunner(script []string) {
	h := hostile{script: script}
	p, err := Dial(context.Background(), h.command(markVariable+"="+os.Getenv(markVariable)))
	if err != nil {
		panic(err)
	}
	fmt.Print(".")
	p.Search(context.Background(), depth(1), nil)
}

// The processes of a test are known by this variable.
const markVariable = "UCI_TEST_MARK"

// markOf is a mark for the processes of a test, of this run of it alone.
func markOf(name string) string {
	return fmt.Sprintf("%s=%d.%s", markVariable, os.Getpid(), strings.ReplaceAll(name, "/", "."))
}

func TestMain(m *testing.M) {
	switch os.Getenv(roleVariable) {
	case "":
		flag.Parse()
		if flag.Lookup("test.fuzz").Value.String() == "" {
			if err := flag.Set("test.parallel", "12"); err != nil { // scripts mostly wait
				panic(err)
			}
		}
		os.Exit(m.Run())
	case "serve":
		runtime.GOMAXPROCS(max(2, runtime.GOMAXPROCS(0))) // as zugwatch uci
		host := realHost(nil)
		host.Patience = 2 * time.Millisecond // as zugwatch uci
		if err := Serve(context.Background(), os.Stdin, os.Stdout, host); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	case "runner":
		runRunner(os.Args[1:])
	default:
		runFake(os.Args[1])
	}
}
