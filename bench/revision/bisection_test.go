package revision

import (
	"fmt"
	"slices"
	"testing"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestBisection looks for every commit of a history with a merge as the first bad
// one, with and without others that cannot be tried: each of them with
// ZUGWATCH_SLOW=1, else one.
func TestBisection(t *testing.T) {
	folder, r := scratch(t)
	of := history(t, folder, "c1: c1", "s1 c1: s1", "s2 s1: s2", "c2 c1: c2", "m c2 s2: m", "c3 m: c3", "c4 c3: c4")
	names := []string{"c1", "s1", "s2", "c2", "m", "c3", "c4"}
	ancestors := map[string][]string{"c1": nil, "s1": {"c1"}, "s2": {"s1", "c1"}, "c2": {"c1"}, "m": {"c2", "s2", "s1", "c1"}}
	ancestors["c3"] = append([]string{"m"}, ancestors["m"]...)
	ancestors["c4"] = append([]string{"c3"}, ancestors["c3"]...)
	for i, first := range names {
		for j, untried := range append(names[:len(names)-1:len(names)-1], "") {
			if untried != "" && (i+j)%7 > 0 && !must.Slow() {
				continue
			}
			t.Run(fmt.Sprintf("%s without %s", first, untried), func(t *testing.T) {
				isBad := func(name string) bool { return name == first || slices.Contains(ancestors[name], first) }
				suspects := hunt(t, must.Get(r.Bisect(t.Context(), of["first"], of["c4"]))(t), isBad, untried)
				found := slices.ContainsFunc(suspects, func(s Commit) bool { return s.Subject == first })
				if !found || len(suspects) > 2 || len(suspects) == 2 && suspects[0].Subject != untried {
					t.Errorf("suspects are %v", suspects)
				}
				if untried == "" && len(suspects) != 1 {
					t.Errorf("%d suspects, want the one", len(suspects))
				}
			})
		}
	}
	for _, ends := range [][2]string{{"c4", "first"}, {"c2", "s1"}, {"c1", "c1"}} {
		if _, err := r.Bisect(t.Context(), of[ends[0]], of[ends[1]]); failure.Of(err) != failure.Input {
			t.Errorf("%v: %v", ends, err)
		}
	}
}

// TestNoSubject: a commit without a message has an empty subject.
func TestNoSubject(t *testing.T) {
	folder, r := scratch(t)
	first := head(t, r, "main")
	for range 3 {
		mustGit(t, folder, "commit", "--quiet", "--allow-empty", "--allow-empty-message", "--message", "")
	}
	b := must.Get(r.Bisect(t.Context(), first, head(t, r, "main")))(t)
	hunt(t, b, func(subject string) bool {
		if subject != "" {
			t.Errorf("subject is %q, want none", subject)
		}
		return true
	}, "untried")
}

// hunt bisects a history whose commits are bad by their subjects.
func hunt(t *testing.T, b *Bisection, isBad func(subject string) bool, untried string) []Commit {
	t.Helper()
	for range 20 {
		next, done, suspects, err := b.Next(t.Context())
		must.Do(t, err)
		if done {
			return suspects
		}
		if n, _ := b.Left(); n < 2 {
			t.Fatalf("%d are left with one to try", n)
		}
		state := Good
		switch {
		case next.Subject == untried:
			state = Unknown
		case isBad(next.Subject):
			state = Bad
		}
		b.MarkCommit(next, state)
	}
	t.Fatal("no end")
	return nil
}
