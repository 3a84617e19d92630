package main

import (
	"bytes"
	"testing"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/report"
)

// TestProfileVerdict: a function that takes a clearly larger share fails the job
// where the profile is a gate, whatever the other gates say.
func TestProfileVerdict(t *testing.T) {
	shift := func(change float64) []profile.FunctionDelta {
		return []profile.FunctionDelta{{Name: "f", Flat: profile.Delta{Base: 0.1, Head: 0.1 + change, Change: change, Error: 0.005, Clear: true}}}
	}
	tests := []struct {
		name  string
		found []report.Shifts
		code  int
		want  int
		line  string
	}{
		{"nothing", []report.Shifts{{Suite: "s", Gate: true}}, codePass, codePass, "gate profile  pass         s: the hot spots did not shift\n"},
		{"information", []report.Shifts{{Suite: "s", Functions: shift(0.05)}}, codePass, codePass, "gate profile  info         s: shifted: 1 function, 0 phases; larger are f +5.0 pp\n"},
		{"gate", []report.Shifts{{Suite: "s", Gate: true, Functions: shift(0.05)}}, codePass, codeRegression, "gate profile  fail         s: shifted: 1 function, 0 phases; larger are f +5.0 pp\n"},
		{"smaller", []report.Shifts{{Suite: "s", Gate: true, Functions: shift(-0.05)}}, codePass, codePass, "gate profile  pass         s: shifted: 1 function, 0 phases\n"},
		{"faults beside it", []report.Shifts{{Suite: "s", Gate: true, Functions: shift(0.05)}}, codeEngine, codeRegression, "gate profile  fail         s: shifted: 1 function, 0 phases; larger are f +5.0 pp\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			end := finding{conclusion: conclusion{verdict: compare.Pass.String(), code: test.code}, shifts: test.found}
			end.judgeShifts()
			if err := report.ProfileGate(&out, test.found[0], report.Options{}); err != nil {
				t.Fatal(err)
			}
			if end.code != test.want || out.String() != test.line {
				t.Errorf("code %d, want %d, line %q", end.code, test.want, out.String())
			}
			if (end.verdict == compare.Fail.String()) != (test.want == codeRegression) {
				t.Errorf("verdict %s", end.verdict)
			}
		})
	}
}
