//go:build linux

package process

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine/must"
)

// TestEnvironment shows all that a program gets to see of its surroundings.
func TestEnvironment(t *testing.T) {
	s := run(t, "env | sort; ls; exec cat", func(cmd *exec.Cmd, o *Options) {
		cmd.Env = []string{
			"PATH=/usr/bin:/bin", "LC_ALL=C", "LANG=de", "GITHUB_TOKEN=s1", "GITHUB_ENV=/tmp/e", "RUNNER_TEMP=/t", "ACTIONS_X=y",
			"AWS_SECRET_ACCESS_KEY=s2", "SECRET=s3", "SHELL=/bin/sh", "MY_NET=/net", "LC_SECRET=s4", "HOME=/root",
		}
		o.Env = []string{"MY_NET", "EXTRA=1 2"}
	})
	var got []string
	for line := range strings.Lines(strings.Join(s.read(t, 8), "\n")) {
		line = regexp.MustCompile(`(ZUGWATCH_RUN=)[0-9a-f]{16}-\d+-\d+-[0-9a-f]{24}$`).ReplaceAllString(strings.TrimSpace(line), "${1}TOKEN")
		got = append(got, strings.ReplaceAll(line, s.folder, "FOLDER"))
	}
	want := []string{"EXTRA=1 2", "HOME=/root", "LANG=de", "LC_ALL=C", "MY_NET=/net", "PATH=/usr/bin:/bin", "PWD=FOLDER", "ZUGWATCH_RUN=TOKEN"}
	if !slices.Equal(got, want) {
		t.Errorf("program sees\n%q, want\n%q", got, want)
	}
	s.End(true)
	if line, more := <-s.lines; more {
		t.Errorf("file %q in a fresh folder", line)
	}
}

// TestFolder checks that the private folder is removed with the tree, and that a given one stays.
func TestFolder(t *testing.T) {
	dir := t.TempDir()
	private := run(t, "echo >log.txt; echo; exec cat")
	chosen := run(t, "echo >log.txt; echo; exec cat", func(cmd *exec.Cmd, _ *Options) { cmd.Dir = dir })
	for _, s := range []*script{private, chosen} {
		s.read(t, 1)
	}
	if _, err := os.Stat(filepath.Join(private.folder, "log.txt")); err != nil {
		t.Error(err)
	}
	private.End(true)
	chosen.End(true)
	if _, err := os.Stat(private.folder); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("folder after the end: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "log.txt")); err != nil {
		t.Error(err)
	}
}

// TestEnd shows how a program can end, and that it gets the polite signal before
// the other.
func TestEnd(t *testing.T) {
	tests := []struct {
		name, text string
		quota      Quota
		graceful   bool
		exit       Exit
		report     EndReport
	}{
		{"with its input", "echo; cat; exit 3", Quota{Quit: forever}, true, Exit{"exit status 3", 3, false}, EndReport{}},
		{"polite signal", "echo; exec sleep 600", Quota{Quit: 1, Term: forever, Kill: forever}, true, Exit{"signal: terminated", -1, true}, EndReport{Forced: true}},
		{"it alone", "echo; exec sleep 600", Quota{Term: forever, Kill: forever}, false, Exit{"signal: terminated", -1, true}, EndReport{Forced: true}},
		{"the other", `trap "" TERM; echo; exec sleep 600`, Quota{Term: 1, Kill: forever}, false, Exit{"signal: killed", -1, true}, EndReport{Forced: true}},
		{"it alone at once", "echo; exec sleep 600", Quota{Kill: forever}, false, Exit{"signal: killed", -1, true}, EndReport{Forced: true}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var told []string
			s := run(t, test.text, func(_ *exec.Cmd, o *Options) {
				o.Quota = test.quota
				o.Exited = func() { told = append(told, "exited") }
				o.Ended = func(e Exit) { told = append(told, e.Text) }
			})
			s.read(t, 1)
			if report := s.End(test.graceful); report != test.report {
				t.Errorf("%+v, want %+v", report, test.report)
			}
			if <-s.Exited(); s.Exit() != test.exit || !slices.Equal(told, []string{"exited", test.exit.Text}) {
				t.Errorf("exit %+v, told %q, want %+v", s.Exit(), told, test.exit)
			}
			if again := s.End(true); again != (EndReport{}) {
				t.Errorf("once more: %+v", again)
			}
		})
	}
}

