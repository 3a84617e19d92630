package gate

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/suites"
)

// job is one suite with its engines and the state of its judgement.
type job struct {
	config   config.Suite
	suite    *suites.Suite
	head     engines.Engine
	base     engines.Engine    // of the other revision, where there is no baseline
	baseline *store.Baseline   // nil: the base is searched
	claimed  bool              // the head claims that nothing changed
	profile  *profile.Baseline // accepted; nil: the suite is not profiled, or the base is
	repeats  repeats           // searches of the head that were repeated
	runs     *keptRuns         // of revisions that are judged again; nil: none is kept
	known    compare.Evidence  // what holds for every look: notes, the symmetry of scores, flaws of the base in other suites
	bases    int               // how many revisions judge the head; 0: one
	answers  bool              // the answer of each iteration is kept
	drifts   bool              // an engine keeps state that outlives ucinewgame, or never repeats its searches

	accepted *engines.Engine // of the revision that a suite of games names as accepted; nil: none does
}

// openJobs opens the suites.
func openJobs(r *runner.Runner, o *Options) (jobs []*job, err error) {
	for _, chosen := range o.Suites {
		suite, err := r.Config.OpenForGate(&chosen, o.Today)
		if err != nil {
			return nil, err
		}
		jobs = append(jobs, &job{config: chosen, suite: suite, answers: o.Answers})
	}
	return jobs, nil
}

// repeats holds the answers to repeated searches.
type repeats struct {
	asked     []string               // IDs of the searches that the head repeats
	differing []compare.Differing    // those that it answers in another way
	fresh     map[string]freshResult // by the ID of a search that both sides repeat in fresh processes
	shared    bool                   // both sides have the same state in the same order of searches
	// base and head count the further searches of positions that are lost under a clock.
	base, head map[string]compare.Again
}

// freshResult compares a search in a fresh process of each side with the first one.
type freshResult struct {
	equal                    bool           // both sides answer equally in fresh processes
	ofBase                   *bench.Outcome // in a fresh process
	baseDiffers, headDiffers bool           // from the first search of the side
}

// evidence adds the repeated searches to the evidence. Searches that differ only by the state of the head are left out
// unless the head has more of it than the base.
func (r *repeats) evidence(e *compare.Evidence) {
	e.Nondeterministic, e.Repeated = r.differing, len(r.asked)
	e.BaseAgain, e.Again = r.base, r.head
	e.EqualInFreshProcess = nil
	leaks := r.headLeaks() && !r.shared
	for _, id := range slices.Sorted(maps.Keys(r.fresh)) {
		if a := r.fresh[id]; a.equal && (a.baseDiffers || !leaks) {
			e.EqualInFreshProcess = append(e.EqualInFreshProcess, id)
		}
	}
}

// headLeaks reports whether more searches differ by the state of the head alone than by that of the base alone, and chance
// does not explain it (McNemar's test).
func (r *repeats) headLeaks() bool {
	ofBase, ofHead := 0, 0
	for _, a := range r.fresh {
		switch {
		case !a.equal || a.baseDiffers == a.headDiffers:
		case a.headDiffers:
			ofHead++
		default:
			ofBase++
		}
	}
	return !compare.ChanceExplains(ofHead, ofBase)
}

// familiesOf returns the families of the positions of a suite where these are judged by them, nil elsewhere.
func familiesOf(chosen *config.Suite, suite *suites.Suite) map[string]string {
	if !byFamily(chosen.Gate.Axis, chosen.Forms) {
		return nil
	}
	return suite.Families()
}

// byFamily reports whether an axis is judged by families of positions in so many forms.
func byFamily(axis compare.Axis, forms int) bool {
	return forms > 1 && (axis == compare.Zugzwang || axis == compare.Mating)
}

// ErrBase is in every error of the search of a base: no head can be judged by it.
var ErrBase = errors.New("base")

