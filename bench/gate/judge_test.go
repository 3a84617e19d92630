package gate

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// folderSettings are two suites of one file, in a folder of their own.
const folderSettings = `hash: 1
suites:
  - {name: own, suite: own.epd, kind: tactics, limit: nodes=150}
  - {name: tree, suite: own.epd, kind: nodes, limit: depth=2}
  - {name: later, suite: own.epd, kind: tactics, limit: nodes=300, tier: nightly}
`

// folder returns a working directory with the suite and the configuration, and what runs
// the built-in engine there.
func folder(t *testing.T) *runner.Runner {
	t.Helper()
	t.Chdir(t.TempDir())
	must.Do(t, os.WriteFile("own.epd", []byte(threePositions), 0o666))
	return quietRunner(t, folderSettings)
}

// accept accepts the present results of suites.
func accept(t *testing.T, r *runner.Runner, suites []config.Suite) {
	t.Helper()
	a := &Acceptance{Suites: suites, Accepted: store.Accepted{Reason: "test", Date: "2026-01-02"}}
	must.Do(t, Accept(t.Context(), r, a, func(*Accepted) error { return nil }))
}

// forge changes the baseline of a suite.
func forge(t *testing.T, r *runner.Runner, chosen *config.Suite, change func(*bench.Run)) {
	t.Helper()
	baseline := must.Get(LoadBaseline(r.Config, chosen))(t)
	change(baseline.Run)
	must.Do(t, store.SaveBaseline(r.Config.Path(chosen.Baseline), baseline))
}

// TestJudgeInterrupted: what ended before the signal is kept, and the error says
// that there was one.
func TestJudgeInterrupted(t *testing.T) {
	r := folder(t)
	accept(t, r, r.Config.Suites[:2])
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := failure.With(failure.Interrupted, errors.New("ended from outside"))
	r.Watch = func(suite string, positions int, _ time.Duration) (func(bench.Event), func()) {
		if suite == "tree" {
			cancel(cause)
		}
		return func(bench.Event) {}, func() {}
	}
	result, err := Judge(ctx, r, &Options{Suites: r.Config.Suites[:2], Today: "2026-01-02"})
	if failure.Of(err) != failure.Interrupted || len(result.Trials) != 1 {
		t.Errorf("got %d trials, %v", len(result.Trials), err)
	}
}

// TestFaults: more faults than are tolerated are a failure of the engine, told as
// they come, and faults of a base keep two revisions from being decided.
func TestFaults(t *testing.T) {
	var told strings.Builder
	r := quietRunner(t, anySettings)
	r.Tell = func(format string, _ ...any) { told.WriteString(format + "\n") }
	right := fakeEngine(map[string][]string{"EASY": {"Ra8#"}, "NEVER": {"Kh8"}, "OTHER": {"Kd1"}})
	broken := fakeEngine(map[string][]string{"EASY": {"!"}, "NEVER": {"Kh8"}, "OTHER": {"Kd1"}})
	for _, test := range []struct {
		name       string
		head, base engines.Engine
		told       int
	}{{"of the head", broken, right, 1}, {"of the base", right, broken, 1}} {
		t.Run(test.name, func(t *testing.T) {
			told.Reset()
			j := clocked(t, test.head, test.base)
			j.config.Limit = bench.Limits{}
			j.config.Limit.Nodes = 5
			result := &Result{Revisions: make([]engines.Variant, 2)}
			err := newSchedule(t.Context(), r, 0, []*job{j}).judge(r, &Options{}, result)
			if err != nil || result.Failure != failure.Engine || strings.Count(told.String(), "zugwatch: ") != test.told {
				t.Errorf("got %v, %v, told %q", result.Failure, err, told.String())
			}
		})
	}
}

