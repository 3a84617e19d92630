package bench

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

func TestFaultNames(t *testing.T) {
	seen := make(map[string]bool)
	for f := NoFault + 1; f < faultEnd; f++ {
		name := f.String()
		if name == "" || seen[name] || strings.ContainsAny(name, " =") {
			t.Errorf("fault %d: name %q", f, name)
		}
		seen[name] = true
		if got, err := ParseFault(name); got != f || err != nil {
			t.Errorf("ParseFault(%q) = %v, %v", name, got, err)
		}
	}
	for _, text := range []string{"", "Internal", "crash", "fault(24)"} {
		if got, err := ParseFault(text); err == nil {
			t.Errorf("ParseFault(%q) = %v, want an error", text, got)
		}
	}
	if got := faultEnd.String(); got != "fault(24)" {
		t.Errorf("beyond the list: got %q", got)
	}
}

func TestVerdictNames(t *testing.T) {
	if (Outcome{}).Verdict != Unfinished {
		t.Error("the zero verdict is not unfinished")
	}
	for v := Unfinished; v <= Faulted; v++ {
		text := must.Get(json.Marshal(v))(t)
		var back Verdict
		if err := json.Unmarshal(text, &back); err != nil || back != v {
			t.Errorf("%s: got %v, %v", text, back, err)
		}
	}
	var v Verdict
	if err := v.UnmarshalText([]byte("passed")); err == nil {
		t.Error(`"passed" was read as a verdict`)
	}
	if got := (Faulted + 1).String(); got != "verdict(5)" {
		t.Errorf("beyond the list: got %q", got)
	}
}

func TestParseLimits(t *testing.T) {
	tests := []struct {
		text  string
		want  Limits
		exact bool
	}{
		{"depth=12", Limits{Limits: engine.Limits{Depth: 12}}, true},
		{"sd", Limits{RecordDepth: true}, true},
		{"sd+2", Limits{RecordDepth: true, RecordExtra: 2}, true},
		{"acd", Limits{AnalysisDepth: true}, true},
		{"sd,acd", Limits{RecordDepth: true, AnalysisDepth: true}, true},
		{"sd,depth=12,nodes=5", Limits{Limits: engine.Limits{Depth: 12, Nodes: 5}, RecordDepth: true}, true},
		{"cputime=100ms", Limits{Limits: engine.Limits{CPUTime: 100 * time.Millisecond}}, false},
		{"sd,movetime=1s", Limits{Limits: engine.Limits{MoveTime: time.Second}, RecordDepth: true}, false},
		{"nodes=5,stop-when-solved=3", Limits{Limits: engine.Limits{Nodes: 5}, StopSolved: 3}, true},
		{"sd,acd,nodes=5,stop-when-solved=240", Limits{Limits: engine.Limits{Nodes: 5}, RecordDepth: true, AnalysisDepth: true, StopSolved: 240}, true},
		{"acd,stop-when-solved=1", Limits{AnalysisDepth: true, StopSolved: 1}, true},
		{"movetime=1s,stop-when-solved=2", Limits{Limits: engine.Limits{MoveTime: time.Second}, StopSolved: 2}, false},
		{"nodes=51200,steps=7,stop-when-solved=2", Limits{Limits: engine.Limits{Nodes: 51200}, Steps: 7, StopSolved: 2}, true},
		{"depth=7,keep-state=40", Limits{Limits: engine.Limits{Depth: 7}, KeepState: 40}, true},
		{"sd,keep-state=2", Limits{RecordDepth: true, KeepState: 2}, true},
	}
	for _, test := range tests {
		limits, err := ParseLimits(test.text)
		if err != nil || limits != test.want {
			t.Errorf("ParseLimits(%q) = %+v, %v", test.text, limits, err)
		}
		if got := limits.String(); got != test.text {
			t.Errorf("String: got %q, want %q", got, test.text)
		}
		if got := (&Run{Limits: test.text}).Exact(); got != test.exact {
			t.Errorf("Exact of %q: got %v", test.text, got)
		}
		if got := limits.FixesNodes(); got {
			t.Errorf("%q fixes the nodes", test.text)
		}
	}
	for threads, exact := range map[string]bool{"1": true, "2": false, "": false} {
		id := engine.ID{Options: []engine.Option{{Name: engine.ThreadsOption, Value: threads}}}
		if got := (&Run{Engine: id, Limits: "depth=12"}).Exact(); got != exact {
			t.Errorf("Exact with %q threads: got %v", threads, got)
		}
	}
	if limits, err := ParseLimits("stop-when-solved=3,sd,nodes=5"); err != nil || limits.String() != "sd,nodes=5,stop-when-solved=3" {
		t.Errorf("another order: %v, %v", limits, err)
	}
	if limits, err := ParseLimits("keep-state=2,nodes=7"); err != nil || limits.String() != "nodes=7,keep-state=2" || !limits.FixesNodes() {
		t.Errorf("kept state: %+v, %v", limits, err)
	}
	if limits, err := ParseLimits("steps=3,nodes=7"); err != nil || limits.String() != "nodes=7,steps=3" || !limits.FixesNodes() {
		t.Errorf("steps: %+v, %v", limits, err)
	}
	if limits, err := ParseLimits("nodes=7"); err != nil || !limits.FixesNodes() || (Limits{}).FixesNodes() {
		t.Errorf("nodes alone: %+v, %v", limits, err)
	}
	for _, text := range []string{
		"", "sd,", "sd,sd", "sd+0", "sd+", "sd+x", "sd+02", "sd+241", "depth=5,sd+2", "depth", "SD", "depth=5,sd", "acd,sd", "acd,acd", "sd,acd,", "nodes=5,acd",
		"stop-when-solved=3", "sd,stop-when-solved=3,", "nodes=5,stop-when-solved=3,stop-when-solved=3",
		"nodes=5,stop-when-solved=0", "nodes=5,stop-when-solved=241", "nodes=5,stop-when-solved=+3", "nodes=5,stop-when-solved=", ",stop-when-solved=3",
		"steps=3", "sd,steps=3", "dm,steps=3", "mate=3,steps=3", "depth=9,steps=3", "nodes=9,depth=9,steps=3", "sd,nodes=9,steps=3", "nodes=9,movetime=1s,steps=3", "nodes=9,steps=1", "nodes=9,steps=0", "nodes=1M,steps=21",
		"keep-state=40", "sd,keep-state=1", "nodes=9,keep-state=1001", "nodes=9,keep-state=04", "nodes=9,keep-state=2,keep-state=2", "nodes=9,steps=2,keep-state=2", "sd,stop-when-solved=3,keep-state=2",
		"nodes=9,steps=03", "nodes=9,steps=", "nodes=9,steps=2,steps=2", "nodes=3,steps=3", "nodes=9,steps=3,stop-when-solved=4",
	} {
		if limits, err := ParseLimits(text); err == nil {
			t.Errorf("ParseLimits(%q) = %+v, want an error", text, limits)
		}
		if (&Run{Limits: text}).Exact() {
			t.Errorf("%q counts as exact", text)
		}
	}
}

