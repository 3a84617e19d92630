package enginetrial

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/zugwatch/zugwatch/bench/calibrate"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/config/starter"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/fit"
	"github.com/zugwatch/zugwatch/bench/fit/fittest"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
)

// newTrial returns a trial of the engine ./mine with a runner of one worker, and what it tells.
func newTrial(t *testing.T, options starter.Options) (trial *Trial, told *[]string) {
	t.Helper()
	options.Branch, options.Command, told = "main", "./mine", new([]string)
	trial = &Trial{Tree: fstest.MapFS{}, Options: &options}
	settings := must.Get(trial.plannedConfig())(t)
	trial.Runner = &runner.Runner{Finder: engines.Finder{Config: settings, Own: settings.Own}, Workers: 1, Now: time.Now, Watch: runner.NoWatch, Tell: func(format string, arguments ...any) {
		*told = append(*told, fmt.Sprintf(format, arguments...))
	}}
	return trial, told
}

// inProcess returns an engine of this process.
func inProcess(open func() engine.Engine) engines.Engine {
	return engines.Engine{Name: "mine", Open: func() (engine.Engine, error) { return open(), nil }}
}

// TestTellOnce: a remark on several suites, or with other numbers, is printed once.
func TestTellOnce(t *testing.T) {
	var told []string
	tell := logOnce(func(format string, arguments ...any) { told = append(told, fmt.Sprintf(format, arguments...)) })
	tell("%s: engine: searches that ended early: %d", "wac", 3)
	tell("%s: engine: searches that ended early: %d", "mates", 17)
	tell("%s: engine: searches that were stopped: %d", "mates", 17)
	tell("limits are by depth")
	tell("limits are by depth")
	want := []string{"wac: engine: searches that ended early: 3", "mates: engine: searches that were stopped: 17", "limits are by depth"}
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

// costly is an engine whose searches take a time for each ply of their limit, or for each 1,000 nodes.
type costly struct {
	fittest.Base
	ply, nodes time.Duration
}

func (c costly) Search(_ context.Context, task engine.Task, _ func(engine.Info)) (engine.Result, error) {
	cost := time.Duration(task.Limits.Depth)*c.ply + time.Duration(task.Limits.Nodes/1000)*c.nodes
	return engine.Result{Best: task.Start.LegalMoves()[0], Depth: 1, Nodes: 1, CPU: cost}, nil
}

// hanging is an engine that never answers, or answers only under a limit by depth.
type hanging struct {
	costly
	byDepth bool
}

func (h hanging) Search(ctx context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	if h.byDepth && task.Limits.Depth > 0 {
		return h.costly.Search(ctx, task, each)
	}
	<-ctx.Done()
	return engine.Result{}, context.Cause(ctx)
}

// tryHanging has a trial of such an engine, and returns its options, what it told, and how long it took.
func tryHanging(t *testing.T, on hanging, try func(*Trial, context.Context, engines.Engine) error) (options starter.Options, told []string, took time.Duration) {
	synctest.Test(t, func(t *testing.T) {
		trial, lines := newTrial(t, starter.Options{})
		mine := inProcess(func() engine.Engine { return on })
		mine.Command.Path = "./mine"
		begun := time.Now()
		must.Do(t, try(trial, t.Context(), mine))
		options, told, took = *trial.Options, *lines, time.Since(begun)
	})
	return options, told, took
}

// TestStateOfHangingEngine: the question whether an engine keeps state ends after a minute, and a message says so.
func TestStateOfHangingEngine(t *testing.T) {
	_, told, took := tryHanging(t, hanging{}, (*Trial).tryRestart)
	if took != stateTime || len(told) != 1 || !strings.Contains(told[0], "takes longer than 1m0s") {
		t.Errorf("took %v, told %q", took, told)
	}
}

// TestLimitOfHangingEngine: an engine that does not end searches by nodes in time gets limits by depth.
func TestLimitOfHangingEngine(t *testing.T) {
	options, told, took := tryHanging(t, hanging{byDepth: true}, (*Trial).tryProtocol)
	const want = "limits are by depth: five searches of wac under limits nodes=50000,stop-when-solved=3 take longer than 20s"
	if took != sampleTime || !options.ByDepth || !slices.Equal(told, []string{want}) {
		t.Errorf("took %v, by depth %t, told %q", took, options.ByDepth, told)
	}
}

// TestHangingByDepth: an engine that keeps no limit by nodes and ends no search by depth has no trial.
func TestHangingByDepth(t *testing.T) {
	_, told, _ := tryHanging(t, hanging{}, func(trial *Trial, ctx context.Context, on engines.Engine) error {
		err := trial.tryProtocol(ctx, on)
		if failure.Of(err) != failure.Engine || !strings.HasPrefix(err.Error(), "engine mine keeps no limit by nodes and does not keep go depth 4, ") {
			t.Errorf("got %v", err)
		}
		return nil
	})
	if len(told) > 0 {
		t.Errorf("told %q", told)
	}
}

// TestAnswersByDepth: an engine that ends no search by nodes gets limits by depth at once, and keeps them.
func TestAnswersByDepth(t *testing.T) {
	options, told, _ := tryHanging(t, hanging{byDepth: true}, func(trial *Trial, ctx context.Context, on engines.Engine) error {
		if err := trial.tryAnswers(ctx, on); err != nil {
			return err
		}
		return trial.tryProtocol(ctx, on)
	})
	want := []string{
		"limits are by depth: go nodes 1000 fails: it does not end the search within 5s",
		"the engine tells too few of its iterations to say how soon it finds a solution: only what it solves is judged",
	}
	if !options.ByDepth || !slices.Equal(told, want) {
		t.Errorf("by depth %t, told %q, want %q", options.ByDepth, told, want)
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
		{"quick", costly{ply: time.Microsecond}, []string{"depth=8,nodes=1000000", "nodes=50000", "nodes=25600,steps=6,stop-when-solved=2", "nodes=25600,steps=3,stop-when-solved=2"}},
		{"slow", costly{ply: 2 * time.Millisecond, nodes: 100 * time.Microsecond}, []string{"depth=4,nodes=1000000", "nodes=25000", "nodes=25600,steps=6,stop-when-solved=2", "nodes=25600,steps=3,stop-when-solved=2"}},
		{"slower", costly{nodes: 200 * time.Microsecond}, []string{"depth=4,nodes=1000000", "nodes=12500", "nodes=12800,steps=5,stop-when-solved=2", "nodes=12800,steps=2,stop-when-solved=2"}},
		{"slow by depth", costly{ply: 2 * time.Millisecond}, []string{"depth=6,nodes=1000000", "nodes=50000", "nodes=25600,steps=6,stop-when-solved=2", "nodes=25600,steps=3,stop-when-solved=2"}},
		{"slowest", costly{nodes: time.Millisecond}, []string{"depth=4,nodes=1000000", "nodes=3125", "nodes=3200,steps=3,stop-when-solved=2", "nodes=12800,steps=2,stop-when-solved=2"}},
	} {
		trial := Trial{Options: new(starter.Options), Runner: r, samples: make(map[string]fit.Sample)}
		on := inProcess(func() engine.Engine { return test.on })
		for i, want := range test.want {
			s := settings.Suites[i]
			must.Do(t, trial.reduceLimit(t.Context(), on, &s))
			if s.Limit.String() != want {
				t.Errorf("%s: %s under %s, want %s", test.name, s.Name, s.Limit, want)
			}
		}
		if sample := trial.samples["wac"]; sample.Cost == 0 || test.name == "quick" && sample.Asked != 48 {
			t.Errorf("%s: sample %+v", test.name, sample)
		}
	}
}

// TestLimitsInSteps: an engine that tells none of its iterations is searched in steps, for which there is time.
func TestLimitsInSteps(t *testing.T) {
	trial, _ := newTrial(t, starter.Options{Silent: true})
	trial.SuiteTime = time.Minute
	must.Do(t, trial.chooseLimits(t.Context(), inProcess(func() engine.Engine { return costly{nodes: 200 * time.Microsecond} })))
	if got := trial.Options.Limits["wac"]; got != "nodes=12800,steps=5,stop-when-solved=2" {
		t.Errorf("wac is searched under %q", got)
	}
}

// TestChooseLimitsAnew: limits by depth for which no sample was searched leave no sample of the limits before.
func TestChooseLimitsAnew(t *testing.T) {
	trial, _ := newTrial(t, starter.Options{ByDepth: true})
	trial.samples = map[string]fit.Sample{"wac": {Asked: 48}}
	on := engines.Engine{Name: "gone", Open: func() (engine.Engine, error) { return nil, errors.New("gone") }}
	must.Do(t, trial.chooseLimits(t.Context(), on))
	if len(trial.samples) > 0 {
		t.Errorf("samples %+v", trial.samples)
	}
}

// TestUntriedSuite: a suite for which no time is left is left out if the engine solves less than one in twenty of its
// sample. One without a sample, and one of nodes, stays.
func TestUntriedSuite(t *testing.T) {
	trial := Trial{Options: new(starter.Options), samples: map[string]fit.Sample{"hard": {Solved: 2, Asked: 48}, "fair": {Solved: 3, Asked: 48}, "tree": {Asked: 48}}}
	const text = "suites:\n" +
		"  - {name: hard, suite: wac, kind: tactics, limit: depth=4}\n" +
		"  - {name: fair, suite: wac, kind: tactics, limit: depth=4}\n" +
		"  - {name: tree, suite: wac, kind: nodes, limit: depth=4}\n" +
		"  - {name: unknown, suite: wac, kind: tactics, limit: depth=4}\n"
	for _, chosen := range must.Get(config.Parse("zugwatch.yaml", []byte(text)))(t).Suites {
		want := ""
		if chosen.Name == "hard" {
			want = "the engine solves 2 of 48 positions tried under depth=4, too few for a loss to show"
		}
		tried := must.Get(trial.trySuite(t.Context(), nil, chosen, 0))(t)
		if tried.Left != want || tried.Untried != "no time was left" || tried.Advice != nil {
			t.Errorf("%s: %+v, want %q", chosen.Name, tried, want)
		}
	}
}

// TestCostlySuite: a suite whose two draws take longer than the time that is left is not begun. Nor is one whose sample solves
// nothing, which is left out.
func TestCostlySuite(t *testing.T) {
	trial := Trial{Options: new(starter.Options), samples: map[string]fit.Sample{"wac": {Cost: 6 * time.Second, Solved: 20, Asked: 48}}}
	tried, err := trial.trySuite(t.Context(), nil, config.Suite{Name: "wac"}, 11*time.Second)
	if err != nil || tried.Untried != "it would take about 12s, and 11s were left" || tried.Left != "" {
		t.Errorf("%+v, %v", tried, err)
	}
	trial.samples["wac"] = fit.Sample{Asked: 48}
	if tried, err = trial.trySuite(t.Context(), nil, config.Suite{Name: "wac"}, time.Minute); err != nil || !strings.HasPrefix(tried.Left, "the engine solves 0 of 48 positions tried") {
		t.Errorf("%+v, %v", tried, err)
	}
}

// TestByNeed: the cheapest suite whose gate may have to allow more is tried first. Suites whose limits are part of them are tried
// last, and those without forms not at all.
func TestByNeed(t *testing.T) {
	var all []config.Suite
	for _, axis := range []compare.Axis{compare.Rules, compare.Nodes, compare.Mating, compare.Tactics, compare.Zugzwang} {
		all = append(all, config.Suite{Name: axis.String(), Forms: 4, Gate: compare.Gate{Axis: axis}})
	}
	all = append(all, config.Suite{Name: "single", Forms: 1, Gate: compare.Gate{Axis: compare.Tactics}})
	var got []string
	trial := Trial{samples: map[string]fit.Sample{"mates": {}, "nodes": {Cost: 3}, "tactics": {Cost: 2}, "zugzwang": {Cost: 1}}}
	for _, s := range trial.orderByNeed(all) {
		got = append(got, s.Name)
	}
	if want := []string{"tactics", "nodes", "zugzwang", "mates", "rules"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestReplaceLimits checks that an engine which misses limits by nodes gets those by depth, and one that misses these is not stopped.
func TestReplaceLimits(t *testing.T) {
	for _, test := range []struct {
		before          starter.Options
		replaced, stops bool
	}{
		{starter.Options{}, true, true},
		{starter.Options{ByDepth: true}, true, false},
		{starter.Options{ByDepth: true, NoStops: true}, false, false},
		{starter.Options{ByDepth: true, Silent: true}, false, true},
	} {
		after := test.before
		after.Limits = map[string]string{"wac": "depth=9"}
		trial := Trial{Options: &after, Runner: &runner.Runner{Tell: func(string, ...any) {}}}
		replaced := trial.replaceLimits()
		if replaced != test.replaced || !after.ByDepth || after.NoStops == test.stops || (after.Limits == nil) != replaced {
			t.Errorf("%+v: replaced %v, now %+v", test.before, replaced, after)
		}
	}
}

// TestTryRestart: an engine that keeps state gets fresh processes in the options, and one whose stops leave state
// gets limits without stops.
func TestTryRestart(t *testing.T) {
	for _, stops := range []bool{false, true} {
		trial, told := newTrial(t, starter.Options{ByDepth: true})
		trial.Runner.Now = fittest.SteppingClock(20 * time.Millisecond)
		settings := trial.Runner.Config
		answers := make(map[string]game.Move)
		for _, record := range must.Get(settings.Open(must.Get(settings.Select([]string{"wac"}))(t)[0]))(t).Records {
			answers[record.Position.String()] = record.Best[0]
		}
		if !stops {
			answers = nil
		}
		luck := new(int)
		on := inProcess(func() engine.Engine {
			return fittest.Engine{Answers: answers, Keeps: !stops, State: new(int), Luck: luck}
		})
		on.Command.Path = "./mine"
		must.Do(t, trial.tryRestart(t.Context(), on))
		if o := trial.Options; (o.Restart >= 16) == stops || o.NoStops != stops || len(*told) != 1 {
			t.Errorf("stops leave state %t: restart %d, no stops %t, told %q", stops, o.Restart, o.NoStops, *told)
		}
	}
}

// TestTryMates: an engine that reports mates in centipawns gets their score in the options, and is read by it from then on.
func TestTryMates(t *testing.T) {
	for score, want := range map[int]string{0: "", 20000: "the engine reports a mate in n plies as cp 20000-n, which is read as a mate"} {
		trial, told := newTrial(t, starter.Options{})
		read := must.Get(trial.tryMates(t.Context(), inProcess(nil), func(_ context.Context, mateScore int) engines.Engine {
			with := inProcess(func() engine.Engine { return matingEngine{score: score, read: mateScore} })
			with.Command.MateScore = mateScore
			return with
		}))(t)
		if got := strings.Join(*told, ""); trial.Options.MateScore != score || read.Command.MateScore != score || got != want {
			t.Errorf("%d: options %d, engine %d, told %q", score, trial.Options.MateScore, read.Command.MateScore, got)
		}
	}
}

// matingEngine says in each position that it mates in two moves, or in one of a rook, in centipawns if it has a score of a mate.
type matingEngine struct {
	first
	score, read int // that it reports a mate by, and that it is read by
}

func (m matingEngine) Search(_ context.Context, task engine.Task, _ func(engine.Info)) (engine.Result, error) {
	plies := 3
	if strings.HasPrefix(task.Start.String(), "6k1/") {
		plies = 1
	}
	if m.score == m.read {
		return engine.Result{Score: engine.MateScore - engine.Score(plies)}, nil
	}
	return engine.Result{Score: engine.Score(m.score - plies)}, nil
}

// TestTryRounds: an engine that forgets what it searched before gets related preludes.
func TestTryRounds(t *testing.T) {
	for _, keeps := range []bool{false, true} {
		trial, told := newTrial(t, starter.Options{ByDepth: true})
		must.Do(t, trial.tryRounds(t.Context(), inProcess(func() engine.Engine {
			return fittest.Engine{Keeps: keeps, State: new(int), Luck: new(int)}
		})))
		if trial.Options.Related == keeps || len(*told) != map[bool]int{true: 0, false: 1}[keeps] {
			t.Errorf("keeps state %t: related %t, told %q", keeps, trial.Options.Related, *told)
		}
	}
}

// peculiar is an engine with one peculiarity under a limit by nodes, or in what it reports.
type peculiar struct {
	costly
	kind  string
	clock *atomic.Int64
}

func (e peculiar) Search(_ context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	r := engine.Result{Best: task.Start.LegalMoves()[0], Depth: 4, Nodes: task.Limits.Nodes}
	if r.Nodes > 0 {
		switch e.kind {
		case "fails":
			return engine.Result{}, nil // no move
		case "ends early":
			r.Nodes, r.Stop = 20, engine.StopEarly
		case "timed":
			r.Nodes += r.Nodes * uint64(e.clock.Add(1)%7) / 7
		}
	}
	for depth := range r.Depth {
		if last := depth == r.Depth-1; last || e.kind != "silent" {
			each(engine.Info{Depth: depth + 1, Nodes: r.Nodes, PV: []game.Move{r.Best}})
		}
	}
	return r, nil
}

// TestTryProtocol: an engine that does not keep a limit by nodes, or repeats its searches by depth alone, gets limits by depth.
// One that tells of its last iteration alone is searched in steps.
func TestTryProtocol(t *testing.T) {
	const few = "the engine tells too few of its iterations to say how soon it finds a solution: suites are searched in steps"
	for _, test := range []struct {
		kind            string
		byDepth, silent bool
		told            string // beginning of the message
	}{
		{"keeps", false, false, ""},
		{"fails", true, false, "limits are by depth: suite wac: 5 of the 5 searches that were tried first failed under limits nodes=50000, first with null-bestmove"},
		{"ends early", true, false, "limits are by depth: suite wac: 5 of the 5 searches that were tried first did not keep limits nodes=50000: 5 ended long before"},
		{"timed", true, false, "limits are by depth: 32 of 32 searches take different numbers of nodes when repeated under limits nodes=5000, and none under depth=4"},
		{"silent", false, true, few},
	} {
		trial, told := newTrial(t, starter.Options{})
		trial.Runner.Workers = 2
		clock := new(atomic.Int64)
		must.Do(t, trial.tryProtocol(t.Context(), inProcess(func() engine.Engine { return peculiar{kind: test.kind, clock: clock} })))
		if o := trial.Options; o.ByDepth != test.byDepth || o.Silent != test.silent {
			t.Errorf("%s: by depth %t, silent %t", test.kind, o.ByDepth, o.Silent)
		}
		if got := strings.Join(*told, "\n"); !strings.HasPrefix(got, test.told) || (got == "") != (test.told == "") || len(*told) > 1 {
			t.Errorf("%s: told %q, want %q", test.kind, got, test.told)
		}
	}
}
