package gate

import (
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/explain"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/speed"
	"github.com/zugwatch/zugwatch/suites"
)

// Trial is one suite as it was searched and judged.
type Trial struct {
	Suite      *suites.Suite // as far as it was searched
	Line       int           // of the suite in the configuration, from 1
	Run, Base  *bench.Run
	Timing     *bench.Timing // of Run
	BaseTiming *bench.Timing // of Base; nil: it is a baseline
	Comparison *compare.Comparison
	Race       *speed.Report   // nil: no race was run
	Shifts     *profile.Shifts // nil: the suite is not profiled

	Explanation *explain.Explanation // of the first lost position; nil: none is explained
	Unexplained string               // why there is no explanation, if one was tried

	evidence compare.Evidence // of the last comparison
}

// LeftOut is a suite that was left out, and why.
type LeftOut struct {
	Suite, Why string
	Optional   bool // its entry says that a verdict may do without it
	Faulty     bool // the base has too many faults
}

// Result holds the trial of each suite, the games, and what was left out. A judgement that ended early returns the
// trials until then, with its error.
type Result struct {
	Trials       []Trial
	Games        []Games           // suites of kind games
	Revisions    []engines.Variant // base and head; nil: none were built
	Claimed      bool              // every commit from the base to the head claims that nothing changes, which is then judged
	LeftOut      []LeftOut         // suites that did not fit into the budget, or in which the base has too many faults
	SkippedTiers []string          // suites of higher tiers, which were not selected
	Unplayed     []string          // suites of kind games without an accepted revision, which no baseline can judge
	Uncounted    []string          // suites that count legal moves, which the base cannot
	HasBudget    bool              // there was a budget
	Begun        bool              // something was measured, or at least tried
	Verdict      compare.Verdict
	Failure      failure.Kind
	Accepted     bool     // it is worse, and that is no failure: see AcceptWorse
	Unacceptable []string // suites that keep it from being accepted; nil: none, or acceptance was not asked for
}

// Comparisons returns the comparisons of the trials.
func (r *Result) Comparisons() []*compare.Comparison {
	var all []*compare.Comparison
	for i := range r.Trials {
		all = append(all, r.Trials[i].Comparison)
	}
	return all
}

// Change reports whether anything changed at all; suites that were left out may have changed.
func (r *Result) Change() compare.Equality {
	changes := []compare.Equality{}
	if len(r.Trials) > 0 || len(r.Games) == 0 {
		changes = append(changes, compare.ChangeOf(len(r.LeftOut), r.Comparisons()...))
	}
	for i := range r.Games {
		changes = append(changes, r.Games[i].Change())
	}
	return compare.CombineEquality(changes...)
}

// Gates returns the results of all gates, those of races first.
func (r *Result) Gates() []compare.Result {
	var races, others []compare.Result
	for i := range r.Trials {
		if race := r.Trials[i].Race; race != nil {
			races = append(races, race.Assessment.ResultBesideSuites())
		}
		others = append(others, r.Trials[i].Comparison.Gates...)
	}
	for i := range r.Games {
		others = append(others, r.Games[i].Result)
	}
	return append(races, others...)
}

// conclude sums the trials up: the worst verdict counts, and a shift of a profile that is a gate
// is a failure. A suite that was left out allows no better than inconclusive, unless its entry
// allows that. An undecided result is a failure of the engine if an engine, or the base, had
// faults.
func (r *Result) conclude() {
	var verdicts []compare.Verdict
	shifted := false
	for i := range r.Trials {
		t := &r.Trials[i]
		verdicts = append(verdicts, t.Comparison.Verdict)
		if t.Race != nil {
			verdicts = append(verdicts, t.Race.Assessment.ResultBesideSuites().Verdict)
		}
		shifted = shifted || t.Shifts != nil && t.Shifts.Failed()
	}
	for i := range r.Games {
		verdicts = append(verdicts, r.Games[i].Result.Verdict)
	}
	for _, left := range r.LeftOut {
		if !left.Optional {
			verdicts = append(verdicts, compare.Inconclusive)
		}
	}
	r.Verdict = compare.Worst(verdicts...)
	if shifted {
		r.Verdict = compare.Fail
	}
	r.Failure = r.Verdict.Failure(r.hasFaults())
}

// hasFaults reports whether an engine, or the base, had faults, so that an undecided result is a
// failure of the engine.
func (r *Result) hasFaults() bool {
	broken := func(left LeftOut) bool { return left.Faulty && !left.Optional }
	return slices.ContainsFunc(r.LeftOut, broken) || slices.ContainsFunc(r.Games, func(g Games) bool { return g.Faulty }) || slices.ContainsFunc(r.Trials, func(t Trial) bool {
		return t.Comparison.Overrun() || r.Revisions != nil && t.Comparison.HasBaseFaults()
	})
}

// AcceptWorse turns a fail into no failure if the only problem is that gates judged the head
// worse. Otherwise the failure becomes that of the other problems: faults, or an undecided
// result. The verdict stays.
func (r *Result) AcceptWorse() {
	if r.Verdict != compare.Fail {
		return
	}
	for i := range r.Trials {
		if t := &r.Trials[i]; t.Comparison.IsUnacceptable() {
			r.Unacceptable = append(r.Unacceptable, t.Comparison.Suite.Name)
		}
	}
	for i := range r.Games {
		if r.Games[i].Faulty {
			r.Unacceptable = append(r.Unacceptable, r.Games[i].Name)
		}
	}
	for _, left := range r.LeftOut {
		if !left.Optional {
			r.Unacceptable = append(r.Unacceptable, left.Suite)
		}
	}
	if r.Accepted = len(r.Unacceptable) == 0; r.Accepted {
		r.Failure = failure.None
		return
	}
	r.Failure = compare.Inconclusive.Failure(r.hasFaults())
}
