//go:build linux

package process

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine/must"
)

// TestCgroupFolder shows where the control group of a process is.
func TestCgroupFolder(t *testing.T) {
	const (
		unified = "24 1 0:21 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw\n"
		hybrid  = "30 1 0:25 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n31 1 0:26 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n"
		bound   = "24 1 0:21 /docker/1 /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n"
	)
	for _, test := range []struct{ name, mounts, groups, want string }{
		{"unified", unified, "0::/user.slice/a.scope\n", "/sys/fs/cgroup/user.slice/a.scope"},
		{"at the top", unified, "0::/\n", "/sys/fs/cgroup"},
		{"hybrid", hybrid, "4:memory:/x\n0::/y\n", "/sys/fs/cgroup/unified/y"},
		{"part of it", bound, "0::/docker/1/job\n", "/sys/fs/cgroup/job"},
		{"another part of it", bound, "0::/docker/10\n", ""},
		{"outside of what is seen", unified, "0::/../a\n", ""},
		{"version 1 alone", "30 1 0:25 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n", "4:memory:/x\n", ""},
		{"not mounted", "", "0::/a\n", ""},
		{"nothing", "", "", ""},
	} {
		if got := cgroupFolder(test.mounts, test.groups); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// TestCgroupMemory checks the memory limits written to a group, and the reading of its out-of-memory count.
func TestCgroupMemory(t *testing.T) {
	g := cgroup{folder: t.TempDir()}
	file := func(name string) string { return filepath.Join(g.folder, name) }
	if g.limit(1 << 20); g.hasRunOut() {
		t.Error("a group without counts has run out")
	}
	for _, name := range []string{"memory.max", "memory.swap.max", "memory.oom.group"} {
		if _, err := os.Stat(file(name)); err == nil {
			t.Errorf("%s was made where there is none", name)
		}
		must.Do(t, os.WriteFile(file(name), nil, 0o600))
	}
	g.limit(1 << 20)
	for name, want := range map[string]string{"memory.max": "1048576", "memory.swap.max": "0", "memory.oom.group": "1"} {
		if got, err := os.ReadFile(file(name)); string(got) != want {
			t.Errorf("%s is %q, want %q (%v)", name, got, want, err)
		}
	}
	for text, want := range map[string]bool{"low 0\nmax 7\noom 3\noom_kill 0\n": false, "oom 1\noom_kill 1\noom_group_kill 1\n": true} {
		must.Do(t, os.WriteFile(file("memory.events"), []byte(text), 0o600))
		if got := g.hasRunOut(); got != want {
			t.Errorf("%q: run out %t, want %t", text, got, want)
		}
	}
}

// TestCgroup checks that a control group ends a process that forks faster than polling can follow, and that the group
// goes with its tree.
func TestCgroup(t *testing.T) {
	folder := t.TempDir()
	rabbit, trace := filepath.Join(folder, "rabbit"), filepath.Join(folder, "trace")
	must.Do(t, os.WriteFile(rabbit, []byte(fmt.Sprintf("#!/bin/sh\necho >>%s\n%s &\n", trace, rabbit)), 0o700))
	s := run(t, "cd /; env -i setsid "+rabbit+" <&- >&- 2>&- & echo; exec cat >/dev/null")
	if s.read(t, 1); s.sandbox.group.folder == "" {
		t.Skip("no control group can be made here")
	}
	waitFor(t, "traces", 1, func() int {
		info, err := os.Stat(trace)
		if err != nil {
			return 0
		}
		return int(min(info.Size(), 1))
	})
	s.End(true)
	before := must.Get(os.ReadFile(trace))(t)
	time.Sleep(100 * time.Millisecond)
	if after, _ := os.ReadFile(trace); len(after) != len(before) {
		t.Errorf("it goes on: %d traces, then %d", len(before), len(after))
	}
	if _, err := os.Stat(s.sandbox.group.folder); !os.IsNotExist(err) {
		t.Errorf("the group is left: %v", err)
	}
}
