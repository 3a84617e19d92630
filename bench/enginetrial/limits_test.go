package enginetrial

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/fstest"
	"time"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/config/starter"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/fit"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestChooseDepth: on a slow engine half of the forms are searched, and then half of the positions, for the first depth of the
// suite in 2 s. A suite of few positions keeps them. So do all forms where two are searched first.
func TestChooseDepth(t *testing.T) {
	const text = "suites:\n" +
		"  - {name: wac, kind: tactics, forms: 4-8, limit: 'depth=1,stop-when-solved=3'}\n" +
		"  - {name: zugzwang, kind: zugzwang, forms: 4-8, limit: depth=1}\n" +
		"  - {name: long-mates, kind: tactics, forms: 2-8, limit: depth=1}\n"
	settings := must.Get(config.Parse("zugwatch.yaml", []byte(text)))(t)
	// The first look at wac has 1,200 searches, 600 in half of the forms, and 302 of half of the positions. That at zugzwang has
	// 104, and that at long-mates 800 in 4 s. Half of their time counts, as on a slow machine.
	for _, test := range []struct {
		name  string
		suite int
		ply   time.Duration
		limit string
		forms string // empty: as before
		left  int
		told  []string
	}{
		{"quick", 0, 500 * time.Microsecond, "depth=6,stop-when-solved=3", "", 0, nil},
		{"half of the forms", 0, time.Millisecond, "depth=6,stop-when-solved=3", "2-4", 0, []string{"the engine is slow; wac has 2-4 forms and is without 0 positions, for depth 6 instead of 3"}},
		{"half of the positions too", 0, 2 * time.Millisecond, "depth=6,stop-when-solved=3", "2-4", 149, []string{"the engine is slow; wac has 2-4 forms and is without 149 positions, for depth 6 instead of 3"}},
		{"too slow", 0, 10 * time.Millisecond, "depth=3,stop-when-solved=3", "2-4", 149, []string{
			"suite wac: a look at depth 3 takes longer than 2s", "the engine is slow; wac has 2-4 forms and is without 149 positions, for depth 3 instead of 3",
		}},
		{"few positions", 1, 16 * time.Millisecond, "depth=4", "2-4", 0, []string{"the engine is slow; zugzwang has 2-4 forms and is without 0 positions, for depth 4 instead of 3"}},
		{"two forms", 2, 3 * time.Millisecond, "depth=6", "", 200, []string{"the engine is slow; long-mates has 2-8 forms and is without 200 positions, for depth 6 instead of 3"}},
	} {
		var told []string
		r := &runner.Runner{Finder: engines.Finder{Config: settings, Own: settings.Own}, Workers: 1, Now: time.Now, Watch: runner.NoWatch, Tell: func(format string, arguments ...any) {
			told = append(told, fmt.Sprintf(format, arguments...))
		}}
		trial := Trial{Options: new(starter.Options), Runner: r, samples: make(map[string]fit.Sample)}
		on := engines.Engine{Name: "costly", Open: func() (engine.Engine, error) { return costly{test.ply, 0}, nil }}
		s := settings.Suites[test.suite]
		must.Do(t, trial.chooseDepth(t.Context(), on, &s))
		o := trial.Options
		forms := ""
		for _, set := range o.Allowed {
			forms += set.Value
		}
		if o.Limits[s.Name] != test.limit || forms != test.forms || len(o.Without[s.Name]) != test.left || !slices.Equal(told, test.told) {
			t.Errorf("%s: limit %s, forms %s, %d positions left out, told %q", test.name, o.Limits[s.Name], forms, len(o.Without[s.Name]), told)
		}
	}
}

