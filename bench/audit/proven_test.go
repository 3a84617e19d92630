package audit

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
)

// reductionsLimit is the depth at which null-move reductions solve what they miss of
// zugzwang-proven at sd+2, as docs/paper.md says.
const reductionsLimit = "sd+5"

// provenSuite returns the suite zugzwang-proven or, unless slow checks were asked for, every second position if it has at
// most 7 plies.
func provenSuite(t *testing.T) *suites.Suite {
	t.Helper()
	suite := must.Get(suites.Open("zugzwang-proven"))(t)
	if must.Slow() {
		return suite
	}
	shallow, few := *suite, 0
	shallow.Records = slices.DeleteFunc(slices.Clone(suite.Records), func(r epd.Record) bool {
		few++
		return r.Depth > 7 || few%2 == 0
	})
	return &shallow
}

// lostBy lists the positions of a suite that a policy does not solve in the search
// of the papers.
func lostBy(t *testing.T, suite *suites.Suite, text, limit string) (ids []string) {
	t.Helper()
	o := search.Defaults()
	o.Params, o.Policy = search.Falcon(), policy(t, text)
	limits := must.Get(bench.ParseLimits(limit))(t)
	open := func() (engine.Engine, error) { return search.New(o) }
	run, _, err := bench.Execute(context.Background(), open, suite, bench.Config{Limits: limits, Workers: 2})
	must.Do(t, err)
	for i := range run.Outcomes {
		if o := &run.Outcomes[i]; o.Verdict != bench.Solved {
			ids = append(ids, o.ID)
		}
	}
	t.Logf("%s %s loses %d of %d: %v", text, limit, len(ids), len(run.Outcomes), ids)
	return ids
}

// zugzwangsOf counts the positions that hang on a zugzwang.
func zugzwangsOf(ids []string) (n int) {
	for _, id := range ids {
		if strings.Contains(id, ".Z.") {
			n++
		}
	}
	return n
}

// TestProven checks the claims of docs/paper.md about the suite. Without null moves, and
// with a guard of two pieces, all of it is solved within two plies of the grades.
// Null-move reductions need three plies more for those that they miss. Null moves without
// a guard lose a large part of the zugzwangs, and with a guard of one piece fewer.
func TestProven(t *testing.T) {
	suite := provenSuite(t)
	var ids []string
	for i := range suite.Records {
		ids = append(ids, suite.Records[i].ID)
	}
	for _, policy := range []string{"off", "r3,guard=two"} {
		if lost := lostBy(t, suite, policy, "sd+2"); len(lost) > 0 {
			t.Errorf("%s loses %v", policy, lost)
		}
	}
	if late := lostBy(t, suite, "nmr3-4", "sd+2"); len(late) > 0 {
		part := must.Get(suite.Filter(late...))(t)
		if lost := lostBy(t, part, "nmr3-4", reductionsLimit); len(lost) > 0 {
			t.Errorf("nmr3-4 loses %v", lost)
		}
	}
	none, one := zugzwangsOf(lostBy(t, suite, "r3,guard=none", "sd+2")), zugzwangsOf(lostBy(t, suite, "r3", "sd+2"))
	if none < zugzwangsOf(ids)*3/10 || one == 0 || one >= none {
		t.Errorf("no guard loses %d and a guard of one piece %d of %d zugzwangs, want a large part and fewer", none, one, zugzwangsOf(ids))
	}
}
