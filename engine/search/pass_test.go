package search

import "testing"

// TestMateThreat holds when a null search that is mated deepens the node: as the policy
// says, else as the search does, and by default in the search of the papers alone.
func TestMateThreat(t *testing.T) {
	// Black mates by Qh2 if White passes; White is a queen up.
	const threatened = "5rk1/5ppp/8/8/6n1/2Q4q/5P2/2Q2RK1 w - - 0 1"
	for _, c := range []struct {
		search, policy string
		want           int // quarter plies
	}{
		{"falcon", "r3", 1},
		{"falcon", "r3,threat=4", 4},
		{"falcon,matethreat=0", "r3", 0},
		{"modern", "r3", 0},
		{"modern", "r3,threat=2", 2},
	} {
		th := started(t, c.search, c.policy, threatened)
		f := th.frame(1)
		f.position, f.key = th.frame(0).position, th.frame(0).key
		value := th.eval.Evaluate(&f.position)
		r := th.tryPass(f, 1, 6*onePly, value-200, value)
		if r.cut {
			t.Fatalf("%s %s: a pass that is mated cuts", c.search, c.policy)
		}
		if got := r.depth - 6*onePly; got != c.want || (th.count(6*onePly).MateThreats > 0) != (c.want > 0) {
			t.Errorf("%s %s: %d quarter plies more, want %d", c.search, c.policy, got, c.want)
		}
	}
}
