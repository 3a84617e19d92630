package gate

import (
	"slices"
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
	var got []string
	for _, j := range sameSuites(jobs("wac", "perft", "tree"), jobs("wac", "tree")) {
		got = append(got, j.config.Name)
	}
	if !slices.Equal(got, []string{"wac", "tree"}) {
		t.Errorf("jobs of %q", got)
	}
}
