package history

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

// wholeRun returns a finished run with an outcome of each kind.
func wholeRun(limits string) *bench.Run {
	return &bench.Run{
		Schema: bench.Schema, Engine: engine.ID{Name: "Fake"}, Suite: bench.SuiteRef{Name: "own", Digest: "d", Count: 5}, Limits: limits, Complete: true,
		Outcomes: []bench.Outcome{
			{ID: "solved", Verdict: bench.Solved, Want: "Qg6", Nodes: 500, Stable: &bench.Point{Nodes: 10}},
			{ID: "missed", Verdict: bench.Missed, Want: "Qg6", Nodes: 1000, Points: 3, MaxPoints: 10},
			{ID: "undated", Verdict: bench.Solved, Want: "Qg6", Nodes: 700},
			{ID: "measured", Verdict: bench.Measured, Nodes: 3},
			{ID: "faulted", Verdict: bench.Faulted, Want: "Qg6", Fault: bench.FaultTimeout},
		},
	}
}

func TestNewRecord(t *testing.T) {
	commit, date := revision.Commit{Hash: strings.Repeat("a", 40), Subject: "search: \xff"}, time.Date(2026, 3, 1, 1, 0, 0, 0, time.FixedZone("", 7200))
	timing := &bench.Timing{Positions: []bench.PositionTime{{Wall: time.Second / 2}}}
	r := must.Get(NewRecord(commit, date, wholeRun("depth=9"), timing))(t)
	want := Record{
		Commit: commit.Hash, Date: time.Date(2026, 2, 28, 23, 0, 0, 0, time.UTC), Subject: "search: \uFFFD",
		Engine: engine.ID{Name: "Fake"}, Suite: bench.SuiteRef{Name: "own", Digest: "d", Count: 5}, Limits: "depth=9",
		Asked: 4, Solved: 2, Faults: 1, Nodes: 2203, Points: 3, MaxPoints: 10, Solution: 100, NPS: 1000, // of 10 and 1000 nodes
	}
	if diff := cmp.Diff(want, r); diff != "" || r.Date.Location() != time.UTC {
		t.Errorf("%s, %v", diff, r.Date)
	}
	// A missed position, and one with a fault, counts with its whole limit.
	if r, err := NewRecord(commit, date, wholeRun("nodes=100000"), nil); err != nil || r.Solution != 4642 || r.NPS != 0 {
		t.Errorf("%d nodes to the solution, %d per second, %v", r.Solution, r.NPS, err)
	}

	unfinished := wholeRun("depth=9")
	unfinished.Complete, unfinished.Outcomes[0] = false, bench.Outcome{ID: "solved"}
	if _, err := NewRecord(commit, date, unfinished, nil); failure.Of(err) != failure.Undecided {
		t.Errorf("unfinished: %v", err)
	}
	shard := wholeRun("depth=9")
	shard.Shard = bench.Shard{Index: 1, Count: 2}
	if _, err := NewRecord(commit, date, shard, nil); failure.Of(err) != failure.Input {
		t.Errorf("shard: %v", err)
	}
}

