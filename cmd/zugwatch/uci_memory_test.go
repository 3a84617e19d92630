//go:build linux

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

// TestShortMemory shows that an engine that can not get the memory of an option
// says so and goes on with what it had. The end of the input may end the search.
func TestShortMemory(t *testing.T) {
	info, ok := debug.ReadBuildInfo()
	if ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"}) {
		t.Skip("the race detector needs more memory than there is here")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "zugwatch")
	if err := os.Symlink(self, program); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ name, commands, want string }{
		{
			"at the start", "setoption name Hash value 8192\nisready\ngo depth 3\n",
			`(?s)^info string options: hash of 8192 MiB: cannot allocate memory \(they stay as they were\)\nreadyok\n(info .*)?bestmove [a-h][1-8][^\n]*\n$`,
		},
		{
			"later", "setoption name Hash value 256\nisready\nsetoption name Hash value 8192\nisready\ngo depth 3\n",
			`(?s)^readyok\ninfo string options: hash of 8192 MiB: cannot allocate memory \(they stay as they were\)\nreadyok\n(info .*)?bestmove [a-h][1-8][^\n]*\n$`,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			engine := exec.Command("/bin/sh", "-c", `ulimit -v 3000000; exec "$0" uci`, program)
			engine.Stdin = strings.NewReader(test.commands)
			out, err := engine.CombinedOutput()
			if err != nil || !regexp.MustCompile(test.want).Match(out) {
				t.Errorf("error %v, output\n%swant %s", err, out, test.want)
			}
		})
	}
}
