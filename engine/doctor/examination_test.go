//go:build linux

package doctor

import (
	"bytes"
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
	examineScript(t, "env >>"+file, "WANTED")
	text := must.Get(os.ReadFile(file))(t)
	for name, want := range map[string]bool{"GITHUB_TOKEN": false, "SURROUNDINGS": false, "WANTED": true, "PATH": true} {
		if got := bytes.Contains(text, []byte(name+"=")); got != want {
			t.Errorf("%s passed: %t, want %t", name, got, want)
		}
	}
	r := examineScript(t, "env >"+file, "GITHUB_TOKEN")
	if got, want := observation(r, "introduction"), `fault: the engine does not start: environment variable "GITHUB_TOKEN" is never passed to an engine`; got != want {
		t.Errorf("secret: %s, want %s", got, want)
	}
}

// TestProcesses checks that no process outlives the examination, marked or not, and that the report counts it.
func TestProcesses(t *testing.T) {
	for _, test := range []struct{ name, prefix string }{{"marked", ""}, {"bare", "env -i "}} {
		t.Run(test.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "pids")
			r := examineScript(t, test.prefix+"setsid sh -c 'echo $$ >>"+file+"; : >"+file+".$0; exec sleep 600' $$ </dev/null >/dev/null 2>&1 &\n"+
				"until [ -e "+file+".$$ ]; do sleep 0.01; done")
			pids := must.Get(os.ReadFile(file))(t)
			for pid := range strings.FieldsSeq(string(pids)) {
				if _, err := os.Stat("/proc/" + pid); err == nil {
					t.Errorf("process %s was left behind", pid)
				}
			}
			if got := observation(r, "processes"); !strings.HasPrefix(got, "warning: left ") {
				t.Errorf("processes: %q", got)
			}
		})
	}
	for name, does := range map[string]string{"without any": "", "in its group": "sleep 600 </dev/null >/dev/null 2>&1 &"} {
		if got := observation(examineScript(t, does), "processes"); got != "ok: none left behind" {
			t.Errorf("%s: %q", name, got)
		}
	}
}
