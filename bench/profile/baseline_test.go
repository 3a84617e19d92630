package profile

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/zugwatch/zugwatch/bench/stat"
	"github.com/zugwatch/zugwatch/engine/golden"
	"github.com/zugwatch/zugwatch/engine/must"
)

func summed(t testing.TB, p *Profile) *Summary {
	t.Helper()
	return must.Get(p.Summarise())(t)
}

func TestBaselineFile(t *testing.T) {
	const root = ";github.com/zugwatch/zugwatch/engine/search.(*thread).iterate"
	notes := Notes{Engine: "zugwatch 0.1", Suite: "wac@abc", Limits: "nodes=100", Passes: []Pass{{Nodes: 5}}}
	taken := stacks(t, notes, []string{"700 a;main" + root, "299 b<c>;main" + root, "1 rare;main"})
	b := NewBaseline(summed(t, taken), "first", "2026-01-02")
	must.Do(t, b.KeepCalls(taken))
	got := must.Get(b.Encode())(t)
	golden.Check(t, "testdata/baseline.json", got)
	back := must.Get(DecodeBaseline(got))(t)
	if diff := cmp.Diff(b, back); diff != "" {
		t.Errorf("baselines differ:\n%s", diff)
	}
	for schema := 1; schema < baselineSchema; schema++ { // as they were written
		written := must.Get(os.ReadFile(filepath.Join("testdata", fmt.Sprintf("baseline-%d.json", schema))))(t)
		if old, err := DecodeBaseline(written); err != nil || old.Schema != schema || old.Processes != schema-1 || old.Calls != nil || len(old.Functions) != len(b.Functions) {
			t.Errorf("baseline of schema %d: %+v, %v", schema, old, err)
		}
	}
	tests := []struct {
		name, old, now, want string
	}{
		{"edited", `"flat":7000`, `"flat":7001`, "was edited or damaged"},
		{"reason", "first", "other", "was edited or damaged"},
		{"newer", `"schema": 3`, `"schema": 4`, "has schema 4, which is newer than 3"},
		{"cut", "}\n", "", "is damaged"},
		{"more", `"schema": 3`, `"more": 1, "schema": 3`, "was edited or damaged"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			changed := strings.ReplaceAll(string(got), test.old, test.now)
			if _, err := DecodeBaseline([]byte(changed)); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}

// TestShifts: a function that grew is named, and so is a new one above the least share. One
// that the baseline leaves out and that did not grow is not.
func TestShifts(t *testing.T) {
	notes := Notes{Suite: "wac", Limits: "nodes=100"}
	for i := range MinProcesses {
		notes.Passes = append(notes.Passes, Pass{Process: fmt.Sprint(i)})
	}
	inAll := func(lines []string) *Profile { // as much in each process
		passes := make([][]string, MinProcesses)
		for i := range passes {
			passes[i] = lines
		}
		return stacks(t, notes, passes...)
	}
	var base, same, grown []string
	for i := range 50 {
		rare := "10 rare" + string(rune('A'+i%26)) + string(rune('a'+i/26))
		base, same, grown = append(base, rare), append(same, rare), append(grown, rare)
	}
	base = append(base, "5000 a;main", "4500 b;main")
	same = append(same, "5030 a;main", "4470 b;main")
	grown = append(grown, "5000 a;main", "3600 b;main", "900 new;main")
	b := NewBaseline(summed(t, inAll(base)), "r", "2026-01-02")
	if len(b.Functions) != 3 {
		t.Fatalf("baseline lists %v", b.Functions)
	}
	rule := Rule{FalseAlarms: 0.01}
	if functions, phases, err := b.Shifts(summed(t, inAll(same)), rule); err != nil || len(functions)+len(phases) > 0 {
		t.Errorf("shifts %v, %v, error %v", functions, phases, err)
	}
	functions, _, err := b.Shifts(summed(t, inAll(grown)), rule)
	must.Do(t, err)
	got := make(map[string]float64)
	for _, f := range functions {
		got[f.Name] = math.Round(1000 * f.Flat.Change)
	}
	if diff := cmp.Diff(map[string]float64{"b": -90, "new": 88}, got); diff != "" {
		t.Errorf("shifts differ:\n%s", diff)
	}
	old := *b
	old.Processes = 0
	if _, _, err := old.Shifts(summed(t, inAll(same)), rule); err == nil || !strings.Contains(err.Error(), "too few processes to judge by (expected 5 or more; accept it again)") {
		t.Errorf("baseline of unknown processes: %v", err)
	}
	if _, _, err := b.Shifts(summed(t, stacks(t, Notes{Suite: "wac", Limits: "nodes=100"}, same)), rule); err == nil || !strings.Contains(err.Error(), "profile is of 1 processes") {
		t.Errorf("profile of one process: %v", err)
	}
	notes.Limits = "depth=3"
	if _, _, err := b.Shifts(summed(t, inAll(same)), rule); err == nil || !strings.Contains(err.Error(), "profile is of suite wac under depth=3, the baseline of wac under nodes=100") {
		t.Errorf("error %v", err)
	}
}

// TestSpreadOut holds the standard deviation of values that are made up.
func TestSpreadOut(t *testing.T) {
	for n := 2; n < 9; n++ {
		if got := stat.StandardDeviation(spreadOut(n, 3)); math.Abs(got-3) > 1e-12 {
			t.Errorf("%d values: standard deviation %v, want 3", n, got)
		}
	}
}
