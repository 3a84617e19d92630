package speed

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
)

// The pairs of a session: so many of base and head, half of them with each copy of
// the base, and so many A/A pairs.
const (
	sessionPairs = 6
	sessionSame  = 3
)

// Config says what to measure. All of it but Progress has to be set.
type Config struct {
	// Base and Head make an engine each. They are called again for every session,
	// Base twice, and in any order.
	Base, Head func() (engine.Engine, error)
	// Positions are searched under Limits, which have to be exact: a time limit
	// would be a search for the time spent. Of positions that take too long
	// together some are taken, evenly spread.
	Positions []chess.Position
	Limits    engine.Limits
	// Budget is about how long the whole may take, beside starting engines. The
	// first half is for one measurement and the second for another. A session
	// that has begun is measured to its end.
	Budget time.Duration
	// Allowed is how much slower the head may be.
	Allowed compare.Growth
	// Seed makes the order of the pairs.
	Seed uint64
	// Now is the wall clock.
	Now func() time.Time
	// Progress is called after every pair with the share of the budget that is
	// spent. Nil: no call.
	Progress func(share float64)
}

// MinBudget is the shortest budget: less holds too few pairs for any verdict.
const MinBudget = time.Second

// SetupError says that something was asked for that can not be measured.
type SetupError struct{ Text string }

// Error is the text.
func (e *SetupError) Error() string { return e.Text }

func (c *Config) check() error {
	switch {
	case len(c.Positions) == 0:
		return &SetupError{"speed needs positions (expected at least one)"}
	case !c.Limits.Exact():
		return &SetupError{fmt.Sprintf("limits %s read a clock (expected depth or nodes, so that time is what is measured)", c.Limits)}
	case c.Budget < MinBudget:
		return &SetupError{fmt.Sprintf("budget %v (expected at least %v)", c.Budget, MinBudget)}
	}
	return nil
}

// Report is what was measured and found.
type Report struct {
	Base      engine.ID      `json:"base"`
	Head      engine.ID      `json:"head"`
	Limits    string         `json:"limits"`
	Positions int            `json:"positions"` // searched in each pass
	Of        int            `json:"of"`        // positions that were given
	Spent     time.Duration  `json:"spent_ns"`
	Finding   Finding        `json:"finding"`
	Measured  []*Measurement `json:"-"`
}

// Run measures two engines and judges the head. It ends after half of the budget
// when that is enough to pass, and else makes a second measurement. The errors are
// *SetupError, those of opening engines and of their searches, and the cause of a
// done context.
func Run(ctx context.Context, c Config) (*Report, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	contest := &contest{
		Config: &c, start: c.Now(), random: rand.New(rand.NewPCG(c.Seed, 0)),
		work:   workload{positions: c.Positions, limits: c.Limits},
		report: &Report{Limits: c.Limits.String(), Of: len(c.Positions)},
	}
	report := contest.report
	for half := range 2 {
		m, err := contest.measure(ctx, c.Budget/2*time.Duration(half+1))
		if err != nil {
			return nil, err
		}
		report.Measured = append(report.Measured, m)
		report.judge(c.Allowed)
		if report.Finding.Verdict == compare.Pass {
			break
		}
	}
	report.Spent = c.Now().Sub(contest.start)
	return report, nil
}

// judge decides what the measurements say beside an allowed loss.
func (r *Report) judge(allowed compare.Growth) {
	var second *Measurement
	if len(r.Measured) > 1 {
		second = r.Measured[1]
	}
	r.Finding = Decide(r.Measured[0], second, allowed)
}
