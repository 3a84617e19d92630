package main

import (
	"os/exec"
	"strings"
	"syscall"
)

// daemon is the action DAEMON of the fake engine.
func daemon(file, kind string) {
	script, shed := "sleep 600", ""
	if strings.HasPrefix(kind, "big") {
		script = "dd if=/dev/zero bs=120000000 count=1 2>&- | sleep 600" // dd holds the block, as sleep reads nothing
	}
	if strings.HasSuffix(kind, "stray") {
		shed = "group=$(sed -n s/^0:://p /proc/self/cgroup)\n" +
			`for at in $(sed -n 's/^cgroup2* \(.*\) cgroup2 .*/\1/p' /proc/mounts); do echo 0 >"$at${group%/*}/cgroup.procs"; done 2>/dev/null` +
			"\nprlimit --locks=1000 --pid $$\n"
	}
	command := exec.Command("/bin/sh", "-c", shed+`sh -c "$1; :" <&- >&- 2>&- & echo $! >>"$0"`, file, script)
	command.Dir, command.Env = "/", []string{"PATH=/usr/bin:/bin"}
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := command.Run(); err != nil {
		panic(err)
	}
}
