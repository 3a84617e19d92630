package revision

import (
	"maps"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestRange holds that a range has the commits of the first parents, oldest first.
func TestRange(t *testing.T) {
	folder, r := scratch(t)
	mustGit(t, folder, "tag", "v1")
	history(t, folder, "second: second\n\nBench: 42", "side second: on the side", "third second: third\n\nNo functional change",
		"merge third side: merge\x1f|\x1e", "last merge: last\n\nBench: 43 nodes")
	mustGit(t, folder, "update-ref", "HEAD", "last")
	steps, err := r.Range(t.Context(), "v1..")
	must.Do(t, err)
	var subjects []string
	before := head(t, r, "v1")
	for _, s := range steps {
		subjects = append(subjects, s.Subject)
		if s.Parent != before || s.Date.IsZero() || !strings.HasPrefix(s.Message, s.Subject) {
			t.Errorf("step %+v, want the parent %s", s, before)
		}
		before = s.Commit
	}
	if got, want := strings.Join(subjects, ", "), "second, third, merge\x1f|\x1e, last"; got != want {
		t.Fatalf("got %q, want %q", got, want)
	}
	for i, want := range []Claim{{Bench: 42}, {Same: true}, {}, {}} {
		if got := steps[i].Claim(); got != want {
			t.Errorf("%s claims %+v, want %+v", steps[i].Subject, got, want)
		}
	}
	if steps, err = r.Range(t.Context(), "side..main"); err != nil || len(steps) != 3 || steps[0].Parent.Subject != "second" {
		t.Errorf("from a side branch: %+v, %v", steps, err)
	}
	for _, text := range []string{"v1", "..v1", "v1...main", "main..v1", "v1..v1", "v1..none", "none..v1", "-x..main", "v1..main..side", ""} {
		if steps, err := r.Range(t.Context(), text); failure.Of(err) != failure.Input {
			t.Errorf("%q is %d steps, %v", text, len(steps), err)
		}
	}
}

// TestRangeRoot holds that a commit without a parent is in the range, and says so.
func TestRangeRoot(t *testing.T) {
	folder, r := scratch(t)
	mustGit(t, folder, "checkout", "-q", "--orphan", "other")
	mustGit(t, folder, "commit", "-q", "-m", "root")
	steps, err := r.Range(t.Context(), "main..other")
	if err != nil || len(steps) != 1 || steps[0].Parent.Hash != "" || steps[0].Subject != "root" {
		t.Errorf("got %+v, %v", steps, err)
	}
}

// TestOrder: a parent has a lower number than its children, on all branches, and a commit that no branch
// holds has one too.
func TestOrder(t *testing.T) {
	folder, r := scratch(t)
	of := history(t, folder, "second: second", "side: on the side", "loose second: on no branch", "merge second side: merge")
	mustGit(t, folder, "tag", "-d", "loose")
	order, err := r.Order(t.Context(), of["loose"])
	if err != nil || len(order) != 5 {
		t.Fatal(order, err)
	}
	for _, pair := range [][2]string{{"first", "second"}, {"first", "side"}, {"second", "loose"}, {"second", "merge"}, {"side", "merge"}} {
		if parent, child := order[of[pair[0]].Hash], order[of[pair[1]].Hash]; parent >= child {
			t.Errorf("%s has number %d, its child %s has %d", pair[0], parent, pair[1], child)
		}
	}
	if _, err := r.Order(t.Context(), Commit{Hash: "none"}); err == nil {
		t.Error("a commit that is not there has a number")
	}
}

// TestTags: plain and annotated tags name their commits, and branches do not.
func TestTags(t *testing.T) {
	folder, r := scratch(t)
	if tags, err := r.Tags(t.Context()); err != nil || len(tags) > 0 {
		t.Errorf("without a tag: %v, %v", tags, err)
	}
	first := head(t, r, "HEAD")
	mustGit(t, folder, "tag", "v1.9")
	mustGit(t, folder, "tag", "v1.2")
	mustGit(t, folder, "tag", "-a", "-m", "a release", "v1.10")
	second := commitEmpty(t, r, "second")
	mustGit(t, folder, "tag", "-a", "-m", "a release", "v2.0")
	mustGit(t, folder, "branch", "v2.0") // a name that is not the tag's alone
	commitEmpty(t, r, "third")
	tags, err := r.Tags(t.Context())
	if want := map[string]string{first.Hash: "v1.10, v1.9, v1.2", second.Hash: "v2.0"}; err != nil || !maps.Equal(tags, want) {
		t.Errorf("got %v, %v, want %v", tags, err, want)
	}
}
