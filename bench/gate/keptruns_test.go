package gate

import (
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/engine"
)

// TestKeptRuns holds which runs serve for the next pair: those of one revision under one
// question that another search would repeat.
func TestKeptRuns(t *testing.T) {
	asked := func() *job {
		j := clocked(t, fakeEngine(nil), fakeEngine(nil))
		j.config.Limit = bench.Limits{Limits: engine.Limits{Depth: 3}}
		return j
	}
	sound := func() *bench.Run { return &bench.Run{Limits: "depth=3", Outcomes: make([]bench.Outcome, 3)} }
	store := new(runStore)
	first, run := store.between("a", "b"), sound()
	first.keep("head", asked(), run)
	if found := store.between("b", "c").find("base", asked()); found != run {
		t.Error("the head does not serve as the next base")
	}
	if found := store.between("b", "a").find("base", asked()); found != run {
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
		{"other positions", first, "head", func(j *job) { j.suite.Digest = "other" }},
		{"in forms", first, "head", func(j *job) { j.suite.InForms = 8 }},
	} {
		j := asked()
		if test.of != nil {
			test.of(j)
		}
		if test.runs.find(test.label, j) != nil {
			t.Errorf("%s: a run serves for another question", test.name)
		}
	}
	for name, spoil := range map[string]func(*bench.Run){
		"fault": func(r *bench.Run) { r.Outcomes[0] = bench.Outcome{Verdict: bench.Faulted, Fault: bench.FaultTimeout} },
		"clock": func(r *bench.Run) { r.Limits = "movetime=1s" },
	} {
		spoilt := sound()
		spoil(spoilt)
		other := new(runStore).between("a", "b")
		if other.keep("base", asked(), spoilt); other.find("base", asked()) != nil {
			t.Errorf("%s: a run is kept that another search need not repeat", name)
		}
	}
	if store.retain([]revision.Commit{{Hash: "c"}}); store.between("b", "c").find("base", asked()) != nil {
		t.Error("a run stays whose commit is not needed any more")
	}
}
