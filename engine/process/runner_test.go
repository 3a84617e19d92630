//go:build linux

package process

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

// startRunner starts a runner in a process of its own and gives it back when its
// script has printed a line.
func startRunner(t *testing.T, mark, folder, text string) *exec.Cmd {
	t.Helper()
	runner := exec.Command(os.Args[0])
	runner.Env = append(os.Environ(), runnerVariable+"="+text, mark, "TMPDIR="+folder)
	out := must.Get(runner.StdoutPipe())(t)
	must.Do(t, runner.Start())
	t.Cleanup(func() {
		runner.Process.Kill()
		runner.Wait()
	})
	must.Get(out.Read(make([]byte, 1)))(t)
	return runner
}

// TestOrphanedRunner checks that a program ends when its runner is killed.
func TestOrphanedRunner(t *testing.T) {
	mark := markOf("orphaned")
	runner := startRunner(t, mark, t.TempDir(), `trap "" TERM HUP PIPE; echo; exec sleep 600`)
	waitFor(t, "runner and program", 2, func() int { return carriers(mark) })
	runner.Process.Kill()
	runner.Wait()
	waitFor(t, "processes", 0, func() int { return carriers(mark) })
}

// TestKilledRunner checks that the next start clears away the remains of a killed runner. Any other runner on this
// machine does so too, so the test kills several until one visibly leaves something.
func TestKilledRunner(t *testing.T) {
	var first, folder string
	left := 0
	for attempt := 0; left != 1; attempt++ {
		if attempt == 10 {
			t.Fatal("no killed runner left a process")
		}
		first, folder = markOf(fmt.Sprintf("first%d", attempt)), t.TempDir()
		killed := startRunner(t, first, folder, "session; exec sleep 600")
		killed.Process.Kill()
		killed.Wait()
		waitFor(t, "runners and programs that were killed", 0, func() int { left = carriers(first); return max(0, left-1) })
	}
	second := markOf("second")
	startRunner(t, second, folder, "echo; exec sleep 600")
	waitFor(t, "processes of the killed runner", 0, func() int { return carriers(first) })
	waitFor(t, "the next runner and its program", 2, func() int { return carriers(second) })
	folders, err := os.ReadDir(folder)
	if err != nil || len(folders) != 1 {
		t.Errorf("folders: %v, want that of the next runner alone (%v)", folders, err)
	}
}

// TestClearAway checks that exactly the remains of dead runners are removed.
func TestClearAway(t *testing.T) {
	me := self()
	dead := runner{me.space, me.pid, me.begun + 1} // its number went to this process
	elsewhere := runner{me.space + 1, dead.pid, dead.begun}
	gone := exec.Command("/bin/true")
	must.Do(t, gone.Run())
	ended := runner{me.space, gone.Process.Pid, me.begun}
	for _, test := range []struct {
		name, mark string
		want       bool // it is removed
	}{
		{"number of another process", dead.String() + "-0123456789", true},
		{"no such process", ended.String() + "-0123456789", true},
		{"living runner", me.String() + "-0123456789", false},
		{"another machine", elsewhere.String() + "-0123456789", false},
		{"nothing to tell trees apart", dead.String(), false},
		{"one part more", dead.String() + "-0123456789-1", false},
		{"leading zero", strings.Replace(dead.String(), "-", "-0", 1) + "-0123456789", false},
		{"capitals", strings.ToUpper(fmt.Sprintf("%x", uint64(0xabcdef))) + "-1-1-0123456789", false},
		{"no runner", runner{}.String() + "-0123456789", false},
		{"of an older version", "0123456789", false},
		{"empty", "", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			folder := t.TempDir()
			path := filepath.Join(folder, folderPrefix+test.mark)
			must.Do(t, os.MkdirAll(filepath.Join(path, "books"), 0o700))
			process := exec.Command("/bin/sleep", "60")
			process.Env = []string{tokenVariable + "=" + test.mark}
			must.Do(t, process.Start())
			removeAbandoned(folder, "")
			if _, err := os.Stat(path); os.IsNotExist(err) != test.want {
				t.Errorf("folder removed: %t, want %t", err != nil, test.want)
			}
			process.Process.Signal(syscall.SIGTERM) // it may be dead already
			err := process.Wait()
			if killed := strings.Contains(fmt.Sprint(err), "killed"); killed != test.want {
				t.Errorf("process: %v, want it killed: %t", err, test.want)
			}
		})
	}
}

// TestClearAwayTypes shows that only folders of this user are removed.
func TestClearAwayTypes(t *testing.T) {
	me := self()
	dead := folderPrefix + runner{me.space, me.pid, me.begun + 1}.String()
	folder, outside := t.TempDir(), t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(folder, dead+"-000000001"), nil, 0o600))
	must.Do(t, os.Symlink(outside, filepath.Join(folder, dead+"-000000002")))
	want := 2
	if os.Geteuid() == 0 {
		path := filepath.Join(folder, dead+"-000000003")
		must.Do(t, os.Mkdir(path, 0o700))
		must.Do(t, os.Chown(path, 65534, 65534))
		want++
	}
	removeAbandoned(folder, "")
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != want {
		t.Errorf("left: %v, want %d entries (%v)", entries, want, err)
	}
	if _, err := os.Stat(outside); err != nil {
		t.Error(err)
	}
}

// TestMachineError checks that a lack of the machine is told apart from a program that does not start.
func TestMachineError(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "none"))
	var lack *MachineError
	if _, err := Start(exec.Command(os.Args[0]), Options{}); !errors.As(err, &lack) {
		t.Errorf("without a folder for temporary files: %v", err)
	}
	missing := exec.Command("./none")
	missing.Dir = t.TempDir()
	if _, err := Start(missing, Options{}); err == nil || errors.As(err, &lack) {
		t.Errorf("without the program: %v", err)
	}
	for err, want := range map[error]bool{
		&os.PathError{Op: "fork/exec", Err: syscall.EMFILE}: true, os.NewSyscallError("pipe2", syscall.ENFILE): true,
		&os.PathError{Op: "fork/exec", Err: syscall.ENOENT}: false, os.NewSyscallError("fork", syscall.EAGAIN): true,
	} {
		if isShortage(err) != want {
			t.Errorf("%v: got %t", err, !want)
		}
	}
}
