package speed

import (
	"fmt"
	"math"

	"github.com/zugwatch/zugwatch/bench/compare"
)

// Assessment judges the speed of an engine by one or two measurements.
type Assessment struct {
	First   Estimates       `json:"first"`
	Second  *Estimates      `json:"second,omitempty"` // nil: one was enough
	All     Estimates       `json:"all"`              // of both together
	Allowed compare.Growth  `json:"allowed_permille"` // how much slower the engine may become
	Verdict compare.Verdict `json:"verdict"`
}

// wallSlack is the growth of wall time for each node, beyond the allowed one, that its interval may
// reach where the CPU time passes. Other programs share the wall clock, which only has to reveal an
// engine that waits.
const wallSlack = 0.1

// Assess judges the speed of an engine.
//
// One measurement passes when the interval of the cost lies below the allowed
// loss. It says fail when the interval lies above the allowed loss and above the
// noise floor. Between the two it says nothing.
//
// The engine fails when two measurements, second not nil, both say fail, with the noise floor of both
// together. It passes when the first passes, or both together do; all else is inconclusive. CPU time,
// if all engines report theirs, and wall time are judged in this way. Either can fail the engine. To
// pass, both have to pass, the wall time with wallSlack. An allowed loss of compare.Unlimited always
// passes.
func Assess(first, second *Measurement, allowed compare.Growth) Assessment {
	f := Assessment{First: newEstimates(first), Allowed: allowed}
	f.All = f.First
	if second != nil {
		again := newEstimates(second)
		f.Second, f.All = &again, newEstimates(first, second)
	}
	f.Verdict = f.verdictBy(f.All.Clock)
	if f.All.Clock != Wall && allowed >= 0 {
		switch {
		case f.verdictBy(Wall) == compare.Fail:
			f.Verdict = compare.Fail
		case f.Verdict == compare.Pass && (f.hasUnexplainedWait() || f.Second == nil && verdictOf(&f.First, Wall, f.First.WallFloor, allowed) == compare.Fail):
			f.Verdict = compare.Inconclusive
		}
	}
	return f
}

func (f *Assessment) verdictBy(c Clock) compare.Verdict {
	one := verdictOf(&f.First, c, f.First.floorIn(c), f.Allowed)
	if f.Second == nil {
		if one == compare.Fail {
			return compare.Inconclusive
		}
		return one
	}
	floor := f.All.floorIn(c)
	switch both := verdictOf(&f.All, c, floor, f.Allowed); {
	case verdictOf(&f.First, c, floor, f.Allowed) == compare.Fail && verdictOf(f.Second, c, floor, f.Allowed) == compare.Fail:
		return compare.Fail
	case one == compare.Pass || both == compare.Pass:
		return compare.Pass
	}
	return compare.Inconclusive
}

// hasUnexplainedWait reports whether the engine may take longer on the clock than the work that it does
// explains.
func (f *Assessment) hasUnexplainedWait() bool {
	return f.All.Wall.High > 1+float64(f.Allowed)/1000+wallSlack
}

// floorIn returns the noise floor by a clock.
func (e *Estimates) floorIn(c Clock) float64 {
	_, floor := e.byClock(c)
	return floor
}

// verdictOf returns what one measurement says by a clock, beside a noise floor.
func verdictOf(e *Estimates, c Clock, floor float64, allowed compare.Growth) compare.Verdict {
	limit := 1 + float64(allowed)/1000
	cost, _ := e.byClock(c)
	switch {
	case allowed < 0:
		return compare.Pass
	case cost.Sessions < MinSessions:
		return compare.Inconclusive
	case cost.High <= limit:
		return compare.Pass
	case cost.Low > limit && cost.Low > floor:
		return compare.Fail
	}
	return compare.Inconclusive
}

// ResultBesideSuites returns the result of a race beside suites. A machine that is too noisy to
// decide leaves it undecided, which does not fail the build.
func (f Assessment) ResultBesideSuites() compare.Result {
	r := f.Result()
	if r.Verdict == compare.Inconclusive {
		r.Verdict = compare.Undecided
		for i := range r.Effects {
			r.Effects[i].Verdict = r.Verdict
		}
	}
	return r
}

// Result returns the assessment as that of a gate on the axis of speed.
func (f Assessment) Result() compare.Result {
	e := f.All
	r := compare.Result{Axis: compare.Speed, Verdict: f.Verdict, Positions: []string{}}
	r.Reasons = append(r.Reasons, fmt.Sprintf("%s time for each node %s, 95%% interval %s over %d pairs in %d sessions (allowed: %s)",
		e.Clock, compare.Percent(e.Cost.Ratio), e.Cost.interval(), e.Cost.Pairs, e.Cost.Sessions, f.Allowed.Allowed()))
	if e.Cost.Bounded() && f.Allowed >= 0 {
		r.Effects = []compare.Effect{{
			What: e.Clock.String() + " time for each node", Low: e.Cost.Low - 1, Mean: e.Cost.Ratio - 1, High: e.Cost.High - 1,
			Allowed: float64(f.Allowed) / 1000, Verdict: f.Verdict,
		}}
	}
	r.Reasons = append(r.Reasons, fmt.Sprintf("the base against itself %s, %s over %d", compare.Percent(e.Same.Ratio), e.Same.interval(), e.Same.Pairs))
	if e.Clock != Wall && f.Verdict != compare.Pass {
		r.Reasons = append(r.Reasons, fmt.Sprintf("wall time for each node %s, %s, the base against itself %s",
			compare.Percent(e.Wall.Ratio), e.Wall.interval(), e.SameWall.interval()))
	}
	if f.Verdict == compare.Inconclusive {
		r.Reasons = append(r.Reasons, f.undecidedReason())
	}
	return r
}

// undecidedReason says why nothing was decided.
func (f Assessment) undecidedReason() string {
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
	if f.verdictBy(e.Clock) == compare.Pass {
		return "the CPU time passes and the wall time may not: it waits, or other programs take the machine"
	}
	return "the interval holds the limit" + e.Cost.sessionsNeeded(limit)
}

// sessionsNeeded says how many sessions would decide, if more were like these. The width of an
// interval falls with the root of their number.
func (e Estimate) sessionsNeeded(limit float64) string {
	away := math.Abs(math.Log(e.Ratio / limit))
	reach := max(math.Log(e.High/e.Ratio), math.Log(e.Ratio/e.Low))
	if factor := math.Pow(reach/away, 2); factor < 100 {
		return fmt.Sprintf("; about %.0f sessions would decide, which takes %.1f times as long", math.Ceil(factor*float64(e.Sessions)), factor)
	}
	return "; so near to it, no budget would decide"
}

// interval returns both ends of an estimate in words.
func (e Estimate) interval() string {
	if e.High == unbounded {
		return "unknown"
	}
	return compare.Percent(e.Low) + " to " + compare.Percent(e.High)
}
