package history

import (
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestInsert: a record stands before the first line of a later commit, and what stood in the file stays to
// the byte.
func TestInsert(t *testing.T) {
	numbers := func(path string) (got string) {
		records := must.Get(Load(path))(t)
		for i := range records {
			got += records[i].Commit[:1]
		}
		return got
	}
	order := make(map[string]int)
	for i := 1; i < 8; i++ { // 0, 8 and 9 are of another branch
		order[at(i, "depth=9").Commit] = i
	}
	for _, test := range []struct {
		has, insert []int
		want        string
	}{
		{nil, []int{2, 1}, "12"},
		{[]int{2, 5}, []int{1, 3, 4, 6}, "123456"},
		{[]int{9, 2, 8, 5, 0}, []int{3, 7}, "9283507"},
		{[]int{5, 2}, []int{3}, "352"},
		{[]int{2, 5}, []int{9}, "259"},
		{[]int{2, 5}, []int{2, 3}, "235"},
	} {
		records := func(numbers []int) (records []Record) {
			for _, n := range numbers {
				records = append(records, at(n, "depth=9"))
			}
			return records
		}
		path, before := kept(t, records(test.has)...), ""
		if len(test.has) > 0 {
			before = read(t, path)
		}
		must.Get(Insert(path, "test", order, records(test.insert)...))(t)
		if got := numbers(path); got != test.want {
			t.Errorf("%v into %v: got %s, want %s", test.insert, test.has, got, test.want)
		}
		after := read(t, path)
		for line := range strings.Lines(before) {
			if !strings.Contains(after, line) {
				t.Errorf("%v into %v: line %s is gone", test.insert, test.has, line)
			}
		}
	}
}

// TestInsertKnown: a line of another suite at the same commit comes behind, and another result is refused.
func TestInsertKnown(t *testing.T) {
	first, second := at(1, "depth=9"), at(2, "depth=9")
	order := map[string]int{first.Commit: 1, second.Commit: 2}
	path := kept(t, first, second)
	must.Get(Insert(path, "test", order, at(1, "depth=7")))(t)
	records, err := Load(path)
	if err != nil || len(records) != 3 || records[1].Limits != "depth=7" || records[1].Commit != first.Commit {
		t.Errorf("%+v, %v", records, err)
	}
	if !HasRun(records, first.Commit, first.Suite, "depth=7") || HasRun(records, second.Commit, first.Suite, "depth=7") || HasRun(records, first.Commit, first.Suite, "depth=8") {
		t.Error("what the history has is not told")
	}
	before := read(t, path)
	first.Solved--
	if added, err := Insert(path, "test", order, first); failure.Of(err) != failure.Baseline || added != (AddResult{}) || read(t, path) != before {
		t.Errorf("another result: %+v, %v", added, err)
	}
}