// TestOutputLimit checks that too much output on either stream is reported and ends the program, unless the count was
// reset in between.
func TestOutputLimit(t *testing.T) {
	const block = "head -c 40000 /dev/zero"
	for _, test := range []struct {
		name, text string
		mark       bool
		want       bool
	}{
		{"output", block + "; " + block + "; exec sleep 600", false, true},
		{"both", block + "; " + block + " >&2; exec sleep 600", false, true},
		{"within", block + "; exit", false, false},
		{"marked", block + "; read x; " + block + "; exit", true, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			flooded := 0
			got := make(chan int, 1000)
			s := run(t, test.text, func(_ *exec.Cmd, o *Options) {
				o.Quota.Output = 60_000
				o.Flooded = func() { flooded++ }
				o.Output = func(r io.Reader) {
					buffer := make([]byte, 1000)
					for n, err := 0, error(nil); err == nil; {
						n, err = r.Read(buffer)
						got <- n
					}
				}
			})
			if test.mark {
				for read := 0; read < 40_000; {
					read += <-got
				}
				s.ResetOutputCount()
				if err := s.Write("\n", forever); err != nil {
					t.Error(err)
				}
			}
			<-s.Exited()
			if s.End(false); flooded > 1 || flooded == 1 != test.want || s.Exit().Signal != test.want {
				t.Errorf("flooded %d times, exit %+v", flooded, s.Exit())
			}
		})
	}
}

// TestOutputRefused checks that a tree ends when the reader of its output returns.
func TestOutputRefused(t *testing.T) {
	s := run(t, "echo; exec sleep 600", func(_ *exec.Cmd, o *Options) {
		o.Output = func(r io.Reader) { r.Read(make([]byte, 1)) }
	})
	if <-s.Exited(); s.Exit().Text != "signal: killed" {
		t.Errorf("exit %+v", s.Exit())
	}
}

// TestMemoryLimit checks that the limit applies to the memory of all processes together.
func TestMemoryLimit(t *testing.T) {
	for _, test := range []struct {
		limit int64
		want  bool
	}{{0, false}, {-1, false}, {1, true}, {1 << 40, false}} {
		s := run(t, "same; exec cat >/dev/null", func(_ *exec.Cmd, o *Options) { o.Quota.Memory = test.limit })
		s.children(t, 1)
		if got := s.IsOverMemory(); got != test.want {
			t.Errorf("limit %d: over %t, want %t", test.limit, got, test.want)
		}
	}
}

// TestStderr shows that the end of the standard error is kept.
func TestStderr(t *testing.T) {
	s := run(t, "head -c 1000000 /dev/zero >&2; echo why >&2")
	<-s.Exited()
	waitFor(t, "last lines", 1, func() int { return boolToInt(strings.HasSuffix(s.Stderr(), "\x00why\n")) })
	if got := s.Stderr(); len(got) != tailSize || !strings.HasSuffix(got, "\x00why\n") {
		t.Errorf("%d bytes that end with %q", len(got), got[max(0, len(got)-10):])
	}
}

// TestAffinity shows that a program stays on its processors, and this process on
// its own.
func TestAffinity(t *testing.T) {
	before := allowed(t, os.Getpid())
	cpu := must.Get(strconv.Atoi(regexp.MustCompile(`^\d+`).FindString(before)))(t)
	s := run(t, "exec cat", func(_ *exec.Cmd, o *Options) { o.Affinity = []int{cpu} })
	if got := allowed(t, s.pid); got != strconv.Itoa(cpu) || s.Processors() != 1 {
		t.Errorf("program may use processors %q, %d of them, want %d", got, s.Processors(), cpu)
	}
	threads := must.Get(filepath.Glob("/proc/self/task/*"))(t)
	for _, thread := range threads {
		number, _ := strconv.Atoi(filepath.Base(thread))
		if after := allowed(t, number); after != before {
			t.Errorf("thread %d of this process may use %q, before %q", number, after, before)
		}
	}
}