// TestErrBase: an error says whether it is the base that cannot be searched.
func TestErrBase(t *testing.T) {
	r := quietRunner(t, anySettings)
	right := fakeEngine(map[string][]string{"EASY": {"Ra8#"}, "NEVER": {"Kh8"}, "OTHER": {"Kd1"}})
	missing := engines.Engine{Name: "missing", Open: func() (engine.Engine, error) { return nil, errors.New("not there") }}
	for _, test := range []struct {
		name, prefix string
		head, base   engines.Engine
	}{{"base", "base: ", right, missing}, {"head", "head: ", missing, right}} {
		for _, limits := range []bench.Limits{{Limits: engine.Limits{Nodes: 5}}, {Limits: engine.Limits{MoveTime: time.Second}}} {
			j := clocked(t, test.head, test.base)
			j.config.Limit = limits
			_, err := j.judge(t.Context(), r, &Options{})
			if err == nil || errors.Is(err, ErrBase) != (test.name == "base") || !strings.HasPrefix(err.Error(), test.prefix) || failure.Of(err) != failure.Engine {
				t.Errorf("%s under %s: %v", test.name, limits, err)
			}
		}
	}
}

// TestShiftsCount: a function with a clearly larger share fails the job if the profile is a gate, whatever the other
// gates say.
func TestShiftsCount(t *testing.T) {
	shift := func(change float64) []profile.FunctionDelta {
		return []profile.FunctionDelta{{Name: "f", Flat: profile.Delta{Base: 0.1, Head: 0.1 + change, Change: change, Error: 0.005, Clear: true}}}
	}
	tests := []struct {
		name    string
		found   *profile.Shifts
		verdict compare.Verdict
		want    failure.Kind
	}{
		{"not profiled", nil, compare.Pass, failure.None},
		{"nothing", &profile.Shifts{Gate: true}, compare.Pass, failure.None},
		{"information", &profile.Shifts{Functions: shift(0.05)}, compare.Pass, failure.None},
		{"gate", &profile.Shifts{Gate: true, Functions: shift(0.05)}, compare.Pass, failure.Regression},
		{"smaller", &profile.Shifts{Gate: true, Functions: shift(-0.05)}, compare.Pass, failure.None},
		{"undecided beside it", &profile.Shifts{Gate: true, Functions: shift(0.05)}, compare.Inconclusive, failure.Regression},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			result := &Result{Trials: []Trial{{Comparison: &compare.Comparison{Verdict: test.verdict}, Shifts: test.found}}}
			result.conclude()
			if result.Failure != test.want || (result.Verdict == compare.Fail) != (test.want == failure.Regression) {
				t.Errorf("got %v, %v", result.Verdict, result.Failure)
			}
		})
	}
}

// TestBoundTime holds how long a search of the head may take, by the longest of the base.
func TestBoundTime(t *testing.T) {
	t.Parallel()
	program := uci.Command{Path: "engine", Allowance: uci.Allowance{Position: 30 * time.Second}}
	for _, test := range []struct {
		name    string
		command uci.Command
		base    []time.Duration // of its searches; nil: it was not searched now
		want    time.Duration
	}{
		{"a quick base", program, []time.Duration{20 * time.Millisecond, 10 * time.Millisecond}, 5 * time.Second},
		{"a slower base", program, []time.Duration{time.Millisecond, 400 * time.Millisecond}, 20 * time.Second},
		{"a slow base", program, []time.Duration{700 * time.Millisecond}, 30 * time.Second},
		{"a baseline", program, nil, 30 * time.Second},
		{"the engine in this process", uci.Command{}, []time.Duration{time.Millisecond}, 0},
	} {
		var base *bench.Timing
		if test.base != nil {
			base = new(bench.Timing)
		}
		for _, wall := range test.base {
			base.Positions = append(base.Positions, bench.PositionTime{Wall: wall})
		}
		if got := boundTime(t.Context(), engines.Engine{Command: test.command}, base).Command.Allowance.Position; got != test.want {
			t.Errorf("%s: a search may take %v (expected %v)", test.name, got, test.want)
		}
	}
}