// measure runs the suite on the head, and on the base if there is no baseline. Under exact limits one goes
// after the other, as the load of the machine changes nothing. Else they search side by side, each with half of
// the workers, so that a slow machine slows both.
func (j *job) measure(ctx context.Context, r *runner.Runner) (base, head *runner.Stored, err error) {
	switch {
	case j.baseline != nil:
		head, err = j.side(ctx, r, j.head, "")
		return &runner.Stored{Run: j.baseline.Run}, head, err
	case j.config.Limit.Exact():
		if base, err = j.side(ctx, r, j.base, "base"); err == nil {
			head, err = j.side(ctx, r, boundTime(ctx, j.head, base.Timing), "head")
		}
		return base, head, err
	}
	half := *r
	half.Workers = max(1, r.Workers/2)
	var both sync.WaitGroup
	var baseErr, headErr error
	both.Go(func() { base, baseErr = j.side(ctx, half.Quiet(), j.base, "base") })
	both.Go(func() { head, headErr = j.side(ctx, &half, j.head, "head") })
	both.Wait()
	return base, head, errors.Join(baseErr, headErr)
}

// How long a search of the head may take: so many times the longest of the base, and at least so long. A head
// that hangs is found in seconds, and no load of the machine slows a search down as much.
const (
	timesBase     = 50
	minSearchTime = 5 * time.Second
)

// boundTime returns the head, with less time for a search where the base needs far less than a search may take.
func boundTime(ctx context.Context, head engines.Engine, base *bench.Timing) engines.Engine {
	if base == nil || head.Command.Path == "" {
		return head
	}
	longest := max(minSearchTime, timesBase*base.Longest())
	if longest >= head.Command.Allowance.Search(engine.Limits{Nodes: 1}) {
		return head
	}
	head.Command.Allowance.Position = longest
	return head.WithOpen(ctx)
}

// question says what an engine is asked: two searches with one question have the same answers.
func (j *job) question(on *engines.Engine) string {
	return fmt.Sprintf("%s\x00%d\x00%s\x00%d\x00%s", on.Name, on.Restart, j.suite.Digest, j.suite.InForms, j.config.Limit)
}

// side runs the suite on one engine. The label tells revisions apart.
func (j *job) side(ctx context.Context, r *runner.Runner, on engines.Engine, label string) (*runner.Stored, error) {
	question := j.question(&on)
	if kept := j.runs.find(label, question); kept != nil {
		return kept, nil
	}
	run, timing, err := r.Run(ctx, on, j.suite, bench.Config{
		Limits: j.config.Limit, MaxFaults: max(j.config.Gate.MaxFaults, runner.FaultLimit(len(j.suite.Records))), Iterations: j.answers,
	})
	prefix := ""
	if label != "" {
		prefix = label + ": "
	}
	if err != nil {
		switch label {
		case "base":
			err = failure.With(failure.Of(err), fmt.Errorf("%w: %w", ErrBase, err))
		case "head":
			err = failure.With(failure.Of(err), fmt.Errorf("head: %w", err))
		}
		return nil, err
	}
	if totals := run.Totals(); totals.Faults() > j.config.Gate.MaxFaults {
		r.Tell("%szugwatch: %v", prefix, runner.FaultError(run, timing))
	}
	searched := &runner.Stored{Run: run, Timing: timing}
	j.runs.keep(label, question, searched)
	return searched, nil
}

// searchPart searches records of a suite, by their keys, on one engine under a limit.
func (j *job) searchPart(ctx context.Context, r *runner.Runner, on engines.Engine, suite *suites.Suite, limit bench.Limits, keys ...string) (*bench.Run, error) {
	part := *j
	part.config.Limit = limit
	var err error
	if part.suite, err = suite.Only(keys...); err != nil {
		return nil, err
	}
	searched, err := part.side(ctx, r, on, "")
	if err != nil {
		return nil, err
	}
	return searched.Run, nil
}

// compareRuns compares the runs of a trial by the gate of the suite and what repeated searches have shown so far.
func (j *job) compareRuns(t *Trial, e compare.Evidence) error {
	j.repeats.evidence(&e)
	c, err := compare.Compare(t.Base, t.Run, j.gate(t.Base, t.Run), e)
	if err == nil {
		t.Comparison = c
	}
	return err
}

// gate returns the gate of the suite. It asks whether anything changed at all if the head claims that nothing
// did and the runs can tell.
func (j *job) gate(base, head *bench.Run) compare.Gate {
	asked := j.config.Gate
	if !asked.Exact && j.claimed && base.Exact() && head.Exact() {
		asked.Exact, asked.SameTree = true, true
	}
	return asked
}
