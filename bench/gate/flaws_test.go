package gate

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/fit/fittest"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
)

// liar is an engine that claims a mate in one of the positions that it is given, and plays the first legal move. At
// another depth than 1 it does so in others.
type liar struct {
	fittest.Base
	of, deeper map[string]bool
}

func (l liar) Search(_ context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	move := task.Start.LegalMoves()[0]
	r := engine.Result{Best: move, Depth: 1, Nodes: 100, PV: []game.Move{move}}
	of := l.of
	if task.Limits.Depth != 1 {
		of = l.deeper
	}
	if of[task.Start.String()] {
		r.Score = engine.MateIn(1)
	}
	if each != nil { // nil in a prelude
		each(engine.Info{Depth: 1, Nodes: 100, Score: r.Score, PV: r.PV})
	}
	return r, nil
}

// startOf returns the position of a key in the suites of jobs, or nothing.
func startOf(jobs []*job, key string) string {
	for _, j := range jobs {
		for i := range j.suite.Records {
			if record := &j.suite.Records[i]; record.Key() == key {
				return record.Position.String()
			}
		}
	}
	return ""
}

// TestJudgeClaimsAgain: wrong claims of mates in a suite in which the base makes none fail it, unless the base makes some in
// another suite that comes later, or at another depth where the same side mates. The head is not searched again for that. A strict
// gate fails by them anyway.
func TestJudgeClaimsAgain(t *testing.T) {
	for _, test := range []struct {
		name   string
		base   string // the position of mates in which the base claims wrongly
		deeper string // the position of zugzwang in which it does at depth 2
		strict bool
		want   compare.Verdict
		note   string
	}{
		{"the base makes none", "", "", false, compare.Fail, ""},
		{"the base makes some", "MATE.050", "", false, compare.Pass, "the base has 0 here, 1 in mates: ZUG.013 claims"},
		{"the base makes some at another depth", "", "ZUG.020", false, compare.Pass, "the base has 0 here, 1 under depth=2: ZUG.013 claims"},
		{"strict", "MATE.050", "ZUG.020", true, compare.Fail, ""},
	} {
		settings := fmt.Sprintf("suites:\n  - {name: zugzwang, kind: zugzwang, limit: depth=1, gate: {strict: %v}}\n  - {name: mates, kind: mates, limit: depth=1}\n", test.strict)
		r := quietRunner(t, settings)
		base, head, searches := liar{of: make(map[string]bool), deeper: make(map[string]bool)}, liar{of: make(map[string]bool)}, 0
		jobs := jobsOf(t, r, opened(base), opened(counted{head, &searches}))
		head.of[startOf(jobs, "ZUG.013")], head.of[startOf(jobs, test.base)] = true, true
		base.of[startOf(jobs, test.base)], base.deeper[startOf(jobs, test.deeper)] = true, true
		result := new(Result)
		must.Do(t, newSchedule(t.Context(), r, 0, jobs).judge(r, &Options{}, result))
		c := result.Trials[0].Comparison
		if c.Mates == nil || len(c.Mates.Wrong) != 1 || c.Verdict != test.want {
			t.Errorf("%s: %s, want %s; mates %+v", test.name, c.Verdict, test.want, c.Mates)
		}
		if notes := strings.Join(c.Gates[0].Notes, "; "); !strings.Contains(notes, test.note) {
			t.Errorf("%s: notes %q", test.name, notes)
		}
		if want := len(jobs[0].suite.Records) + len(jobs[1].suite.Records); searches > want+2*maxAsked {
			t.Errorf("%s: %d searches of the head, want about %d", test.name, searches, want)
		}
	}
}

// counted counts the searches of an engine.
type counted struct {
	engine.Engine
	searches *int
}

func (c counted) Search(ctx context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	*c.searches++
	return c.Engine.Search(ctx, task, each)
}

// erring is frail, and plays the second legal move in one position.
type erring struct {
	frail
	in *string
}

func (e erring) Search(ctx context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	r, err := e.frail.Search(ctx, task, each)
	if err == nil && task.Start.String() == *e.in {
		r.Best = task.Start.LegalMoves()[1]
		r.PV[0] = r.Best
	}
	return r, err
}

