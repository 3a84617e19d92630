package bench

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine"
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
	for _, text := range []string{"", "Internal", "crash", "fault(22)"} {
		if got, err := ParseFault(text); err == nil {
			t.Errorf("ParseFault(%q) = %v, want an error", text, got)
		}
	}
	if got := faultEnd.String(); got != "fault(22)" {
		t.Errorf("beyond the list: got %q", got)
	}
}

func TestVerdictNames(t *testing.T) {
	if (Outcome{}).Verdict != Unfinished {
		t.Error("the zero verdict is not unfinished")
	}
	for v := Unfinished; v <= Faulted; v++ {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
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
		text        string
		want        engine.Limits
		recordDepth bool
		exact       bool
	}{
		{"depth=12", engine.Limits{Depth: 12}, false, true},
		{"sd", engine.Limits{}, true, true},
		{"sd,depth=12,nodes=5", engine.Limits{Depth: 12, Nodes: 5}, true, true},
		{"cputime=100ms", engine.Limits{CPUTime: 100 * time.Millisecond}, false, false},
		{"sd,movetime=1s", engine.Limits{MoveTime: time.Second}, true, false},
	}
	for _, test := range tests {
		limits, recordDepth, err := ParseLimits(test.text)
		if err != nil || limits != test.want || recordDepth != test.recordDepth {
			t.Errorf("ParseLimits(%q) = %+v, %v, %v", test.text, limits, recordDepth, err)
		}
		if got := limitText(limits, recordDepth); got != test.text {
			t.Errorf("limitText: got %q, want %q", got, test.text)
		}
		if got := (&Run{Limits: test.text}).Exact(); got != test.exact {
			t.Errorf("Exact of %q: got %v", test.text, got)
		}
	}
	for threads, exact := range map[string]bool{"1": true, "2": false, "": false} {
		id := engine.ID{Options: []engine.Option{{Name: engine.ThreadsOption, Value: threads}}}
		if got := (&Run{Engine: id, Limits: "depth=12"}).Exact(); got != exact {
			t.Errorf("Exact with %q threads: got %v", threads, got)
		}
	}
	for _, text := range []string{"", "sd,", "sd,sd", "depth", "SD", "depth=5,sd"} {
		if limits, recordDepth, err := ParseLimits(text); err == nil {
			t.Errorf("ParseLimits(%q) = %+v, %v, want an error", text, limits, recordDepth)
		}
		if (&Run{Limits: text}).Exact() {
			t.Errorf("%q counts as exact", text)
		}
	}
}

// FuzzParseLimits: what is read and written out is read as the same.
func FuzzParseLimits(f *testing.F) {
	for _, seed := range []string{"sd", "depth=3", "sd,depth=12,nodes=5", "movetime=90m,cputime=1s,mate=3", "sd,sd", "nodes=+7"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		limits, recordDepth, err := ParseLimits(text)
		if err != nil {
			return
		}
		again, recordAgain, err := ParseLimits(limitText(limits, recordDepth))
		if err != nil || again != limits || recordAgain != recordDepth {
			t.Errorf("%q became %+v, %v, %v", text, again, recordAgain, err)
		}
	})
}
