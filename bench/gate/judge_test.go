package gate

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

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
	return quietRunner(t, folderSettings, new(strings.Builder))
}

// accept accepts the present results and says of each suite whether its file was
// replaced.
func accept(t *testing.T, r *runner.Runner, a *Acceptance) string {
	t.Helper()
	a.Accepted.Reason, a.Accepted.Date = "test", "2026-01-02"
	var changed []string
	err := Accept(t.Context(), r, a, func(done *Accepted) error {
		if done.Changed {
			changed = append(changed, done.Suite)
		}
		return nil
	})
	must.Do(t, err)
	return strings.Join(changed, " ")
}

// forge changes the baseline of a suite.
func forge(t *testing.T, r *runner.Runner, chosen *config.Suite, change func(*bench.Run)) {
	t.Helper()
	baseline := must.Get(LoadBaseline(r.Config, chosen))(t)
	change(baseline.Run)
	must.Do(t, store.SaveBaseline(r.Config.Path(chosen.Baseline), baseline))
}

// solve marks the positions of a baseline as solved that the engine misses.
func solve(run *bench.Run) {
	for i := range run.Outcomes {
		if o := &run.Outcomes[i]; o.Verdict == bench.Missed {
			o.Verdict, o.Found = bench.Solved, &bench.Point{Depth: 1, Nodes: 1}
			o.Stable, o.Best = o.Found, o.Want
		}
	}
}

func TestJudge(t *testing.T) {
	r := folder(t)
	smoke := r.Config.Suites[:2]
	judge := func(o Options) (*Result, error) {
		o.Suites, o.Today = smoke, "2026-01-02"
		return Judge(t.Context(), r, &o)
	}
	_, err := judge(Options{})
	if failure.Of(err) != failure.Baseline || strings.Count(err.Error(), "make one with") != 2 {
		t.Fatalf("without baselines: %v", err)
	}
	if got := accept(t, r, &Acceptance{Suites: smoke}); got != "own tree" {
		t.Errorf("accepted %q", got)
	}
	result := must.Get(judge(Options{All: true, Save: "runs"}))(t)
	if result.Verdict != compare.Pass || result.Failure != failure.None || len(result.Trials) != 2 || len(result.Gates()) < 2 {
		t.Errorf("unchanged: %+v", result)
	}
	if diff := cmp.Diff([]string{"later (nightly)"}, result.SkippedTiers); diff != "" {
		t.Errorf("beyond (-want +got):\n%s", diff)
	}
	if files, _ := filepath.Glob("runs/*.json"); len(files) != 4 {
		t.Errorf("saved %v, want two runs with their times", files)
	}
	forge(t, r, &smoke[0], solve)
	if result, err = judge(Options{}); err != nil || result.Verdict != compare.Fail || result.Failure != failure.Regression || result.SkippedTiers != nil {
		t.Errorf("a lost position: %+v, %v", result, err)
	}
	forge(t, r, &smoke[0], func(run *bench.Run) { run.Limits = "nodes=201" })
	result, err = judge(Options{})
	if failure.Of(err) != failure.Baseline || !strings.HasPrefix(err.Error(), "bench/baselines/own.json: ") || len(result.Trials) != 0 {
		t.Errorf("other limits: %v", err)
	}
}

// TestJudgeStale: baselines that cannot be compared are told together, with how to make new ones,
// before anything is searched.
func TestJudgeStale(t *testing.T) {
	r := folder(t)
	smoke := r.Config.Suites[:2]
	accept(t, r, &Acceptance{Suites: smoke})
	searched := 0
	r.Watch = func(string, int, time.Duration) (func(bench.Event), func()) {
		searched++
		return func(bench.Event) {}, func() {}
	}
	accepted := must.Get(LoadBaseline(r.Config, &smoke[1]))(t)
	for _, test := range []struct {
		what   string
		change func(*bench.Run)
	}{
		{"limits", func(run *bench.Run) { run.Limits = "depth=3" }},
		{"suite digest", func(run *bench.Run) { run.Suite.Digest = strings.Repeat("0", 64) }},
		{"forms", func(run *bench.Run) { run.Suite.Forms = 2 }},
		{"record 1", func(run *bench.Run) { run.Outcomes[0].ID = "ELSE" }},
	} {
		forge(t, r, &smoke[1], test.change)
		result, err := Judge(t.Context(), r, &Options{Suites: smoke, Today: "2026-01-02"})
		want := "bench/baselines/tree.json: runs are not comparable: " + test.what + " is "
		if failure.Of(err) != failure.Baseline || !strings.HasPrefix(err.Error(), want) || !strings.HasSuffix(err.Error(), "zugwatch baseline accept tree --reason TEXT)") || result.Begun || searched > 0 {
			t.Errorf("%s: %d searched, %v", test.what, searched, err)
		}
		must.Do(t, store.SaveBaseline(r.Config.Path(smoke[1].Baseline), accepted))
	}
	for i := range smoke {
		forge(t, r, &smoke[i], func(run *bench.Run) { run.Limits = "depth=9" })
	}
	if _, err := Judge(t.Context(), r, &Options{Suites: smoke, Today: "2026-01-02"}); failure.Of(err) != failure.Baseline || strings.Count(err.Error(), "make one with") != 2 || searched > 0 {
		t.Errorf("both: %d searched, %v", searched, err)
	}
}

// TestJudgeBudget: a suite that the budget ends is left out and named.
func TestJudgeBudget(t *testing.T) {
	r := folder(t)
	accept(t, r, &Acceptance{Suites: r.Config.Suites[:2]})
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errBudget)
	result, err := Judge(ctx, r, &Options{Suites: r.Config.Suites[:2], Today: "2026-01-02", Budget: MinBudget})
	if err != nil || len(result.LeftOut) != 2 || len(result.Trials) != 0 || result.Verdict == compare.Pass {
		t.Errorf("got %+v, %v", result, err)
	}
}

// TestJudgeInterrupted: what ended before the signal is kept, and the error says
// that there was one.
func TestJudgeInterrupted(t *testing.T) {
	r := folder(t)
	accept(t, r, &Acceptance{Suites: r.Config.Suites[:2]})
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
	r := quietRunner(t, anySettings, &told)
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
	r := quietRunner(t, anySettings, new(strings.Builder))
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