// TestJudgeFlawsKeepsRepeats: a search that the head does not repeat stays left out where a fault of the base in another suite
// excuses one of the head.
func TestJudgeFlawsKeepsRepeats(t *testing.T) {
	r := quietRunner(t, "suites:\n  - {name: zugzwang, kind: zugzwang, limit: depth=1, forms: 4}\n  - {name: wac, kind: tactics, limit: depth=1, forms: 4}\n")
	base, head, erred := frail{crashes: make(map[string]bool)}, frail{crashes: make(map[string]bool)}, ""
	jobs := jobsOf(t, r, opened(base), opened(erring{head, &erred}))
	first := must.Get(jobs[1].judge(t.Context(), r, &Options{}))(t)
	solved := first.Base.Outcomes[slices.IndexFunc(first.Base.Outcomes, func(o bench.Outcome) bool { return o.Verdict == bench.Solved })].ID
	erred = startOf(jobs, solved)
	jobs[1].repeats = repeats{asked: []string{solved, "WAC.001", "WAC.002"}, differing: []compare.Differing{{ID: solved, Fields: []string{"best"}}}}
	head.crashes[startOf(jobs, "WAC.050")], base.crashes[startOf(jobs, "ZUG.013")] = true, true
	result := new(Result)
	must.Do(t, newSchedule(t.Context(), r, 0, jobs).judge(r, &Options{}, result))
	if c := result.Trials[1].Comparison; c.Verdict != compare.Pass || !strings.Contains(strings.Join(c.Gates[0].Notes, "; "), "does not repeat 1 search, left out: "+solved) {
		t.Errorf("%s, %+v", c.Verdict, c.Gates)
	}
}

// TestJudgeRelease: a release is judged under the limit that the suite of the base got meanwhile. A suite in which it has too many
// faults is left out by its name.
func TestJudgeRelease(t *testing.T) {
	r := quietRunner(t, "suites:\n  - {name: zugzwang, kind: zugzwang, limit: nodes=1000}\n  - {name: mates, kind: mates, limit: nodes=1000}\n")
	faulty := frail{crashes: make(map[string]bool), always: true}
	heads, jobs := jobsOf(t, r, opened(frail{}), opened(frail{})), jobsOf(t, r, opened(faulty), opened(frail{}))
	for i := range jobs[1].suite.Records {
		faulty.crashes[jobs[1].suite.Records[i].Position.String()] = true
	}
	for _, j := range heads {
		j.config.Limit = bench.Limits{Limits: engine.Limits{Depth: 1}}
	}
	result := new(Result)
	must.Do(t, (&release{name: "v1", jobs: jobs, heads: heads}).judge(t.Context(), r, &Options{}, result))
	if len(result.Trials) != 1 || result.Trials[0].Comparison.Limits != "depth=1" {
		t.Errorf("trials %+v, want one under depth=1", result.Trials)
	}
	if left := result.LeftOut; len(left) != 1 || left[0].Suite != "mates since v1" || result.Verdict != compare.Inconclusive {
		t.Errorf("left out: %+v, %s", left, result.Verdict)
	}
}

// frail is an engine that crashes in its first search of some positions, or in all of them.
type frail struct {
	liar
	crashes map[string]bool
	always  bool
}

func (f frail) Search(ctx context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	if fen := task.Start.String(); f.crashes[fen] {
		if !f.always {
			delete(f.crashes, fen)
		}
		return engine.Result{}, &bench.FaultError{Class: bench.FaultSignal, Text: "planned"}
	}
	return f.liar.Search(ctx, task, each)
}

// TestJudgeFaultsAgain: a fault of the head that comes and goes leaves no suite open if the base has one in another suite.
func TestJudgeFaultsAgain(t *testing.T) {
	for _, test := range []struct {
		name string
		base string // the position of wac in which the base crashes
		want compare.Verdict
	}{{"the base has none", "", compare.Inconclusive}, {"the base has one", "WAC.050", compare.Pass}} {
		r := quietRunner(t, "suites:\n  - {name: zugzwang, kind: zugzwang, limit: depth=1, forms: 4}\n  - {name: wac, kind: tactics, limit: depth=1, forms: 4}\n")
		base, head := frail{crashes: make(map[string]bool)}, frail{crashes: make(map[string]bool)}
		jobs := jobsOf(t, r, opened(base), opened(head))
		head.crashes[startOf(jobs, "ZUG.013")], base.crashes[startOf(jobs, test.base)] = true, true
		result := new(Result)
		must.Do(t, newSchedule(t.Context(), r, 0, jobs).judge(r, &Options{}, result))
		if c := result.Trials[0].Comparison; c.Verdict != test.want {
			t.Errorf("%s: %s, want %s; %+v", test.name, c.Verdict, test.want, c.Gates)
		}
	}
}

