//go:build linux

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/engine/must"
)

// mode is a kind of misbehaviour of an engine, with the expected outcome of each command: the allowed exit codes, and
// a pattern in its output. Other commands may exit with 0.
type mode struct {
	name   string
	rules  []string
	expect map[string]outcome
}

type outcome struct {
	codes []int
	word  string
}

func ends(word string, codes ...int) outcome { return outcome{codes, word} }

// modes are those of the fake engine; FOLDER is a fresh folder of each command.
var modes = []mode{
	{"sound", nil, map[string]outcome{"speed": ends("", 0, 6)}},
	{"crashes once", []string{"in ^go => ONCE FOLDER/once 5"}, map[string]outcome{
		"run": ends("answered only in a second attempt, after a fault: .* .crash-exit.", 4), "ci": ends("answered only in a second attempt, after a fault", 4),
		"match": ends("crash", 4), "speed": ends("crash-exit: engine ended with exit status 5", 4), "doctor": ends("", 0, 4),
	}},
	{"waits", []string{"out ^bestmove => WAIT 20ms"}, map[string]outcome{"speed": ends("wall time for each node .[0-9.]+%", 1, 6)}},
	{"ends at depth 1", []string{"in ^go => go depth 1"}, map[string]outcome{
		"run": ends("ended long before the limit by the engine's own choice", 0), "ci": ends("did not keep limits", 6), "speed": ends("", 0, 1, 6), "doctor": ends("it stopped after|depth", 0, 4),
	}},
	{"knows no limit", []string{"in ^go => go nodes 200000"}, map[string]outcome{
		"run": ends("overran the limit", 0), "ci": ends("did not keep limits", 6), "speed": ends("", 0, 1, 6), "doctor": ends("", 0, 4),
	}},
	{"tells no nodes", []string{"out (.*) nodes [0-9]+ (.*) => $1 $2"}, map[string]outcome{
		"run": ends("impossible-nodes: engine told of no nodes", 4), "ci": ends("impossible-nodes|with a fault", 4), "match": ends("", 4), "speed": ends("impossible-nodes", 4), "doctor": ends("it reports no nodes", 0, 4),
	}},
	{"boasts", []string{"out (.*) nodes [0-9]+ (.*) => $1 nodes 9007199254740992 $2"}, map[string]outcome{
		"run": ends("impossible-nodes: engine told of", 4), "ci": ends("impossible-nodes|with a fault", 4), "match": ends("", 4), "speed": ends("impossible-nodes", 4), "doctor": ends("", 0, 4),
	}},
	{"answers otherwise at first", []string{"out ^bestmove => FIRST FOLDER/first bestmove g1f1"}, map[string]outcome{
		"ci": ends("the engine answers differently when it is asked again", 6), "match": ends("", 0, 4), "speed": ends("", 0, 4, 6), "doctor": ends("", 0, 4),
	}},
	{"changes its name", []string{"out ^id name => id name Fake PID"}, map[string]outcome{
		"speed": ends("", 0, 6), "doctor": ends("", 0, 4), "match": ends("", 0, 4), "run": ends("", 0, 4), "ci": ends("", 0, 4),
	}},
}

