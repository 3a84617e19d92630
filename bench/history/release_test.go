package history

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// commitOf is the hash of the n-th commit of a test.
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
	const (
		fine = "fine"
		bad  = "exceeded"
		none = "none"
	)
	for _, test := range []struct {
		name    string
		records []Record
		allowed map[Axis]float64
		want    []string // axis, since the record before, since the release
	}{
		{
			"step by step",
			[]Record{record(0, 300, 1000, 50), record(1, 297, 1040, 60), record(2, 293, 1080, 70)},
			allowed,
			[]string{"solved fine exceeded", "nodes fine exceeded", "nodes to the solution fine fine"},
		},
		{
			"at once",
			[]Record{record(0, 290, 2000, 50), record(1, 300, 1000, 50), record(2, 290, 1500, 50)},
			allowed,
			[]string{"solved exceeded fine", "nodes exceeded fine", "nodes to the solution fine fine"},
		},
		{
			"just as allowed",
			[]Record{record(0, 300, 1000, 50), record(1, 300, 1000, 50), record(2, 294, 1050, 50)},
			allowed,
			[]string{"solved fine fine", "nodes fine fine", "nodes to the solution fine fine"},
		},
		{
			"better",
			[]Record{record(0, 100, 1000, 50), record(1, 200, 900, 50), record(2, 300, 100, 5)},
			allowed,
			[]string{"solved fine fine", "nodes fine fine", "nodes to the solution fine fine"},
		},
		{
			"no allowance",
			[]Record{record(0, 300, 1000, 50), record(1, 300, 1000, 50), record(2, 0, 9000, 50)},
			nil,
			[]string{"solved fine fine", "nodes fine fine", "nodes to the solution fine fine"},
		},
		{
			"gaps",
			[]Record{record(0, 300, 1000, 0), record(1, 300, 0, 50), record(2, 300, 1000, 50)},
			allowed,
			[]string{"solved fine fine", "nodes none fine"},
		},
	} {
		s := Group(test.records)[0]
		s.Allowed = test.allowed
		s.SetRelease(map[string]string{commitOf(0): "v1"})
		var got []string
		for _, d := range s.Drifts() {
			word := func(shift *Shift) string {
				switch {
				case shift == nil:
					return none
				case shift.Exceeded:
					return bad
				}
				return fine
			}
			got = append(got, fmt.Sprintf("%s %s %s", d.Axis, word(d.FromBefore), word(d.Since)))
		}
		if strings.Join(got, "\n") != strings.Join(test.want, "\n") {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
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
