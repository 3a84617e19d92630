package gate

import (
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestFirstLook: a run in all forms reduces to that in the forms of the first look, to the
// byte, with its times. An unfinished run, and one of another suite or of no more forms, stay
// as they are.
func TestFirstLook(t *testing.T) {
	j := lookJob(t, "modern", "modern")
	r := quietRunner(t, lookSettings, new(strings.Builder))
	all := must.Get(j.side(t.Context(), r, j.head, ""))(t)
	var first Trial
	must.Do(t, j.look(t.Context(), r, &first, 2))
	run, timing, err := NarrowToFirstLook(r.Config, all.Run, all.Timing)
	if err != nil || !sameRun(run, first.Run) || !timesMatch(&Trial{Run: run, Timing: timing}) {
		t.Errorf("the first look of a run in all forms is %+v, %v", run, err)
	}
	if run, timing, err := NarrowToFirstLook(r.Config, all.Run, nil); err != nil || !sameRun(run, first.Run) || timing != nil {
		t.Errorf("without times: %+v, %+v, %v", run, timing, err)
	}
	for what, change := range map[string]func(*bench.Run){
		"in the forms of the first look": func(run *bench.Run) { *run = *first.Run },
		"not finished":                   func(run *bench.Run) { run.Complete = false },
		"of other positions":             func(run *bench.Run) { run.Suite.Digest = strings.Repeat("0", 64) },
		"of another suite":               func(run *bench.Run) { run.Suite.Name = "wac" },
	} {
		other := *all.Run
		change(&other)
		if run, timing, err := NarrowToFirstLook(r.Config, &other, all.Timing); err != nil || run != &other || timing != all.Timing {
			t.Errorf("a run %s became %+v, %v", what, run, err)
		}
	}
	r.Config.Suites[0].Source = "none.epd"
	if _, _, err := NarrowToFirstLook(r.Config, all.Run, nil); failure.Of(err) != failure.Input {
		t.Errorf("a suite that is missing: %v", err)
	}
}