// TestModes runs every mode under every command with 1, 2 and 4 workers: the exit code is
// right, what happened is said, the end comes in time and nothing is left. Without
// ZUGWATCH_SLOW with one number of workers, and under ci and match alone.
func TestModes(t *testing.T) {
	commands := map[string][]string{
		"run":    {"run", "own.epd", "--nodes", "5000", "--engine", "mode"},
		"ci":     {"ci", "--engine", "mode"},
		"match":  {"match", "sound", "mode", "--nodes", "100", "--games", "2", "--max-moves", "10"},
		"speed":  {"speed", "own", "--base", "sound", "--head", "mode", "--nodes", "500", "--budget", "4s"},
		"doctor": {"doctor", "mode"},
	}
	workers := []string{"2"}
	if must.Slow() {
		workers = []string{"1", "2", "4"}
		commands["match"] = []string{"match", "sound", "mode", "--nodes", "100", "--games", "4", "--max-moves", "20"}
	} else {
		delete(commands, "run")
		delete(commands, "speed")
		delete(commands, "doctor")
	}
	t.Parallel()
	accepted := t.TempDir()
	writeModes(t, accepted, mode{name: "sound"})
	if out, code := underMode(t, accepted, "baseline", "accept", "--reason", "first"); code != 0 {
		t.Fatalf("exit code %d\n%s", code, out)
	}
	for _, m := range modes {
		for name, args := range commands {
			for _, n := range workers {
				args := args
				if slices.Contains([]string{"run", "ci", "match"}, name) {
					args = append(slices.Clone(args), "--workers", n)
				} else if n != workers[0] {
					continue
				}
				t.Run(fmt.Sprintf("%s %s %s", m.name, name, n), func(t *testing.T) {
					t.Parallel()
					folder := t.TempDir()
					must.Do(t, os.CopyFS(folder, os.DirFS(accepted)))
					writeModes(t, folder, m)
					out, code := underMode(t, folder, args...)
					want, named := m.expect[name]
					if !named {
						want = ends("", 0)
					}
					if !slices.Contains(want.codes, code) || !regexp.MustCompile(want.word).MatchString(out) {
						t.Errorf("exit code %d, want one of %v and %q\n%s", code, want.codes, want.word, out)
					}
				})
			}
		}
	}
}

// writeModes writes the configuration with an engine of a mode and a sound one.
func writeModes(t *testing.T, folder string, m mode) {
	t.Helper()
	fresh := t.TempDir()
	rules := make([]string, len(m.rules))
	for i, rule := range m.rules {
		rules[i] = "'" + strings.ReplaceAll(rule, "FOLDER", fresh) + "'"
	}
	engine := func(name string, rules []string) string {
		return fmt.Sprintf("  - {name: %s, command: fake, args: [%s], options: {Hash: 1}}\n", name, strings.Join(rules, ", "))
	}
	text := "engine: sound\nengines:\n" + engine("sound", nil) + engine("mode", rules) +
		"suites:\n  - {name: own, suite: own.epd, kind: tactics, limit: nodes=5000, baseline: base.json}\n"
	const positions = `r4q1k/p2bR1rp/2p2Q1N/5p2/5p2/2P5/PP3PPP/R5K1 w - - bm Rf7; id "OWN.1";
r4q1k/p2bR1rp/2p2Q1N/5p2/5p2/2P5/PP3PPP/1R4K1 w - - bm Rf7; id "OWN.2";
r4q1k/p2bR1rp/2p2Q1N/5p2/5p2/2P4P/PP3PP1/R5K1 w - - bm Rf7; id "OWN.3";
r4q1k/p2bR1rp/2p2Q1N/5p2/5p2/2P4P/PP3PP1/1R4K1 w - - bm Rf7; id "OWN.4";
r4q1k/p2bR1rp/2p2Q1N/5p2/5p2/1PP5/P4PPP/R5K1 w - - bm Rf7; id "OWN.5";
`
	for name, text := range map[string]string{config.FileName: text, "own.epd": positions} {
		must.Do(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666))
	}
}

// underMode runs a command in the folder and holds that it ends and leaves nothing.
func underMode(t *testing.T, folder string, args ...string) (out string, code int) {
	t.Helper()
	scratch := t.TempDir()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	command := exec.CommandContext(ctx, "zugwatch", args...)
	command.Dir, command.Env = folder, append(os.Environ(), "TMPDIR="+scratch)
	var both bytes.Buffer
	command.Stdout, command.Stderr = &both, &both
	_ = command.Run() // its exit code is looked at
	if err := ctx.Err(); err != nil {
		t.Errorf("%q: %v", args, err)
	}
	if left, err := os.ReadDir(scratch); err != nil || len(left) > 0 {
		t.Errorf("%q left %v, %v", args, left, err)
	}
	if left := livingIn(scratch); len(left) > 0 {
		t.Errorf("%q left processes: %v", args, left)
	}
	return both.String(), command.ProcessState.ExitCode()
}
