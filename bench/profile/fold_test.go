package profile

import (
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

// stackLines returns the stacks of a profile as text, from the leaf, sorted.
func stackLines(t *testing.T, p *Profile, root string) []string {
	t.Helper()
	less := must.Get(folded(p.p, root))(t)
	must.Do(t, less.CheckValid())
	var lines []string
	for _, sample := range less.Sample {
		lines = append(lines, strings.Join(stackOf(sample), ";"))
	}
	slices.Sort(lines)
	return lines
}

// TestFolded: each function is once on a stack, which begins with the search.
func TestFolded(t *testing.T) {
	p := stacks(t, Notes{},
		[]string{"3 leaf;search;moves;search;root;run;main", "2 leaf;search;root;run;main", "1 search;moves;search;root;main", "4 gc;main", "5 q;q;q;search;moves"})
	want := []string{"gc;main", "leaf;search;root", "q;search;moves", "search;root"}
	if got := stackLines(t, p, "root"); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestPreempted: the time of a stop belongs to the function that was stopped.
func TestPreempted(t *testing.T) {
	p := stacks(t, Notes{}, []string{"30 runtime.asyncPreempt;moves;search;main", "2 runtime.asyncPreempt2;runtime.asyncPreempt;search;main", "5 search;main"})
	s := must.Get(p.Summarise())(t)
	flat := make(map[string]int64)
	for _, f := range s.Functions {
		flat[f.Name] = Total(f.Flat)
	}
	if flat["moves"] != 30 || flat["runtime.asyncPreempt"] != 0 || flat["runtime.asyncPreempt2"] != 2 || flat["search"] != 5 {
		t.Errorf("samples %v", flat)
	}
}