// TestContradiction: a line that says what cannot be is refused.
func TestContradiction(t *testing.T) {
	for name, edit := range map[string]func(*Record){
		"short commit":             func(r *Record) { r.Commit = r.Commit[:10] },
		"commit in capitals":       func(r *Record) { r.Commit = strings.Repeat("A", 40) },
		"fewer than none solved":   func(r *Record) { r.Solved = -1 },
		"more solved than asked":   func(r *Record) { r.Solved = r.Asked + 1 },
		"more asked than there":    func(r *Record) { r.Asked = r.Suite.Count + 1 },
		"fewer points than none":   func(r *Record) { r.Points, r.MaxPoints = -1, 10 },
		"more points than at most": func(r *Record) { r.Points, r.MaxPoints = 11, 10 },
		"points of nothing":        func(r *Record) { r.Points = 1 },
		"no limits":                func(r *Record) { r.Limits = "some depth" },
	} {
		r := at(1, "depth=9")
		edit(&r)
		_, err := decodeLine(must.Get(encodeLine(&r))(t))
		if fault, ok := errors.AsType[*file.Error](err); !ok || fault.Reason != file.Contradiction {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, edit := range map[string]func(*Record){
		"SHA-256":    func(r *Record) { r.Commit = strings.Repeat("a", 64) },
		"all points": func(r *Record) { r.Points, r.MaxPoints = 10, 10 },
		"all solved": func(r *Record) { r.Solved, r.Asked = r.Suite.Count, r.Suite.Count },
	} {
		r := at(1, "depth=9")
		edit(&r)
		text, err := encodeLine(&r)
		if err == nil {
			_, err = decodeLine(text)
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestPoints: graded points are an axis of their own where there are any, with the changes and the
// levels of a share, which are arithmetic means.
func TestPoints(t *testing.T) {
	var records []Record
	for i := range 40 {
		r := at(1, "nodes=1000")
		r.Points, r.MaxPoints = 700+i%2*200-i/20*200, 1000
		records = append(records, r)
	}
	for _, trend := range Group(records)[0].Trends() {
		if trend.Axis != Points {
			continue
		}
		if c := trend.Changes; trend.Axis.String() != "points" || len(trend.Values) != 40 || trend.Values[0] != 0.7 || len(c) != 1 || c[0].At != 20 || c[0].Before < 0.799 || c[0].Before > 0.801 || c[0].After < 0.599 || c[0].After > 0.601 {
			t.Errorf("%+v", trend)
		}
		return
	}
	t.Error("there is no trend of points")
}

// TestTrends: a series is of one suite under one limit, and its axes are those that say
// something.
func TestTrends(t *testing.T) {
	var records []Record
	for i := range 40 {
		for _, limits := range []string{"depth=9", "nodes=1000"} {
			r := at(1, limits)
			r.Nodes, r.Solution = 1000, 50
			if i >= 20 {
				r.Nodes, r.Solution, r.Solved = 2000, 100, 290
			}
			if i == 0 {
				r.Solution = 0
			}
			records = append(records, r)
		}
	}
	other := at(1, "depth=9")
	other.Suite.Digest, other.Asked, other.Solution = "sha256:e", 0, 0
	all := Group(append(records, other))
	if len(all) != 3 || len(all[0].Records) != 40 || len(all[1].Records) != 40 || len(all[2].Records) != 1 {
		t.Fatalf("%d series", len(all))
	}
	type row struct {
		axis   string
		values int
		change []Change
	}
	var got []row
	for _, s := range all {
		for _, trend := range s.Trends() {
			one := row{trend.Axis.String(), len(trend.Values), slices.Clone(trend.Changes)}
			for i := range one.change {
				c := &one.change[i]
				c.P = 0
				if trend.Axis != Solved {
					c.Before, c.After = float64(int(c.Before+0.5)), float64(int(c.After+0.5))
				}
			}
			got = append(got, row{s.Limits + " " + one.axis, one.values, one.change})
		}
	}
	want := []row{
		{"depth=9 solved", 40, []Change{{At: 20, Before: 291. / 300, After: 290. / 300}}},
		{"depth=9 nodes", 40, []Change{{At: 20, Before: 1000, After: 2000}}},
		{"depth=9 nodes to the solution", 39, []Change{{At: 19, Before: 50, After: 100}}},
		{"nodes=1000 solved", 40, []Change{{At: 20, Before: 291. / 300, After: 290. / 300}}},
		{"nodes=1000 nodes to the solution", 39, []Change{{At: 19, Before: 50, After: 100}}},
		{"depth=9 nodes", 1, nil},
	}
	near := cmp.Comparer(func(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 })
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(row{}), near); diff != "" {
		t.Error(diff)
	}
}
