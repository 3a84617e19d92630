package engine

import (
	"strings"
	"testing"
	"time"
)

func TestParseLimits(t *testing.T) {
	tests := []struct {
		name, text string
		want       Limits
		written    string // how it is written back
		exact      bool
	}{
		{"depth", "depth=12", Limits{Depth: 12}, "depth=12", true},
		{"deepest", "depth=240", Limits{Depth: 240}, "depth=240", true},
		{"nodes", "nodes=50000", Limits{Nodes: 50000}, "nodes=50000", true},
		{"most nodes", "nodes=4611686018427387903", Limits{Nodes: 1<<62 - 1}, "nodes=4611686018427387903", true},
		{"thousands of nodes", "nodes=100k", Limits{Nodes: 100_000}, "nodes=100000", true},
		{"millions of nodes", "nodes=2M", Limits{Nodes: 2_000_000}, "nodes=2000000", true},
		{"mate", "mate=15", Limits{Mate: 15}, "mate=15", true},
		{"depth and nodes", "depth=20,nodes=50000", Limits{Depth: 20, Nodes: 50000}, "depth=20,nodes=50000", true},
		{"wall time", "movetime=2s", Limits{MoveTime: 2 * time.Second}, "movetime=2s", false},
		{"least time", "movetime=1ms", Limits{MoveTime: time.Millisecond}, "movetime=1ms", false},
		{"longest time", "cputime=240h", Limits{CPUTime: 240 * time.Hour}, "cputime=240h0m0s", false},
		{"another spelling of the time", "cputime=0.1s", Limits{CPUTime: 100 * time.Millisecond}, "cputime=100ms", false},
		{"mate and wall time", "movetime=2s,mate=1", Limits{Mate: 1, MoveTime: 2 * time.Second}, "movetime=2s,mate=1", false},
		{"time and depth", "cputime=100ms,depth=30", Limits{Depth: 30, CPUTime: 100 * time.Millisecond}, "depth=30,cputime=100ms", false},
		{
			"all", "mate=3,cputime=1s,movetime=2s,nodes=4,depth=5",
			Limits{Depth: 5, Nodes: 4, MoveTime: 2 * time.Second, CPUTime: time.Second, Mate: 3},
			"depth=5,nodes=4,movetime=2s,cputime=1s,mate=3", false,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := ParseLimits(test.text)
			if err != nil || got != test.want {
				t.Fatalf("limits %q are %+v, error %v, want %+v", test.text, got, err, test.want)
			}
			if got.String() != test.written {
				t.Errorf("limits %q are written %q, want %q", test.text, got, test.written)
			}
			if again, err := ParseLimits(got.String()); err != nil || again != got {
				t.Errorf("limits %q are read again as %+v, error %v", test.text, again, err)
			}
			if got.Exact() != test.exact {
				t.Errorf("limits %q are exact: %t, want %t", test.text, got.Exact(), test.exact)
			}
		})
	}
}

func TestParseLimitsErrors(t *testing.T) {
	const (
		keys  = " (expected depth, nodes, movetime, cputime or mate)"
		pairs = " (expected key=value with depth, nodes, movetime, cputime or mate)"
		depth = " (expected a number from 1 to 240)"
		nodes = " (expected a number from 1 to 4611686018427387903, such as 50000, 100k or 2M)"
		times = " (expected a duration such as 100ms or 2s, from 1ms to 240h)"
	)
	tests := []struct{ name, text, want string }{
		{"nothing", "", `limit ""` + pairs},
		{"no value", "depth", `limit "depth"` + pairs},
		{"only a number", "12", `limit "12"` + pairs},
		{"comma at the end", "depth=12,", `limit ""` + pairs},
		{"unknown key", "time=12", `unknown limit "time"` + keys},
		{"capitals", "Depth=12", `unknown limit "Depth"` + keys},
		{"blank", "depth=12, nodes=5", `unknown limit " nodes"` + keys},
		{"twice", "depth=12,nodes=5,depth=12", `limit "depth" is given twice (expected each once)`},
		{"depth zero", "depth=0", `limit "depth=0"` + depth},
		{"too deep", "depth=241", `limit "depth=241"` + depth},
		{"depth in words", "depth=twelve", `limit "depth=twelve"` + depth},
		{"depth on two lines", "depth=1\n2", `limit "depth=1\n2"` + depth},
		{"mate zero", "mate=0", `limit "mate=0"` + depth},
		{"nodes zero", "nodes=0", `limit "nodes=0"` + nodes},
		{"negative nodes", "nodes=-1", `limit "nodes=-1"` + nodes},
		{"too many nodes", "nodes=4611686018427387904", `limit "nodes=4611686018427387904"` + nodes},
		{"nodes with another unit", "nodes=5G", `limit "nodes=5G"` + nodes},
		{"nodes with two units", "nodes=5kM", `limit "nodes=5kM"` + nodes},
		{"no nodes but a unit", "nodes=k", `limit "nodes=k"` + nodes},
		{"part of a thousand nodes", "nodes=1.5k", `limit "nodes=1.5k"` + nodes},
		{"too many thousands of nodes", "nodes=4611686018427388k", `limit "nodes=4611686018427388k"` + nodes},
		{"time without a unit", "movetime=100", `limit "movetime=100"` + times},
		{"time too short", "cputime=999us", `limit "cputime=999us"` + times},
		{"time too long", "cputime=241h", `limit "cputime=241h"` + times},
		{"negative time", "movetime=-1s", `limit "movetime=-1s"` + times},
		{"two signs", "depth==12", `limit "depth==12"` + depth},
		{"long", "depth=" + strings.Repeat("9", 100), `limit "depth=` + strings.Repeat("9", 34) + `"` + depth},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := ParseLimits(test.text)
			if err == nil || err.Error() != test.want || got != (Limits{}) {
				t.Errorf("limits %q are %+v, error %v, want error %s", test.text, got, err, test.want)
			}
		})
	}
}

// TestLimitsOnClock: limits with a clock, or with none at all, are not exact, and a clock has no text form.
func TestLimitsOnClock(t *testing.T) {
	clock := &Clock{Left: [2]time.Duration{time.Minute, time.Minute}}
	if (Limits{}).Exact() || (Limits{Depth: 1, Clock: clock}).Exact() || !(Limits{Depth: 1}).Exact() {
		t.Error("a limit by depth alone is exact, and none on a clock")
	}
	if got := (Limits{Clock: clock}).String(); got != "" {
		t.Errorf("a clock is written %q, want nothing", got)
	}
}

// FuzzParseLimits checks that accepted limits survive writing and reading.
func FuzzParseLimits(f *testing.F) {
	for _, text := range []string{
		"depth=12", "nodes=50000", "movetime=1m40s", "cputime=0.1s,depth=30", "mate=+3", "depth=007", "movetime=1.0000000001s",
		"mate=3,cputime=1s,movetime=2s,nodes=4,depth=5", "", "depth=", "depth=1,depth=1", "=", ",",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := ParseLimits(text)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\r\n\x00") || len(err.Error()) > 500 {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if again, err := ParseLimits(l.String()); err != nil || again != l {
			t.Fatalf("%q is read as %s, then as %s, error %v", text, l, again, err)
		}
	})
}
