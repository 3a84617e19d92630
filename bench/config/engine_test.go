package config

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/uci"
)

const allEngineKeys = `suites:
  - {name: a, kind: nodes, limit: sd, engine: mine}
engine: other
engines:
  - name: mine
    command: bin/mine
    args: [--uci, "two words"]
    dir: books
    options:
      Hash: 64
      Ponder: no
      UCI_ShowWDL: true
      Book File: ''
    limits: {start: 9s, ready: 8s, position: 7m, overrun: 6s, stall: 5ms, stop: 4s, write: 3s, close: 2s, quit: 1s, term: 900ms, kill: 800ms, output: 7, memory: 512MiB}
    environment: [NET_PATH, THREADS=1]
    build: make -j2 release
    nullmove-off: Null Move = off
    switches: {LMR: false}
    mate-score: 20000
  - {name: other, command: self, build: [go, build], limits: {memory: off}}
`

func TestParseEngines(t *testing.T) {
	c := must.Get(Parse("x.yaml", []byte(allEngineKeys)))(t)
	want := []Engine{
		{
			Name: "mine", Command: "bin/mine", Args: []string{"--uci", "two words"}, Dir: "books",
			Options: []engine.Option{{Name: "Hash", Value: "64"}, {Name: "Ponder", Value: "no"}, {Name: "UCI_ShowWDL", Value: "true"}, {Name: "Book File"}},
			Limits: uci.Allowance{
				Start: 9 * time.Second, Ready: 8 * time.Second, Position: 7 * time.Minute, Overrun: 6 * time.Second,
				Stall: 5 * time.Millisecond, Stop: 4 * time.Second, Write: 3 * time.Second, Close: 2 * time.Second,
				Quit: time.Second, Term: 900 * time.Millisecond, Kill: 800 * time.Millisecond, Output: 7, Memory: 512 << 20,
			},
			Environment: []string{"NET_PATH", "THREADS=1"},
			Build:       []string{"sh", "-c", "make -j2 release"},
			NullMoveOff: engine.Option{Name: "Null Move", Value: "off"},
			Switches:    []engine.Option{{Name: "LMR", Value: "false"}},
			MateScore:   20000,
			Line:        5, Col: 5,
		},
		{Name: "other", Command: "self", Build: []string{"go", "build"}, Limits: uci.Allowance{Memory: -1}, Line: 20, Col: 6},
	}
	if diff := cmp.Diff(want, c.Engines); diff != "" {
		t.Errorf("engines differ (-want +got):\n%s", diff)
	}
	for i, want := range []string{"[{Null Move off} {LMR false}]", "[]"} {
		if got := fmt.Sprint(c.Engines[i].AllSwitches()); got != want {
			t.Errorf("switches %s, want %s", got, want)
		}
	}
	if c.Engine != "other" || c.Suites[0].Engine != "mine" {
		t.Errorf("engine %q, of the suite %q", c.Engine, c.Suites[0].Engine)
	}
}

