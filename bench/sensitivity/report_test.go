package sensitivity

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
)

// sample are rows of every kind: found by two axes, found by one, missed, broken, and
// neutral ones of which one is red and one was not judged.
func sample() *Report {
	axis := func(suite, name, verdict string, changed bool) Axis {
		return Axis{Suite: suite, Axis: name, Verdict: verdict, Reasons: []string{"because"}, Base: 10, Head: 8, Changed: changed}
	}
	return &Report{Head: Head{Format: format, Schema: schema, Engine: "e"}, Rows: []Row{
		{Name: "both", Kind: "damaging", Verdict: "fail", Axes: []Axis{axis("wac", "tactics", "fail", true), axis("tree", "nodes", "fail", true)}},
		{Name: "one", Kind: "damaging", Verdict: "fail", Axes: []Axis{axis("wac", "tactics", "fail", true), axis("tree", "nodes", "pass", true)}},
		{Name: "missed", Kind: "damaging", Verdict: "undecided", Axes: []Axis{axis("wac", "tactics", "undecided", true)}},
		{Name: "broken", Kind: "damaging", Verdict: "inconclusive", Fault: "crashes"},
		{Name: "green", Kind: "neutral", Tuned: true, Verdict: "pass", Axes: []Axis{axis("wac", "tactics", "pass", false)}},
		{Name: "red", Kind: "neutral", Verdict: "fail", Axes: []Axis{axis("wac", "tactics", "fail", true)}},
		{Name: "later", Kind: "neutral"},
	}}
}

// TestSummary counts them.
func TestSummary(t *testing.T) {
	want := Summary{
		Damaging: Count{3, 4}, Neutral: Count{1, 2}, Fresh: Count{1, 1},
		Axes:   []AxisCount{{"tactics", 2, 1}, {"nodes", 1, 0}},
		Missed: []string{"missed"}, Alarms: []string{"red"}, Same: []string{"green"}, Waiting: 1,
	}
	if got := sample().Summary(); !reflect.DeepEqual(got, want) {
		t.Errorf("summary\n%+v, want\n%+v", got, want)
	}
}

// TestFile reads what is written.
func TestFile(t *testing.T) {
	var text bytes.Buffer
	if err := sample().write(&text); err != nil {
		t.Fatal(err)
	}
	got, err := parse("x.jsonl", text.Bytes())
	if err != nil || !reflect.DeepEqual(got, sample()) {
		t.Errorf("read\n%+v, %v, want\n%+v", got, err, sample())
	}
}

// TestFileErrors holds what is said of a file that is none.
func TestFileErrors(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"empty", "", "x.jsonl:1:1: EOF"},
		{"format", `{"format":"x","schema":1,"engine":""}`, `x.jsonl:1:1: format "x" of schema 1 (expected zugwatch-sensitivity, schema 1)`},
		{"newer", `{"format":"zugwatch-sensitivity","schema":2,"engine":""}`, `x.jsonl:1:1: format "zugwatch-sensitivity" of schema 2 (expected zugwatch-sensitivity, schema 1)`},
		{"row", `{"format":"zugwatch-sensitivity","schema":1,"engine":""}` + "\n{\"nam\":1}", "x.jsonl:2:1: json: unknown field"},
	} {
		if _, err := parse("x.jsonl", []byte(test.text)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %s", test.name, err, test.want)
		}
	}
}

// TestPlayed reads the games that the program brings.
func TestPlayed(t *testing.T) {
	if _, err := Played(); err != nil {
		t.Error(err)
	}
}

// TestSolved counts each suite once, and none of nodes alone.
func TestSolved(t *testing.T) {
	row := &Row{Axes: []Axis{
		{Suite: "wac", Axis: "tactics", Base: 10, Head: 8},
		{Suite: "wac", Axis: "nodes", Base: 10, Head: 8},
		{Suite: "tree", Axis: "nodes", Base: 7, Head: 7},
		{Suite: "zz", Axis: "zugzwang", Base: 5, Head: 6},
	}}
	if base, head := row.Solved(); base != 15 || head != 14 {
		t.Errorf("%d and %d solved, want 15 and 14", base, head)
	}
}
