package start

import (
	"fmt"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/zugwatch/zugwatch/bench/calibrate"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/config/starter"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/runner"
)

// TestTakeBuilt: the only program after a build is the engine, unless somebody named another or nothing may be built.
func TestTakeBuilt(t *testing.T) {
	one := fstest.MapFS{"src/rook-sse": {Data: []byte("\x7fELF"), Mode: 0o755}, "src/rook.c": {Data: []byte("int main")}}
	two := fstest.MapFS{"rook": one["src/rook-sse"], "tuner": one["src/rook-sse"]}
	quiet := func(string, ...any) {}
	maker := engines.NewBuildRunner(quiet)
	for _, test := range []struct {
		name  string
		tree  fstest.MapFS
		named string
		maker *engines.BuildRunner
		want  string
	}{
		{"one", one, "", maker, "./src/rook-sse"},
		{"two", two, "", maker, ""},
		{"none", fstest.MapFS{}, "", maker, ""},
		{"named", one, "./other", maker, "./other"},
		{"nothing is built", one, "", nil, ""},
	} {
		options := starter.Options{Command: test.named}
		trial := Trial{Tree: test.tree, Options: &options, Runner: &runner.Runner{Finder: engines.Finder{Maker: test.maker}, Tell: quiet}}
		if taken := trial.useBuiltProgram("linux"); options.Command != test.want || taken != (test.name == "one") {
			t.Errorf("%s: %v, command %q, want %q", test.name, taken, options.Command, test.want)
		}
	}
}

// TestTellOnce: a remark on several suites, or with other numbers, is printed once.
func TestTellOnce(t *testing.T) {
	var told []string
	tell := logOnce(func(format string, arguments ...any) { told = append(told, fmt.Sprintf(format, arguments...)) })
	tell("%s: engine: %d searches ended early", "wac", 3)
	tell("%s: engine: %d searches ended early", "mates", 17)
	tell("%s: engine: %d searches were stopped", "mates", 17)
	tell("limits are by depth")
	tell("limits are by depth")
	want := []string{"wac: engine: 3 searches ended early", "mates: engine: 17 searches were stopped", "limits are by depth"}
	if !slices.Equal(told, want) {
		t.Errorf("got %q, want %q", told, want)
	}
}

// TestFollow: the entry of a suite leaves out positions that are not solved, and allows more where a re-roll needs more, never
// less. A suite with too few solved forms is left out. It is measured for the forms that its entry has.
func TestFollow(t *testing.T) {
	var options starter.Options
	trial := Trial{Options: &options}
	left := trial.applyAdvice(&calibrate.Advice{Suite: "wac", Scatter: calibrate.Scatter{Asked: 100, Solved: 4, Left: []string{"WAC.002"}}, Tests: []calibrate.Test{
		{Key: "nodes-solution", Old: 30, Allowed: 40},
		{Key: "nodes-total", Old: 50, Allowed: 50},
		{Key: "lost-forms", Old: 20, Allowed: 10},
		{Old: 20, Allowed: 30},
		{Key: "lost-forms", Old: 20, Allowed: 30, Few: true},
	}})
	want := []config.Setting{{Suite: "wac", Gate: true, Key: "nodes-solution", Value: "4%", Mark: "nodes-solution: ", Reason: "less than 4% would often be undecided on this engine"}}
	if !slices.Equal(options.Allowed, want) || options.Without["wac"] != "[WAC.002]" || left == "" {
		t.Errorf("got %+v, without %q, left out: %q; want %+v", options.Allowed, options.Without, left, want)
	}
	if o := trial.drawOptions(config.Suite{Forms: 8, First: 2}); !o.KeepForms || o.Forms != 2 {
		t.Errorf("measured by %+v", o)
	}
}

// TestByNeed: suites whose limits are part of them are tried last, and those without forms not at all.
func TestByNeed(t *testing.T) {
	var all []config.Suite
	for _, axis := range []compare.Axis{compare.Rules, compare.Nodes, compare.Mating, compare.Tactics, compare.Zugzwang} {
		all = append(all, config.Suite{Name: axis.String(), Forms: 4, Gate: compare.Gate{Axis: axis}})
	}
	all = append(all, config.Suite{Name: "single", Forms: 1, Gate: compare.Gate{Axis: compare.Tactics}})
	var got []string
	for _, s := range orderByNeed(all) {
		got = append(got, s.Name)
	}
	if want := []string{"zugzwang", "tactics", "mates", "nodes", "rules"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