func TestParseEngineErrors(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"unknown key", "engines:\n  - name: a\n    comand: x\n", `x.yaml:3:5: unknown key "comand" (expected args, bench, build, command, dir, environment, limits, mate-score, name, nullmove-off, options, profile, protocol, restart or switches; did you mean command?)`},
		{"no name", "engines:\n  - {command: x}\n", "x.yaml:2:6: engine without name (expected name: and its value)"},
		{"no command", "engines:\n  - {name: x}\n", "x.yaml:2:6: engine without command (expected command: and its value)"},
		{"reserved name", "engines:\n  - {name: zugwatch, command: x}\n", `x.yaml:2:12: name "zugwatch" is that of a built-in engine (expected another)`},
		{"odd name", "engines:\n  - {name: A/b, command: x}\n", `x.yaml:2:12: name "A/b" (expected small letters,`},
		{"twice", "engines:\n  - {name: a, command: x}\n  - {name: a, command: y}\n", `x.yaml:3:6: engine "a" is listed twice (expected a name other than that of line 2)`},
		{"self with args", "engines:\n  - {name: a, command: self, args: [x]}\n", "x.yaml:2:6: command self takes no args (expected options:, or another command)"},
		{"unknown engine", "engine: fihs\nengines:\n  - {name: fish, command: x}\n", `x.yaml:1:9: unknown engine "fihs" (expected zugwatch, zugwatch-shogi or fish; did you mean fish?)`},
		{"unknown engine of a suite", "suites:\n  - {name: a, kind: nodes, limit: sd, engine: fish}\n", `x.yaml:2:47: unknown engine "fish" (expected zugwatch or zugwatch-shogi)`},
		{"unknown limit", "engines:\n  - {name: a, command: x, limits: {postion: 1s}}\n", `x.yaml:2:36: unknown key "postion" (expected close, kill, memory, output, overrun, position, quit, ready, stall, start, stop, term or write; did you mean position?)`},
		{"time", "engines:\n  - {name: a, command: x, limits: {stop: 5}}\n", `x.yaml:2:42: time "5" (expected one from 1ms to 24h, such as 10s)`},
		{"size", "engines:\n  - {name: a, command: x, limits: {memory: 2000GiB}}\n", `x.yaml:2:44: size "2000GiB" (expected bytes from 1 to 1024GiB, such as 512MiB)`},
		{"size without number", "engines:\n  - {name: a, command: x, limits: {memory: MiB}}\n", `x.yaml:2:44: size "MiB"`},
		{"mate-score", "engines:\n  - {name: a, command: x, mate-score: 300}\n", `x.yaml:2:39: number "300" (expected a whole number from 5000 to 1000000)`},
		{"nullmove-off", "engines:\n  - {name: a, command: x, nullmove-off: NullMove}\n", `x.yaml:2:41: option "NullMove" (expected NAME=VALUE)`},
		{"environment", "engines:\n  - name: a\n    command: x\n    environment: [OK, GITHUB_TOKEN]\n", `x.yaml:4:23: environment variable "GITHUB_TOKEN" is never passed to an engine (expected no variable of a CI service, and none named like a secret)`},
		{"environment set", "engines:\n  - {name: a, command: x, environment: [my_secret=1]}\n", `x.yaml:2:41: environment variable "my_secret" is never passed`},
		{"environment no list", "engines:\n  - {name: a, command: x, environment: PATH}\n", "x.yaml:2:40: environment is no list (expected [NAME, NAME=value])"},
		{"options no mapping", "engines:\n  - {name: a, command: x, options: Hash=1}\n", "x.yaml:2:36: options is no mapping (expected Name: value lines)"},
		{"switches no mapping", "engines:\n  - {name: a, command: x, switches: [LMR]}\n", "x.yaml:2:37: switches is no mapping (expected Name: value lines)"},
		{"option with a list", "engines:\n  - {name: a, command: x, options: {Hash: [1]}}\n", "x.yaml:2:43: not a value"},
		{"args no list", "engines:\n  - {name: a, command: x, args: --uci}\n", "x.yaml:2:33: args is no list (expected [one, two])"},
		{"empty build", "engines:\n  - {name: a, command: x, build: []}\n", "x.yaml:2:34: build is empty (expected a command)"},
		{"engines no list", "engines: a\n", "x.yaml:1:10: engines is no list (expected entries that begin with - name:)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := Parse("x.yaml", []byte(test.text))
			if err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("error = %v\nwant    %s", err, test.want)
			}
		})
	}
}

func TestOverride(t *testing.T) {
	old := []engine.Option{{Name: "Hash", Value: "1"}, {Name: "Threads", Value: "2"}}
	got := engine.Override(old, []engine.Option{{Name: "hash", Value: "3"}, {Name: "MultiPV", Value: "4"}})
	want := []engine.Option{{Name: "Threads", Value: "2"}, {Name: "hash", Value: "3"}, {Name: "MultiPV", Value: "4"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("options differ (-want +got):\n%s", diff)
	}
}

// TestDocumentedEngines holds that the example of docs/engines.md is read, and
// that the page names all keys.
func TestDocumentedEngines(t *testing.T) {
	page := must.Get(os.ReadFile("../../docs/engines.md"))(t)
	_, example, _ := strings.Cut(string(page), "```yaml\n")
	example, _, _ = strings.Cut(example, "```")
	c, err := Parse("engines.md", []byte(example))
	if err != nil || len(c.Engines) != 2 || len(c.Suites) != 2 {
		t.Errorf("example: %v, %+v", err, c)
	}
	for _, unknown := range []string{"engines:\n  - {name: a, command: x, y: z}\n", "engines:\n  - {name: a, command: x, limits: {y: z}}\n"} {
		_, err := Parse("x.yaml", []byte(unknown))
		_, keys, _ := strings.Cut(err.Error(), "(expected ")
		for _, key := range strings.FieldsFunc(keys, func(r rune) bool { return strings.ContainsRune(", ()", r) }) {
			if key != "or" && !strings.Contains(string(page), "`"+key+"`") {
				t.Errorf("docs/engines.md does not tell of the key %s", key)
			}
		}
	}
}
