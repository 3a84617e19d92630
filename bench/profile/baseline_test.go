package profile

import (
	"bytes"
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

func summed(t testing.TB, p *Profile) *Summary {
	t.Helper()
	s, err := p.Summarise()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestBaselineFile(t *testing.T) {
	const root = ";github.com/zugwatch/zugwatch/engine/search.(*thread).iterate"
	notes := Notes{Engine: "zugwatch 0.1", Suite: "wac@abc", Limits: "nodes=100", Passes: []Pass{{Nodes: 5}}}
	b := Accept(summed(t, stacks(t, notes, []string{"700 a;main" + root, "299 b<c>;main" + root, "1 rare;main"})), "first", "2026-01-02")
	got, err := b.Encode()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", "baseline.json")
	if *update {
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	back, err := DecodeBaseline(want)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(b, back); diff != "" {
		t.Errorf("baselines differ:\n%s", diff)
	}
	tests := []struct {
		name, old, now, want string
	}{
		{"edited", `"flat":7000`, `"flat":7001`, "was edited or damaged"},
		{"reason", "first", "other", "was edited or damaged"},
		{"newer", `"schema": 1`, `"schema": 2`, "has schema 2, which is newer than 1"},
		{"cut", "}\n", "", "is damaged"},
		{"more", `"schema": 1`, `"more": 1, "schema": 1`, "was edited or damaged"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			changed := strings.ReplaceAll(string(want), test.old, test.now)
			if _, err := DecodeBaseline([]byte(changed)); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}

// TestShifts: a function that grew is named, with a new one above the least
// share; what the baseline leaves out and did not grow is not.
func TestShifts(t *testing.T) {
	notes := Notes{Suite: "wac", Limits: "nodes=100"}
	var base, same, grown []string
	for i := range 50 {
		rare := "10 rare" + string(rune('A'+i%26)) + string(rune('a'+i/26))
		base, same, grown = append(base, rare), append(same, rare), append(grown, rare)
	}
	base = append(base, "5000 a;main", "4500 b;main")
	same = append(same, "5030 a;main", "4470 b;main")
	grown = append(grown, "5000 a;main", "3600 b;main", "900 new;main")
	b := Accept(summed(t, stacks(t, notes, base)), "r", "2026-01-02")
	if len(b.Functions) != 3 {
		t.Fatalf("baseline lists %v", b.Functions)
	}
	rule := Rule{FalseAlarms: 0.01}
	if functions, phases, err := b.Shifts(summed(t, stacks(t, notes, same)), rule); err != nil || len(functions)+len(phases) > 0 {
		t.Errorf("shifts %v, %v, error %v", functions, phases, err)
	}
	functions, _, err := b.Shifts(summed(t, stacks(t, notes, grown)), rule)
	if err != nil {
		t.Fatal(err)
	}
	got := make(map[string]float64)
	for _, f := range functions {
		got[f.Name] = math.Round(1000 * f.Flat.Change)
	}
	if diff := cmp.Diff(map[string]float64{"b": -90, "new": 88}, got); diff != "" {
		t.Errorf("shifts differ:\n%s", diff)
	}
	other := notes
	other.Limits = "depth=3"
	if _, _, err := b.Shifts(summed(t, stacks(t, other, same)), rule); err == nil || !strings.Contains(err.Error(), "profile is of suite wac under depth=3, the baseline of wac under nodes=100") {
		t.Errorf("error %v", err)
	}
}

// TestShiftsFalseAlarms compares equal programs with their baselines.
func TestShiftsFalseAlarms(t *testing.T) {
	const trials = 1000
	random := rand.New(rand.NewPCG(7, 8))
	alarms := 0
	for range trials {
		b := Accept(drawn(random, engineModel(), 3, 0.02), "r", "2026-01-02")
		functions, phases, err := b.Shifts(drawn(random, engineModel(), 2, 0.02), Rule{FalseAlarms: 0.01})
		if err != nil {
			t.Fatal(err)
		}
		if len(functions)+len(phases) > 0 {
			alarms++
		}
	}
	t.Logf("%d alarms of %d", alarms, trials)
	if alarms > 20 {
		t.Errorf("%d alarms of %d", alarms, trials)
	}
}
