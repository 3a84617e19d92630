package farm

import (
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/suites"
)

// TestSuiteJob: workers learn how many forms a suite has, and which preludes.
func TestSuiteJob(t *testing.T) {
	config := &bench.Config{Limits: bench.Limits{Limits: engine.Limits{Depth: 3}}, Repeat: 2}
	for _, related := range []bool{false, true} {
		job := suiteJob(Engine{}, &suites.Suite{InForms: 8, Related: related}, config)
		if job.Related != related || job.Forms != 8 || job.Limits != "depth=3" || job.Repeat != 2 {
			t.Errorf("related %t: %+v", related, job)
		}
	}
}
