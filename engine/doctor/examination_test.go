//go:build linux

package doctor

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// script is an engine with just enough UCI to be examined. The test fills in its first lines.
const script = `#!/bin/sh
%s
while read -r word rest; do
	case $word in
	uci) echo id name Script; echo id author nobody; echo uciok ;;
	isready) echo readyok ;;
	go) echo info depth 9 nodes 20000 score cp 1; echo bestmove e2e4 ;;
	quit) exit ;;
	esac
done
`

// examineScript examines an engine that does something at its start. Only one that
// hangs needs the patience.
func examineScript(t *testing.T, does string, env ...string) *Report {
	t.Helper()
	path := filepath.Join(t.TempDir(), "engine")
	must.Do(t, os.WriteFile(path, []byte(strings.Replace(script, "%s", does, 1)), 0o777))
	return must.Get(Examine(t.Context(), uci.Command{Path: path, Env: env}, time.Minute))(t)
}

// TestEnvironment checks that an engine gets the same environment as in a run, and no secret even when a setting
// names it.
func TestEnvironment(t *testing.T) {
	t.Setenv("GITHUB_TOKEN", "hush")
	t.Setenv("SURROUNDINGS", "any")
	t.Setenv("WANTED", "yes")
	file := filepath.Join(t.TempDir(), "environment")
	r := examineScript(t, "sleep 600 </dev/null >/dev/null 2>&1 &\nenv >>"+file, "WANTED")
	if got := observation(r, "processes"); got != "ok: none left behind" {
		t.Errorf("a process in the group of the engine: %q", got)
	}
	text := must.Get(os.ReadFile(file))(t)
	for name, want := range map[string]bool{"GITHUB_TOKEN": false, "SURROUNDINGS": false, "WANTED": true, "PATH": true} {
		if got := bytes.Contains(text, []byte(name+"=")); got != want {
			t.Errorf("%s passed: %t, want %t", name, got, want)
		}
	}
	r = examineScript(t, "env >"+file, "GITHUB_TOKEN")
	if got, want := observation(r, "introduction"), `fault: the engine does not start: environment variable "GITHUB_TOKEN" is never passed to an engine`; got != want {
		t.Errorf("secret: %s, want %s", got, want)
	}
}

// TestProcesses checks that no process outlives the examination, marked or not, and that the report counts it.
func TestProcesses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pids")
	const child = "setsid sh -c 'echo $$; exec sleep 600 <&- >&- 2>&-' &" // the shell goes on when it has closed its output
	r := examineScript(t, "echo $("+child+") $(env -i "+child+") >>"+file)
	pids := strings.Fields(string(must.Get(os.ReadFile(file))(t)))
	for _, pid := range pids {
		if _, err := os.Stat("/proc/" + pid); err == nil {
			t.Errorf("process %s was left behind", pid)
		}
	}
	// Those of the run are not told here.
	if got, want := observation(r, "processes"), fmt.Sprintf("warning: left %d behind in all checks; they were ended", len(pids)-2); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
