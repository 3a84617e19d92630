package gate

import (
	"testing"

	"github.com/zugwatch/zugwatch/bench/config"
)

// TestSameSuites: a release has a job for each suite that the base is searched in, in the same order.
func TestSameSuites(t *testing.T) {
	t.Parallel()
	jobs := func(names ...string) (jobs []*job) {
		for _, name := range names {
			jobs = append(jobs, &job{config: config.Suite{Name: name}})
		}
		return jobs
	}
	want := []string{"wac", "tree"}
	got := sameSuites(jobs("wac", "perft", "tree"), jobs(want...))
	if len(got) != len(want) {
		t.Fatalf("%d jobs, want %d", len(got), len(want))
	}
	for i, name := range want {
		if got[i].config.Name != name {
			t.Errorf("job %d is of %s, want %s", i+1, got[i].config.Name, name)
		}
	}
}
