//go:build linux

package process

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine/must"
)

// forever is a timeout that only a hanging test reaches.
const forever = time.Minute

// The test binary is also a runner of its tests: with this variable it runs a
// shell script, prints a line when that does, and waits until it is killed.
const runnerVariable = "PROCESS_TEST_SCRIPT"

func TestMain(m *testing.M) {
	text := os.Getenv(runnerVariable)
	if text == "" {
		os.Exit(m.Run())
	}
	lines := make(chan string)
	if _, err := Start(shell(text), Options{Env: []string{markVariable}, Output: handOn(lines)}); err != nil {
		panic(err)
	}
	fmt.Println(<-lines)
	for range lines {
	}
}

// The processes of a test are known by this variable.
const markVariable = "PROCESS_TEST_MARK"

// markOf returns a mark for the processes of a test, of this run of it alone.
func markOf(name string) string {
	return fmt.Sprintf("%s=%d.%s", markVariable, os.Getpid(), strings.ReplaceAll(name, "/", "."))
}

// spawning defines shell functions that start a child: in its parent's group, in its own session, as an orphan,
// without the pipes, or without the mark. A daemon has also left its folder. A stray has also shed its limit and, if
// permitted, its control group. A brood is a stray with a child. Each prints its process number and outlives any
// test.
const spawning = `
life='echo $$; exec sleep 600'
quiet='echo $$; exec sleep 600 <&- >&- 2>&-'
same() { sh -c "$life" & }
quiet() { sh -c "$quiet" & }
session() { setsid sh -c "$life" & }
double() { setsid sh -c "sh -c '$life' &"; }
bare() { env -i sh -c "$quiet" & }
bare_session() { env -i setsid sh -c "$quiet" & }
bare_double() { env -i setsid sh -c "sh -c '$quiet' &"; }
leave='group=$(sed -n s/^0:://p /proc/self/cgroup); for at in $(sed -n "s/^cgroup2* \(.*\) cgroup2 .*/\1/p" /proc/mounts); do echo 0 >$at${group%/*}/cgroup.procs; done 2>/dev/null'
daemon() { env -i setsid sh -c "cd /; sh -c '$quiet' &"; }
stray() { env -i setsid prlimit --locks=1000 sh -c "cd /; $leave; sh -c '$quiet' &"; }
inner='echo \$\$; exec sleep 600 <&- >&- 2>&-'
brood() { env -i setsid prlimit --locks=1000 sh -c "cd /; $leave; sh -c 'sh -c \"$inner\" & $quiet' &"; }
`

// shell returns a command that runs a script.
func shell(text string) *exec.Cmd { return exec.Command("/bin/sh", "-c", spawning+text) }

// handOn reads an output line by line.
func handOn(lines chan<- string) func(io.Reader) {
	return func(r io.Reader) {
		defer close(lines)
		for scanner := bufio.NewScanner(r); scanner.Scan(); {
			lines <- scanner.Text()
		}
	}
}

// script is a shell script that runs as a tree.
type script struct {
	*Tree
	lines chan string // that it has printed
}

// run starts a script that ends with the test.
func run(t *testing.T, text string, change ...func(*exec.Cmd, *Options)) *script {
	t.Helper()
	s := &script{lines: make(chan string, 100)}
	cmd := shell(text)
	options := Options{Output: handOn(s.lines), Quota: Quota{Quit: forever, Term: forever, Kill: forever}}
	for _, c := range change {
		c(cmd, &options)
	}
	s.Tree = must.Get(Start(cmd, options))(t)
	t.Cleanup(func() { s.End(false) })
	return s
}

// read reads so many lines.
func (s *script) read(t *testing.T, n int) (lines []string) {
	t.Helper()
	for len(lines) < n {
		select {
		case line, more := <-s.lines:
			if !more {
				t.Fatalf("the output ended after %q", lines)
			}
			lines = append(lines, line)
		case <-time.After(forever):
			t.Fatalf("no more lines after %q", lines)
		}
	}
	return lines
}

// children reads the numbers of n children.
func (s *script) children(t *testing.T, n int) (pids []int) {
	t.Helper()
	for _, line := range s.read(t, n) {
		pid, err := strconv.Atoi(line)
		if err != nil || !isAlive(pid) {
			t.Fatalf("child %q does not live: %v", line, err)
		}
		pids = append(pids, pid)
	}
	return pids
}

// waitFor waits for a count to reach want. Processes end one by one, and a process has no environment for a moment
// while it executes another program.
func waitFor(t *testing.T, what string, want int, count func() int) {
	t.Helper()
	got := count()
	for limit := time.Now().Add(forever); got != want && time.Now().Before(limit); got = count() {
		time.Sleep(10 * time.Millisecond)
	}
	if got != want {
		t.Errorf("%s are %d at the end, want %d", what, got, want)
	}
}

// boolToInt returns 1 for true.
func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// carriers counts the processes whose environment holds the mark.
func carriers(mark string) (n int) {
	folders, _ := filepath.Glob("/proc/[0-9]*") // a pattern below them would read every folder
	for _, folder := range folders {
		if text, err := os.ReadFile(folder + "/environ"); err == nil && bytes.Contains(text, []byte(mark+"\x00")) {
			n++
		}
	}
	return n
}

// isAlive reports whether a process works or waits; a zombie does not.
func isAlive(pid int) bool {
	state := readStat(statOf(pid)).state
	return state != 0 && state != 'Z' && state != 'X'
}
