package gate

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/search"
)

// TestKeptRuns checks which runs serve for the next pair: those of one revision under one
// question that another search would repeat.
func TestKeptRuns(t *testing.T) {
	asked := func() *job {
		return atDepthOne(t, fakeEngine(nil), fakeEngine(nil))
	}
	question := func(label string, j *job) string {
		if label == "base" {
			return j.question(&j.base)
		}
		return j.question(&j.head)
	}
	sound := func() *runner.Stored {
		return &runner.Stored{Run: &bench.Run{Limits: "depth=1", Outcomes: make([]bench.Outcome, 3)}}
	}
	store := new(runStore)
	first, run := store.between("a", "b"), sound()
	first.keep("head", question("head", asked()), run)
	if found := store.between("b", "c").find("base", question("base", asked())); found != run {
		t.Error("the head does not serve as the next base")
	}
	if found := store.between("b", "a").find("base", question("base", asked())); found != run {
		t.Error("the head does not serve as the base of the pair taken back")
	}
	for _, test := range []struct {
		name  string
		runs  *keptRuns
		label string
		of    func(*job)
	}{
		{"other side", first, "base", nil},
		{"asked again", first, "", nil},
		{"without a store", nil, "head", nil},
		{"other limit", first, "head", func(j *job) { j.config.Limit.Depth = 4 }},
		{"other engine", first, "head", func(j *job) { j.head.Name = "other" }},
		{"restarted", first, "head", func(j *job) { j.head.Restart = 16 }},
		{"other positions", first, "head", func(j *job) { j.suite.Digest = "other" }},
		{"in forms", first, "head", func(j *job) { j.suite.InForms = 8 }},
	} {
		j := asked()
		if test.of != nil {
			test.of(j)
		}
		if test.runs.find(test.label, question(test.label, j)) != nil {
			t.Errorf("%s: a run serves for another question", test.name)
		}
	}
	for name, spoil := range map[string]func(*bench.Run){
		"fault": func(r *bench.Run) { r.Outcomes[0] = bench.Outcome{Verdict: bench.Faulted, Fault: bench.FaultTimeout} },
		"clock": func(r *bench.Run) { r.Limits = "movetime=1s" },
	} {
		spoilt := sound()
		spoil(spoilt.Run)
		other := new(runStore).between("a", "b")
		if other.keep("base", question("base", asked()), spoilt); other.find("base", question("base", asked())) != nil {
			t.Errorf("%s: a run is kept that another search need not repeat", name)
		}
	}
	if store.retain([]revision.Commit{{Hash: "c"}}); store.between("b", "c").find("base", question("base", asked())) != nil {
		t.Error("a run stays whose commit is not needed any more")
	}
}

// chainSettings are suites that are judged in more and more forms, and in fresh ones.
const chainSettings = `hash: 1
suites:
  - {name: forms, suite: zugzwang, kind: zugzwang, forms: 2-4, limit: "nodes=400,stop-when-solved=3"}
  - {name: tactics, suite: own.epd, kind: tactics, forms: 2-4, limit: nodes=150}
  - {name: tree, suite: own.epd, kind: nodes, limit: depth=2}
`

// TestKeptRunsChain holds that pairs in a chain, and their reversals, are judged by kept runs
// as they are by new ones.
func TestKeptRunsChain(t *testing.T) {
	folder(t)
	r := quietRunner(t, chainSettings)
	opened := 0
	var revisions []engines.Engine
	for _, preset := range []string{"modern", "modern,lmr=off", "falcon"} {
		own := r.Own.Chess
		own.Params = must.Get(search.ParseParams(preset))(t)
		e := must.Get(engines.Builtin(t.Context(), own, false))(t)
		open := e.Open
		e.Open = func() (engine.Engine, error) { opened++; return open() }
		revisions = append(revisions, e)
	}
	names := []string{"a", "b", "c"}
	store, verdicts := new(runStore), make(map[compare.Verdict]int)
	for _, pair := range [][2]int{{0, 1}, {1, 0}, {1, 2}} {
		base, head := pair[0], pair[1]
		opened = 0
		want := judgedPair(t, r, revisions[base], revisions[head], nil)
		alone := opened
		opened = 0
		got := judgedPair(t, r, revisions[base], revisions[head], store.between(names[base], names[head]))
		if diff := cmp.Diff(want.text(t), got.text(t)); diff != "" {
			t.Errorf("pair %v (-new +kept):\n%s", pair, diff)
		}
		if first := pair == [2]int{0, 1}; !first && opened >= alone {
			t.Errorf("pair %v: engines were opened %d times, and %d times without kept runs", pair, opened, alone)
		}
		verdicts[got.Verdict]++
	}
	if len(verdicts) < 2 {
		t.Errorf("the pairs have one verdict alone: %v", verdicts)
	}
}

// chained is the result on a pair.
type chained struct{ *Result }

// text returns all that was found of each suite.
func (c chained) text(t *testing.T) (lines []string) {
	for i := range c.Trials {
		lines = append(lines, strings.Split(string(must.Get(file.Lines(c.Trials[i].Comparison))(t)), "\n")...)
	}
	return lines
}

// judgedPair judges two engines on the suites of the configuration.
func judgedPair(t *testing.T, r *runner.Runner, base, head engines.Engine, runs *keptRuns) chained {
	t.Helper()
	jobs := jobsOf(t, r, base, head)
	for _, j := range jobs {
		j.runs = runs
	}
	result := new(Result)
	must.Do(t, newSchedule(t.Context(), r, 0, jobs).judge(r, &Options{}, result))
	return chained{result}
}
