package race

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/bench/speed"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/must"
)

const settings = `suites:
  - {name: crafty, kind: tactics, limit: nodes=9, gate: {speed: 7%}}
  - {name: few, suite: bk, kind: tactics, limit: nodes=9, gate: {speed: off}}
  - {name: plain, suite: bk, kind: tactics, limit: nodes=9}
`

// newRunner runs the built-in engine on a clock that every look moves.
func newRunner(t *testing.T) *runner.Runner {
	t.Helper()
	read := must.Get(config.Parse(config.FileName, []byte(settings)))(t)
	own := builtin.DefaultEngines()
	own.SetHash(1)
	now := time.Unix(0, 0)
	return &runner.Runner{
		Finder: engines.Finder{Config: read, Own: own}, Workers: 1,
		Now: func() time.Time { now = now.Add(time.Millisecond); return now },
	}
}

// ofBuiltin returns options of a race of the built-in engine against itself.
func ofBuiltin(suite string) *Options {
	own := Racer{Engine: builtin.Name}
	return &Options{Suite: suite, Base: own, Head: own, Limits: engine.Limits{Nodes: 100}, Budget: time.Second, Seed: 1}
}

// TestRun races the built-in engine, with an option more, against itself.
func TestRun(t *testing.T) {
	o := ofBuiltin("crafty")
	o.Head.Options = []engine.Option{{Name: builtin.HashOption, Value: "2"}}
	told := 0
	o.Progress = func(float64) { told++ }
	result, err := Run(t.Context(), newRunner(t), o)
	if err != nil || result.Suite != "crafty" || result.Line != 2 || told == 0 {
		t.Fatalf("race is %+v, %v", result, err)
	}
	m := result.Measured
	if m.Assessment.Allowed != 70 || m.Limits != "nodes=100" || m.Base.Options[0].Value != "1" || m.Head.Options[0].Value != "2" {
		t.Errorf("measured %+v", m)
	}
	t.Chdir(t.TempDir())
	file := must.Get(os.Create("race.json"))(t)
	defer file.Close()
	must.Do(t, speed.Encode(file, result.Suite, m))
	off := compare.Unlimited
	stored := &Options{Suite: "crafty", Stored: "race.json", Allowed: &off}
	again, err := Run(t.Context(), newRunner(t), stored)
	if err != nil || again.Line != 2 || again.Measured.Assessment.Verdict != compare.Pass || len(again.Measured.Measured) != len(m.Measured) {
		t.Errorf("judged again: %+v, %v", again, err)
	}
	stored.Suite = "few"
	if _, err := Run(t.Context(), newRunner(t), stored); failure.Of(err) != failure.Baseline {
		t.Errorf("judged as another suite: %v", err)
	}
}

// TestGate: which suite a name stands for, and how much slower an engine may be.
func TestGate(t *testing.T) {
	one := compare.Growth(10)
	tests := []struct {
		suite   string
		allowed *compare.Growth
		want    compare.Growth
		line    int
		file    string // the suite
	}{
		{"crafty", nil, 70, 2, "crafty"},
		{"crafty", &one, 10, 2, "crafty"},
		{"few", nil, compare.Unlimited, 3, "few"},
		{"plain", nil, defaultAllowed, 4, "plain"},
		{"wac", nil, defaultAllowed, 0, "wac"},
		{"wac", &one, 10, 0, "wac"},
	}
	for _, test := range tests {
		suite, allowed, line, err := openGate(newRunner(t).Config, &Options{Suite: test.suite, Allowed: test.allowed})
		if err != nil || allowed != test.want || line != test.line || suite.Name != test.file {
			t.Errorf("%s: %s, allowed %s, line %d, %v", test.suite, suite.Name, allowed, line, err)
		}
	}
	if _, _, _, err := openGate(newRunner(t).Config, &Options{Suite: "wax"}); failure.Of(err) != failure.Input {
		t.Errorf("no suite: %v", err)
	}
}

// TestErrors: engines that are not there, and what cannot be measured.
func TestErrors(t *testing.T) {
	missing := Racer{Engine: "missing"}
	odd := []engine.Option{{Name: "NulMove", Value: "off"}}
	tests := []struct {
		name   string
		change func(o *Options)
		want   string
	}{
		{"base", func(o *Options) { o.Base = missing }, `flag --base: engine "missing" is neither`},
		{"head", func(o *Options) { o.Head = missing }, `flag --head: engine "missing" is neither`},
		{"option", func(o *Options) { o.Head.Options = odd }, "flag --head: flag --option: the built-in engine has no option"},
		{"option of the base", func(o *Options) { o.Base.Options = odd }, "flag --base: flag --option: "},
		{"folder", func(o *Options) { o.BaseFolder = "other" }, "flag --base-folder: engine zugwatch: program "},
		{"budget", func(o *Options) { o.Budget = 0 }, "budget 0s"},
		{"clock", func(o *Options) { o.Limits = engine.Limits{MoveTime: time.Second} }, "limits movetime=1s read a clock"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			o := ofBuiltin("crafty")
			test.change(o)
			if _, err := Run(t.Context(), newRunner(t), o); failure.Of(err) != failure.Input || err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("kind %v: %v", failure.Of(err), err)
			}
		})
	}
}
