package speed

import (
	"fmt"

	"github.com/zugwatch/zugwatch/bench/compare"
)

// Assessment is what one or two measurements say of the speed of an engine.
type Assessment struct {
	First   Estimates       `json:"first"`
	Second  *Estimates      `json:"second,omitempty"` // nil: one was enough
	All     Estimates       `json:"all"`              // of both together
	Allowed compare.Growth  `json:"allowed_permille"` // how much slower the engine may become
	Verdict compare.Verdict `json:"verdict"`
}

// Decide judges the speed of an engine.
//
// One measurement passes when the interval of the cost lies below the allowed
// loss. It says fail when the interval lies above the allowed loss and above the
// noise floor. Between the two it says nothing.
//
// The engine fails when two measurements, second not nil, both
// say fail, with the noise floor of both together; it passes when the first passes,
// or both together do; all else is inconclusive. An allowed loss of compare.Unlimited passes whatever was found.
func Decide(first, second *Measurement, allowed compare.Growth) Assessment {
	f := Assessment{First: Evaluate(first), Allowed: allowed}
	f.All = f.First
	one := verdictOf(f.First, f.First.Floor, allowed)
	if second == nil {
		if f.Verdict = one; one == compare.Fail {
			f.Verdict = compare.Inconclusive
		}
		return f
	}
	again := Evaluate(second)
	f.Second, f.All = &again, Evaluate(first, second)
	noise := f.All.Floor
	switch both := verdictOf(f.All, noise, allowed); {
	case verdictOf(f.First, noise, allowed) == compare.Fail && verdictOf(again, noise, allowed) == compare.Fail:
		f.Verdict = compare.Fail
	case one == compare.Pass || both == compare.Pass:
		f.Verdict = compare.Pass
	}
	return f
}

// verdictOf is what one measurement says beside a noise floor.
func verdictOf(e Estimates, floor float64, allowed compare.Growth) compare.Verdict {
	limit := 1 + float64(allowed)/1000
	switch {
	case allowed < 0:
		return compare.Pass
	case e.Cost.Sessions < MinSessions:
		return compare.Inconclusive
	case e.Cost.High <= limit:
		return compare.Pass
	case e.Cost.Low > limit && e.Cost.Low > floor:
		return compare.Fail
	}
	return compare.Inconclusive
}

// Beside is the verdict beside those of suites, where a machine that is too noisy to
// decide blocks nobody.
func (f Assessment) Beside() compare.Verdict {
	if f.Verdict == compare.Inconclusive {
		return compare.Undecided
	}
	return f.Verdict
}

// Result is the assessment as that of a gate on the axis of speed.
func (f Assessment) Result() compare.Result {
	e := f.All
	r := compare.Result{Axis: compare.Speed, Verdict: f.Verdict, Positions: []string{}}
	r.Reasons = append(r.Reasons, fmt.Sprintf("%s time for each node %s, 95%% interval %s over %d pairs in %d sessions (allowed: +%s)",
		e.Clock, compare.Percent(e.Cost.Ratio), e.Cost.interval(), e.Cost.Pairs, e.Cost.Sessions, f.Allowed))
	r.Reasons = append(r.Reasons, fmt.Sprintf("the base against itself %s, %s over %d", compare.Percent(e.Same.Ratio), e.Same.interval(), e.Same.Pairs))
	if f.Verdict == compare.Inconclusive {
		r.Reasons = append(r.Reasons, f.doubt())
	}
	return r
}

// doubt says why nothing was decided.
func (f Assessment) doubt() string {
	limit := 1 + float64(f.Allowed)/1000
	e := f.All
	switch {
	case e.Cost.Sessions < MinSessions || e.Same.Sessions < MinSessions:
		return fmt.Sprintf("too few sessions (expected at least %d; hint: more time, or a smaller workload)", MinSessions)
	case f.Second == nil:
		return "a second measurement was not made"
	case e.Cost.Low > limit && e.Cost.Low <= e.Floor:
		return "equal engines seem as far apart on this machine"
	case e.Cost.Low > limit:
		return "only one of two measurements says so"
	}
	return "the interval holds the limit"
}

// interval is both ends of an estimate in words.
func (e Estimate) interval() string {
	if e.High == unbounded {
		return "unknown"
	}
	return compare.Percent(e.Low) + " to " + compare.Percent(e.High)
}