// TestReduceLimit: a limit loses plies, or half of its nodes and its last step, until there is time for a look. The sample
// is kept. Two steps are left.
func TestReduceLimit(t *testing.T) {
	const text = "suites:\n" +
		"  - {name: tree, suite: wac, kind: nodes, forms: 2-8, limit: 'depth=8,nodes=1000000'}\n" +
		"  - {name: wac, kind: tactics, forms: 4-8, limit: nodes=50000}\n" +
		"  - {name: steps, suite: wac, kind: tactics, forms: 4-8, limit: 'nodes=25600,steps=6,stop-when-solved=2'}\n" +
		"  - {name: few, suite: wac, kind: tactics, forms: 4-8, limit: 'nodes=25600,steps=3,stop-when-solved=2'}\n"
	settings := must.Get(config.Parse("zugwatch.yaml", []byte(text)))(t)
	r := &runner.Runner{Finder: engines.Finder{Config: settings, Own: settings.Own}, Workers: 1, Now: time.Now, Watch: runner.NoWatch, Tell: t.Logf}
	// A look has 600 and 1,200 searches, and 8 s, 3 s and, in steps, 6 s.
	for _, test := range []struct {
		name string
		on   costly
		want []string
	}{
		{"quick", costly{time.Microsecond, 0}, []string{"depth=8,nodes=1000000", "nodes=50000", "nodes=25600,steps=6,stop-when-solved=2", "nodes=25600,steps=3,stop-when-solved=2"}},
		{"slow", costly{2 * time.Millisecond, 100 * time.Microsecond}, []string{"depth=4,nodes=1000000", "nodes=25000", "nodes=25600,steps=6,stop-when-solved=2", "nodes=25600,steps=3,stop-when-solved=2"}},
		{"slower", costly{0, 200 * time.Microsecond}, []string{"depth=4,nodes=1000000", "nodes=12500", "nodes=12800,steps=5,stop-when-solved=2", "nodes=12800,steps=2,stop-when-solved=2"}},
		{"slow by depth", costly{2 * time.Millisecond, 0}, []string{"depth=6,nodes=1000000", "nodes=50000", "nodes=25600,steps=6,stop-when-solved=2", "nodes=25600,steps=3,stop-when-solved=2"}},
		{"slowest", costly{0, time.Millisecond}, []string{"depth=4,nodes=1000000", "nodes=3125", "nodes=3200,steps=3,stop-when-solved=2", "nodes=12800,steps=2,stop-when-solved=2"}},
	} {
		trial := Trial{Options: new(starter.Options), Runner: r, samples: make(map[string]fit.Sample)}
		on := engines.Engine{Name: "costly", Open: func() (engine.Engine, error) { return test.on, nil }}
		for i, want := range test.want {
			s := settings.Suites[i]
			must.Do(t, trial.reduceLimit(t.Context(), on, &s))
			if s.Limit.String() != want {
				t.Errorf("%s: %s under %s, want %s", test.name, s.Name, s.Limit, want)
			}
		}
		if sample := trial.samples["wac"]; test.name == "quick" && sample.Asked != 48 {
			t.Errorf("%s: sample %+v", test.name, sample)
		}
	}
}

// TestLimitsInSteps: an engine that tells none of its iterations is searched in steps, for which there is time.
func TestLimitsInSteps(t *testing.T) {
	settings := must.Get(config.Parse("zugwatch.yaml", []byte("suites: [{name: wac, kind: tactics, limit: depth=1}]\n")))(t)
	r := &runner.Runner{Finder: engines.Finder{Config: settings, Own: settings.Own}, Workers: 1, Now: time.Now, Watch: runner.NoWatch, Tell: t.Logf}
	trial := Trial{Tree: fstest.MapFS{}, Options: &starter.Options{Command: "./costly", Branch: "main", Silent: true}, Runner: r, SuiteTime: time.Minute}
	on := engines.Engine{Name: "costly", Open: func() (engine.Engine, error) { return costly{0, 200 * time.Microsecond}, nil }}
	must.Do(t, trial.chooseLimits(t.Context(), on))
	if got := trial.Options.Limits["wac"]; got != "nodes=12800,steps=5,stop-when-solved=2" {
		t.Errorf("wac is searched under %q", got)
	}
}

// TestChooseLimitsAnew: limits by depth for which no sample was searched leave no sample of the limits before.
func TestChooseLimitsAnew(t *testing.T) {
	settings := must.Get(config.Parse("zugwatch.yaml", []byte("suites: [{name: wac, kind: tactics, limit: depth=1}]\n")))(t)
	r := &runner.Runner{Finder: engines.Finder{Config: settings, Own: settings.Own}, Workers: 1, Now: time.Now, Watch: runner.NoWatch, Tell: func(string, ...any) {}}
	trial := Trial{Tree: fstest.MapFS{}, Options: &starter.Options{Command: "./gone", Branch: "main", ByDepth: true}, Runner: r, samples: map[string]fit.Sample{"wac": {Asked: 48}}}
	on := engines.Engine{Name: "gone", Open: func() (engine.Engine, error) { return nil, errors.New("gone") }}
	must.Do(t, trial.chooseLimits(t.Context(), on))
	if len(trial.samples) > 0 {
		t.Errorf("samples %+v", trial.samples)
	}
}