func allowed(t *testing.T, pid int) string {
	text := must.Get(os.ReadFile(fmt.Sprintf("/proc/%d/status", pid)))(t)
	return regexp.MustCompile(`Cpus_allowed_list:\s*(\S+)`).FindStringSubmatch(string(text))[1]
}

// TestCPU checks that the CPU time of a program grows with its work, and that a waiting program is asleep.
func TestCPU(t *testing.T) {
	s := run(t, "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; echo; exec cat")
	s.read(t, 1)
	if used, known := s.CPU(); !known || used < time.Millisecond {
		t.Errorf("CPU time %v, known %t", used, known)
	}
	waitFor(t, "threads at work", 0, func() int { return boolToInt(!s.IsAsleep()) })
}

// TestAsleepChild: a program that waits is not asleep while a child of it works.
func TestAsleepChild(t *testing.T) {
	s := run(t, "sh -c 'echo; while :; do :; done' & wait")
	s.read(t, 1)
	for range 20 {
		if s.IsAsleep() {
			t.Fatal("the child works")
		}
		time.Sleep(time.Millisecond)
	}
}

// TestWrite checks that a command that fits the pipe is written even after the deadline, and that a full pipe fails
// in time.
func TestWrite(t *testing.T) {
	read, write, err := os.Pipe()
	must.Do(t, err)
	defer read.Close()
	defer write.Close()
	tree := &Tree{in: write}
	if err := tree.Write("isready\n", -time.Second); err != nil {
		t.Errorf("empty pipe: %v", err)
	}
	start := time.Now()
	if err := tree.Write(strings.Repeat("x", 1<<20), 50*time.Millisecond); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("full pipe: %v", err)
	}
	if took := time.Since(start); took < 50*time.Millisecond || took > forever {
		t.Errorf("full pipe: it took %v", took)
	}
}

// TestCPUOfFamily checks that the CPU time includes living and ended children.
func TestCPUOfFamily(t *testing.T) {
	const burn = `i=0; while [ $i -lt 75000 ]; do i=$((i+1)); done; echo burnt;`
	for name, text := range map[string]string{
		"lives":      `sh -c '` + burn + ` exec sleep 600' & exec cat`,
		"grandchild": `sh -c "sh -c '` + strings.ReplaceAll(burn, "$", `\$`) + ` exec sleep 600' & wait" & exec cat`,
		"has ended":  `sh -c '` + burn + `'; echo waited; exec cat`,
	} {
		t.Run(name, func(t *testing.T) {
			s := run(t, text)
			lines := 1
			if name == "has ended" {
				lines = 2
			}
			s.read(t, lines)
			all, known := s.CPU()
			own, _ := processCPU(s.pid)
			if below := all - own; !known || below < 20*time.Millisecond {
				t.Errorf("%v, of it %v below the program, known %t", all, below, known)
			}
		})
	}
}

// TestCPUOfEndingChild: the CPU time of a child that ends after it was listed is not lost.
func TestCPUOfEndingChild(t *testing.T) {
	s := run(t, `sh -c 'i=0; while [ $i -lt 75000 ]; do i=$((i+1)); done; echo burnt; read line'; echo waited; exec cat`)
	s.read(t, 1)
	before, _ := s.CPU()
	must.Do(t, s.Write("\n", forever))
	s.read(t, 1)
	const rounded = 2 * tick // user and system time of ended children are cut to ticks
	if after, known := s.CPU(); !known || after < before-rounded {
		t.Errorf("CPU time fell from %v to %v, known %t", before, after, known)
	}
}
