package bench

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/epd"
)

// TestRecordDepth: which depth a record is searched to.
func TestRecordDepth(t *testing.T) {
	graded, plain := &epd.Record{Depth: 9, ACD: 20}, &epd.Record{ACD: 20}
	tests := []struct {
		text          string
		graded, plain int
	}{
		{"sd", 9, 0},
		{"sd+2", 11, 0},
		{"sd+240", engine.MaxDepth, 0},
		{"sd+2,depth=7", 11, 7},
		{"sd+2,acd", 11, 20},
		{"acd", 20, 20},
	}
	for _, test := range tests {
		limits := must.Get(ParseLimits(test.text))(t)
		if got := limits.ForRecord(graded).Depth; got != test.graded {
			t.Errorf("%s: depth %d, want %d", test.text, got, test.graded)
		}
		if got := limits.ForRecord(plain).Depth; got != test.plain {
			t.Errorf("%s without sd: depth %d, want %d", test.text, got, test.plain)
		}
	}
}

// TestRecordMate: the mate of a record ends its search where it is one of the side to
// move.
func TestRecordMate(t *testing.T) {
	mates, mated, plain := &epd.Record{HasMate: true, MateIn: 5}, &epd.Record{HasMate: true, MateIn: -5}, &epd.Record{}
	for _, test := range []struct {
		text                string
		mates, mated, plain engine.Limits
	}{
		{"dm", engine.Limits{Mate: 5}, engine.Limits{}, engine.Limits{}},
		{"dm,nodes=100", engine.Limits{Mate: 5, Nodes: 100}, engine.Limits{Nodes: 100}, engine.Limits{Nodes: 100}},
		{"sd,dm,depth=9,mate=3", engine.Limits{Mate: 5, Depth: 9}, engine.Limits{Mate: 3, Depth: 9}, engine.Limits{Mate: 3, Depth: 9}},
	} {
		limits, err := ParseLimits(test.text)
		if err != nil || limits.String() != test.text || !limits.Exact() || limits.FixesNodes() {
			t.Fatalf("%s: %v, %v", test.text, limits, err)
		}
		if got := [3]engine.Limits{limits.ForRecord(mates), limits.ForRecord(mated), limits.ForRecord(plain)}; got != [3]engine.Limits{test.mates, test.mated, test.plain} {
			t.Errorf("%s: %v", test.text, got)
		}
	}
	if _, err := ParseLimits("dm,dm"); err == nil {
		t.Error("dm is read twice")
	}
}

// TestLonger: every limit of a search reaches further, and what ends one early stays.
func TestLonger(t *testing.T) {
	for text, want := range map[string]string{
		"nodes=20000,stop-when-solved=3": "nodes=80000,stop-when-solved=3",
		"movetime=250ms":                 "movetime=1s",
		"cputime=1s,mate=3":              "cputime=4s,mate=3",
		"depth=12,nodes=1000":            "depth=14,nodes=4000",
		"sd":                             "sd+2",
		"sd+240,dm":                      "sd+240,dm",
		"depth=239":                      "depth=240",
		"nodes=4611686018427387903":      "nodes=4611686018427387900",
	} {
		limits := must.Get(ParseLimits(text))(t)
		if got := limits.Longer().String(); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
