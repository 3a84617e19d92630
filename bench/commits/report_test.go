package commits

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/engine/must"
)

// kept returns a file with two pairs of one commit.
func kept() *records {
	elo := []revision.Elo{{Elo: 1.5, Error: 2, TimeControl: "LTC", Games: 10}}
	shift := &Shift{Low: 0.01, Mean: 0.02, High: 0.03}
	suite := Suite{
		Suite: "few", Verdict: "fail", Change: "changed", SolvedBase: 2, SolvedHead: 1, Solution: shift, Lost: shift,
		Axes:      []Axis{{Axis: "tactics", Verdict: "fail", Effects: []Effect{{"lost share", *shift, 0.02, "fail"}}, Reason: "lost 1"}},
		Positions: []string{"OWN.2"},
	}
	return &records{
		Head: Head{Format: format, Schema: schema, Tool: "v1", Suites: []string{"few depth=3"}, Tests: 3, Again: 5, Claims: true},
		pairs: []Pair{
			{Commit: "aa", Parent: "bb", Subject: "a <b>", Date: time.Unix(0, 0).UTC(), Bench: 4, Elo: elo, Verdict: "fail", Change: "changed", Suites: []Suite{suite}, Measured: Measured{2.5}},
			{Commit: "aa", Parent: "bb", Reversed: true, Date: time.Unix(0, 0).UTC(), Elo: []revision.Elo{}, Verdict: errored, Change: "unknown", Suites: []Suite{}, Error: "why"},
		},
	}
}

// TestFile holds that a file comes back as it was, to the byte.
func TestFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "range.jsonl")
	if f, err := load(path); f != nil || err != nil {
		t.Fatalf("no file: %v, %v", f, err)
	}
	must.Do(t, kept().save(path))
	before := must.Get(os.ReadFile(path))(t)
	f := must.Get(load(path))(t)
	if text := f.differences(&kept().Head); text != "" {
		t.Error(text)
	}
	must.Do(t, f.save(path))
	if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
		t.Errorf("got\n%s, %v, want\n%s", after, err, before)
	}
	for _, test := range []struct {
		commit, parent string
		reversed       bool
		want           string
	}{{"aa", "bb", false, "fail"}, {"aa", "bb", true, errored}, {"aa", "cc", false, ""}, {"bb", "aa", false, ""}} {
		p := f.find(test.commit, test.parent, test.reversed)
		if (p == nil) != (test.want == "") || p != nil && p.Verdict != test.want {
			t.Errorf("%+v: got %+v", test, p)
		}
	}
}

// TestDifferences holds that each part of how pairs are judged tells two files apart.
func TestDifferences(t *testing.T) {
	for _, test := range []struct {
		change func(*Head)
		want   string
	}{
		{func(h *Head) { h.Tool = "v2" }, "tool v1 (expected v2)"},
		{func(h *Head) { h.Suites = []string{"few depth=4"} }, "suite few depth=3 (expected few depth=4)"},
		{func(h *Head) { h.Suites = nil }, "suite few depth=3 (expected none)"},
		{func(h *Head) { h.Tests = 4 }, "tests 3 (expected 4)"},
		{func(h *Head) { h.Again = 6 }, "again 5 (expected 6)"},
		{func(h *Head) { h.Claims = false }, "claims true (expected false)"},
		{func(h *Head) { h.Race = "1m0s" }, "race  (expected 1m0s)"},
	} {
		now := kept().Head
		test.change(&now)
		if got := kept().differences(&now); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

func TestCounts(t *testing.T) {
	r := Report{}
	for _, verdict := range []string{"pass", "pass", "fail", "undecided", "inconclusive", errored, "later"} {
		r.Pairs = append(r.Pairs, Pair{Verdict: verdict, Change: "unknown"})
	}
	r.Pairs[0].Change = "identical"
	want := Counts{Pairs: 7, Pass: 2, Fail: 1, Undecided: 1, Inconclusive: 2, Errors: 1, Identical: 1}
	if got := r.Counts(); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestProgress: the estimated time counts only the pairs of this call.
func TestProgress(t *testing.T) {
	for _, test := range []struct {
		limit, begun int
		want         time.Duration
	}{{0, 0, 10 * time.Second}, {3, 0, 7500 * time.Millisecond}, {3, 1, 5 * time.Second}, {9, 1, 10 * time.Second}} {
		s := &session{options: &Options{Limit: test.limit}, kept: kept(), report: &Report{Left: 4}, begun: test.begun}
		p := s.progress(task{step: &revision.Step{}}, 6)
		if p.Done != 2 || p.Left != 4 || p.Time != test.want {
			t.Errorf("limit %d, %d begun: %+v, want %v", test.limit, test.begun, p, test.want)
		}
	}
}
