package history

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// commitOf returns the hash of the n-th commit of a test.
func commitOf(n int) string { return fmt.Sprintf("%04d%s", n, strings.Repeat("0", 36)) }

// TestSetRelease: the release is the newest record before the last one whose commit has a name.
func TestSetRelease(t *testing.T) {
	var records []Record
	for i := range 5 {
		r := at(1, "depth=9")
		r.Commit = commitOf(i)
		records = append(records, r)
	}
	for _, test := range []struct {
		name  string
		names map[string]string
		want  string
	}{
		{"none", nil, ""},
		{"another commit", map[string]string{commitOf(9): "v9"}, ""},
		{"one", map[string]string{commitOf(1): "v1"}, "v1 1"},
		{"the newest of two", map[string]string{commitOf(1): "v1", commitOf(3): "v3"}, "v3 3"},
		{"the last record", map[string]string{commitOf(4): "v4"}, ""},
		{"the last record is one too", map[string]string{commitOf(0): "v0", commitOf(4): "v4"}, "v0 0"},
	} {
		s := Group(records)[0]
		s.SetRelease(map[string]string{commitOf(0): "an older call"})
		s.SetRelease(test.names)
		got := ""
		if s.Release != nil {
			got = fmt.Sprintf("%s %d", s.Release.Name, int(s.Release.Commit[3]-'0'))
		}
		if got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
		if test.want == "" && s.Drifts() != nil {
			t.Errorf("%s: drifts without a release", test.name)
		}
	}
	s := Group(records[:1])[0]
	if s.SetRelease(map[string]string{commitOf(0): "v0"}); s.Release != nil {
		t.Error("a single record is its own release")
	}
}

// TestDrifts: the change since the release and the change since the record before are judged apart.
func TestDrifts(t *testing.T) {
	record := func(n, solved int, nodes, solution uint64) Record {
		r := at(1, "depth=9")
		r.Commit, r.Solved, r.Nodes, r.Solution = commitOf(n), solved, nodes, solution
		return r
	}
	allowed := map[Axis]float64{Solved: 0.02, Nodes: 0.05}
	// Each record is solved, nodes, nodes to the solution; each want is the change since the record before and since the release.
	fine := [3]string{"fine fine", "fine fine", "fine fine"}
	for _, test := range []struct {
		name    string
		values  [3][3]int
		allowed map[Axis]float64
		want    [3]string
	}{
		{"step by step", [3][3]int{{300, 1000, 50}, {297, 1040, 60}, {293, 1080, 70}}, allowed, [3]string{"fine exceeded", "fine exceeded", "fine fine"}},
		{"at once", [3][3]int{{290, 2000, 50}, {300, 1000, 50}, {290, 1500, 50}}, allowed, [3]string{"exceeded fine", "exceeded fine", "fine fine"}},
		{"just as allowed", [3][3]int{{300, 1000, 50}, {300, 1000, 50}, {294, 1050, 50}}, allowed, fine},
		{"better", [3][3]int{{100, 1000, 50}, {200, 900, 50}, {300, 100, 5}}, allowed, fine},
		{"no allowance", [3][3]int{{300, 1000, 50}, {300, 1000, 50}, {0, 9000, 50}}, nil, fine},
		{"gaps", [3][3]int{{300, 1000, 0}, {300, 0, 50}, {300, 1000, 50}}, allowed, [3]string{"fine fine", "none fine", ""}},
	} {
		var records []Record
		for n, v := range test.values {
			records = append(records, record(n, v[0], uint64(v[1]), uint64(v[2])))
		}
		s := Group(records)[0]
		s.Allowed = test.allowed
		s.SetRelease(map[string]string{commitOf(0): "v1"})
		var got [3]string
		for _, d := range s.Drifts() {
			got[slices.Index([]Axis{Solved, Nodes, Solution}, d.Axis)] = shiftWord(d.FromBefore) + " " + shiftWord(d.Since)
		}
		if got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// shiftWord returns what a shift says.
func shiftWord(s *Shift) string {
	switch {
	case s == nil:
		return "none"
	case s.Exceeded:
		return "exceeded"
	}
	return "fine"
}

// TestDriftsOfFixedNodes: nodes that the limit fixes have no drift.
func TestDriftsOfFixedNodes(t *testing.T) {
	var records []Record
	for i := range 2 {
		r := at(1, "nodes=1000")
		r.Commit, r.Solution = commitOf(i), 50
		records = append(records, r)
	}
	s := Group(records)[0]
	s.SetRelease(map[string]string{commitOf(0): "v1"})
	drifts := s.Drifts()
	if len(drifts) != 2 || drifts[0].Axis != Solved || drifts[1].Axis != Solution {
		t.Errorf("got %+v", drifts)
	}
	if d := drifts[1]; d.Known || math.Abs(d.Since.Before-50) > 1e-9 || d.Since.Exceeded {
		t.Errorf("got %+v", d)
	}
}