// TestJudgeBrokenBase: a suite in which the base has too many faults is left out and named, and the others are judged. Where it
// has them in the first two suites, or in the only one, the judgement ends.
func TestJudgeBrokenBase(t *testing.T) {
	for _, test := range []struct {
		suites   []int // in which an engine crashes
		only     int   // so many suites are judged; 0: all
		ofHead   bool
		optional bool
		trials   int
		leftOut  string // the suite
		failed   string
	}{
		{suites: []int{1}, trials: 2, leftOut: "mates"},
		{suites: []int{1}, optional: true, trials: 2, leftOut: "mates"},
		{suites: []int{0}, trials: 2, leftOut: "zugzwang"},
		{suites: []int{0}, only: 1, failed: "base: run is incomplete: "},
		{suites: []int{0, 1}, failed: "base: run is incomplete: "},
		{suites: []int{1}, ofHead: true, trials: 1, failed: "head: run is incomplete: "},
	} {
		r := quietRunner(t, fmt.Sprintf("suites:\n  - {name: zugzwang, kind: zugzwang, limit: depth=1}\n  - {name: mates, kind: mates, limit: depth=1, optional: %v}\n  - {name: wac, kind: tactics, limit: depth=1}\n", test.optional))
		sound, crashing := frail{}, frail{crashes: make(map[string]bool), always: true}
		base, head := crashing, sound
		if test.ofHead {
			base, head = sound, crashing
		}
		jobs := jobsOf(t, r, opened(base), opened(head))
		for _, suite := range test.suites {
			for i := range jobs[suite].suite.Records {
				crashing.crashes[jobs[suite].suite.Records[i].Position.String()] = true
			}
		}
		if test.only > 0 {
			jobs = jobs[:test.only]
		}
		result := new(Result)
		err := newSchedule(t.Context(), r, 0, jobs).judge(r, &Options{}, result)
		if len(result.Trials) != test.trials || (err != nil) != (test.failed != "") || err != nil && !strings.HasPrefix(err.Error(), test.failed) {
			t.Errorf("suites %d: %d trials and %v, want %d and %q", test.suites, len(result.Trials), err, test.trials, test.failed)
		}
		if test.leftOut == "" {
			continue
		}
		if left := result.LeftOut; len(left) != 1 || left[0].Suite != test.leftOut || !strings.HasPrefix(left[0].Why, "base: run is incomplete: ") {
			t.Errorf("left out: %+v, want %s", left, test.leftOut)
		}
		verdict, kind := compare.Inconclusive, failure.Engine
		if test.optional {
			verdict, kind = compare.Pass, 0
		}
		if result.Verdict != verdict || result.Failure != kind {
			t.Errorf("optional %v: verdict %s and %v, want %s and %v", test.optional, result.Verdict, result.Failure, verdict, kind)
		}
	}
}

// TestSameSide: the base is asked of the positions in which the same side mates as in a wrong claim.
func TestSameSide(t *testing.T) {
	t.Parallel()
	records := []epd.Record{{ID: "mates", MateIn: 3, HasMate: true}, {ID: "mated", MateIn: -2, HasMate: true}, {ID: "neither"}}
	for _, test := range []struct {
		claims []compare.Claim
		want   []string
	}{
		{[]compare.Claim{{Proven: engine.MateIn(4)}}, []string{"mates"}},
		{[]compare.Claim{{Proven: engine.MateIn(-4)}}, []string{"mated"}},
		{[]compare.Claim{{Proven: engine.MateIn(4)}, {Proven: engine.MateIn(-4)}}, []string{"mates", "mated"}},
	} {
		if diff := cmp.Diff(test.want, sameSide(&suites.Suite{Records: records}, test.claims)); diff != "" {
			t.Errorf("%v: %s", test.claims, diff)
		}
	}
}

// TestOtherLimits holds the limits under which the base is asked for wrong claims of mates.
func TestOtherLimits(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ limit, want string }{
		{"nodes=10000,stop-when-solved=3", "11250 8750 12500 7500 15000 6250 17500 20000"},
		{"depth=8,nodes=800", "900 700 1000 600 1200 500 1400 1600"},
		{"movetime=80ms", "90ms 70ms 100ms 60ms 120ms 50ms 140ms 160ms"},
		{"depth=9", "8 10 7 6"},
		{"depth=2", "1 3"},
		{"sd", ""},
		{"nodes=10000,keep-state=40", ""},
	} {
		var got []string
		for _, l := range otherLimits(must.Get(bench.ParseLimits(test.limit))(t)) {
			switch {
			case l.Nodes > 0:
				got = append(got, fmt.Sprint(l.Nodes))
			case l.MoveTime > 0:
				got = append(got, l.MoveTime.String())
			default:
				got = append(got, fmt.Sprint(l.Depth))
			}
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: %v, want %s", test.limit, got, test.want)
		}
	}
}