// FuzzParseLimits: what is read and written out is read as the same.
func FuzzParseLimits(f *testing.F) {
	for _, seed := range []string{"sd", "depth=3", "sd,depth=12,nodes=5", "movetime=90m,cputime=1s,mate=3", "sd,sd", "sd+2", "sd+0", "nodes=+7", "sd,acd,nodes=5,stop-when-solved=3", "nodes=9,steps=3,stop-when-solved=2", "nodes=9,keep-state=40"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		limits, err := ParseLimits(text)
		if err != nil {
			return
		}
		again, err := ParseLimits(limits.String())
		if err != nil || again != limits {
			t.Errorf("%q became %+v, %v", text, again, err)
		}
	})
}

func TestParseShard(t *testing.T) {
	for _, want := range []Shard{{1, 1}, {1, 2}, {2, 2}, {4096, 4096}} {
		if got, err := ParseShard(want.String()); got != want || err != nil {
			t.Errorf("ParseShard(%q) = %v, %v", want, got, err)
		}
	}
	for _, text := range []string{"", "1", "0/2", "3/2", "1/0", "-1/2", "1/4097", "01/2", "1/2/3", " 1/2", "1/2 ", "a/b", "+1/2"} {
		if got, err := ParseShard(text); err == nil {
			t.Errorf("ParseShard(%q) = %v, want an error", text, got)
		}
	}
}

// TestShardsPartition: every record is in exactly one shard, and Size counts.
func TestShardsPartition(t *testing.T) {
	for records := range 40 {
		for count := 1; count <= 17; count++ {
			owners := make([]int, records)
			for index := 1; index <= count; index++ {
				shard, size := Shard{index, count}, 0
				for i := range records {
					if shard.Has(i) {
						owners[i]++
						size++
					}
				}
				if shard.Size(records) != size {
					t.Fatalf("shard %s of %d records: size %d, has %d", shard, records, shard.Size(records), size)
				}
			}
			for i, n := range owners {
				if n != 1 || !(Shard{}).Has(i) {
					t.Fatalf("record %d of %d is in %d of %d shards", i, records, n, count)
				}
			}
		}
	}
	if (Shard{}).Size(7) != 7 || (Shard{}).String() != "" {
		t.Error("the zero shard is not the whole suite")
	}
}
