package revision

import (
	"fmt"
	"testing"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestBisection looks for every commit of a history with a merge as the first bad
// one, with and without others that cannot be tried: each of them with
// ZUGWATCH_SLOW=1, else two.
func TestBisection(t *testing.T) {
	folder, r := scratch(t)
	mustGit(t, folder, "tag", "c0")
	commit := func(name string) {
		commitEmpty(t, r, name)
		mustGit(t, folder, "tag", name)
	}
	commit("c1")
	mustGit(t, folder, "checkout", "-q", "-b", "side")
	commit("s1")
	commit("s2")
	mustGit(t, folder, "checkout", "-q", "main")
	commit("c2")
	mustGit(t, folder, "merge", "-q", "--no-ff", "-m", "m", "side")
	mustGit(t, folder, "tag", "m")
	commit("c3")
	commit("c4")
	names := []string{"c1", "s1", "s2", "c2", "m", "c3", "c4"}
	for i, first := range names {
		for j, untried := range append(names[:len(names)-1:len(names)-1], "") {
			if untried != "" && (i+j)%3 > 0 && !must.Slow() {
				continue
			}
			t.Run(fmt.Sprintf("%s without %s", first, untried), func(t *testing.T) {
				suspects := hunt(t, r, first, untried)
				found := false
				for _, s := range suspects {
					found = found || s.Subject == first
				}
				if !found || len(suspects) > 2 || len(suspects) == 2 && suspects[0].Subject != untried {
					t.Errorf("suspects are %v", suspects)
				}
				if untried == "" && len(suspects) != 1 {
					t.Errorf("%d suspects, want the one", len(suspects))
				}
			})
		}
	}
	for _, ends := range [][2]string{{"c4", "c0"}, {"c2", "s1"}, {"c1", "c1"}} {
		if _, err := r.Bisect(t.Context(), head(t, r, ends[0]), head(t, r, ends[1])); failure.Of(err) != failure.Input {
			t.Errorf("%v: %v", ends, err)
		}
	}
}

// hunt bisects a history in which a commit is bad when first is among its
// ancestors or itself.
func hunt(t *testing.T, r *Repository, first, untried string) []Commit {
	t.Helper()
	b := must.Get(r.Bisect(t.Context(), head(t, r, "c0"), head(t, r, "c4")))(t)
	for range 20 {
		next, done, suspects, err := b.Next(t.Context())
		must.Do(t, err)
		if done {
			return suspects
		}
		if n, _, err := b.Left(t.Context()); n < 2 || err != nil {
			t.Fatalf("%d are left with one to try, %v", n, err)
		}
		state := Good
		if mustGit(t, r.root, "rev-list", "--max-count=1", first, "^"+next.Hash) == "" {
			state = Bad
		}
		if next.Subject == untried {
			state = Unknown
		}
		b.MarkCommit(next, state)
	}
	t.Fatal("no end")
	return nil
}
