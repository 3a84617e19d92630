package gate

import (
	"context"
	"errors"
	"fmt"
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
	"github.com/zugwatch/zugwatch/bench/speed"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/suites"
)

// Options say what is judged and how.
type Options struct {
	Suites       []config.Suite // those that were chosen
	All          bool           // none of them was named: higher tiers are told of
	Engine       string         // the engine of all of them; empty: those of the configuration
	Save         string         // folder for the runs; empty: they are not kept
	Again        int            // how often positions lost under a clock are searched again
	EqualOptions []string       // options of an engine that are no change of its pruning
	Today        string         // the date, YYYY-MM-DD
	Budget       time.Duration  // what does not fit is left out; 0: there is none
	Answers      bool           // keep the answer of each iteration in the runs

	Explain time.Duration // time to explain the first lost position of each suite that fails; 0: none is explained

	Race         time.Duration // budget of the race on each suite whose gate has a speed; 0: none is run
	Seed         uint64        // orders the searches of races
	RaceProgress func(share float64)
}

// ErrBase is in every error of the search of a base: no head can be judged by it.
var ErrBase = errors.New("base")

// MaxAgain is the most that Options.Again may be.
const MaxAgain = 100

// job is one suite with what it takes to judge it.
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
	flawed   bool              // the base claims mates wrongly in another suite
	notes    []string          // on how the suite is searched in another way than the configuration says
	bases    int               // how many revisions judge the head; 0: one
	answers  bool              // the answer of each iteration is kept
}

// Judge runs the suites and compares each with its baseline. It reports errors in suites and
// baselines before it measures anything. Options of the engine that must be equal are the
// exception: the engine tells them only when it is opened.
func Judge(ctx context.Context, r *runner.Runner, o *Options) (*Result, error) {
	jobs, err := baselineJobs(ctx, r, o)
	if err != nil {
		return new(Result), err
	}
	result := &Result{Budgeted: o.Budget > 0}
	if o.All {
		result.SkippedTiers = r.Config.SkippedTiers(o.Suites)
	}
	schedule := newSchedule(ctx, r, o.Budget, jobs)
	defer schedule.close()
	err = schedule.judge(r, o, result)
	result.Left = schedule.left
	return result, err
}

// openJobs opens the suites.
func openJobs(r *runner.Runner, o *Options) (jobs []*job, err error) {
	for _, chosen := range o.Suites {
		suite, err := r.Config.OpenJudged(&chosen, o.Today)
		if err != nil {
			return nil, err
		}
		jobs = append(jobs, &job{config: chosen, suite: suite, answers: o.Answers})
	}
	return jobs, nil
}

// baselineJobs opens the suites and their baselines, and then finds the engines, which
// may have to be built.
func baselineJobs(ctx context.Context, r *runner.Runner, o *Options) ([]*job, error) {
	jobs, err := openJobs(r, o)
	if err != nil {
		return nil, err
	}
	var bad []error
	for _, j := range jobs {
		var err error
		if j.baseline, err = LoadBaseline(r.Config, &j.config); err == nil {
			if err = checkCurrent(j.baseline, &j.config, j.suite); err != nil {
				err = fmt.Errorf("%s: %w", r.Config.Path(j.config.Baseline), err)
			}
		}
		bad = append(bad, err)
		j.profile, err = LoadProfile(r.Config, &j.config)
		bad = append(bad, err)
	}
	if err := errors.Join(bad...); err != nil {
		return nil, err
	}
	found, err := r.ForSuites(ctx, o.Engine, o.Suites)
	if err != nil {
		return nil, err
	}
	for i, j := range jobs {
		j.head = found[i]
	}
	return jobs, nil
}

// judge runs one job after the other, as long as the budget lasts, and sums up.
func (s *schedule) judge(r *runner.Runner, o *Options, result *Result) error {
	result.Begun = true
	var judged []*job // of the trials
	for j := s.next(); j != nil; j = s.next() {
		trial, err := j.judge(s.ctx, r, o)
		if err == nil && j.refit(s.ctx, r, trial.Comparison, s.limits) {
			s.refitted = true
			trial, err = j.judge(s.ctx, r, o)
		}
		if s.cut(err) {
			continue
		}
		if err == nil {
			s.done(j, trial.Comparison)
			trial.Shifts, err = j.shifts(s.whole, r)
		}
		if trial.Comparison != nil {
			result.Trials, judged = append(result.Trials, trial), append(judged, j)
		}
		if err != nil {
			return err
		}
	}
	if err := judgeClaimsAgain(s.ctx, r, o, judged, result.Trials); err != nil {
		return err
	}
	if err := explainLosses(s.whole, o, judged, result.Trials); err != nil {
		return err
	}
	result.Left = s.left
	result.conclude()
	return nil
}

// judgeClaimsAgain judges the suites again that fail by wrong claims of mates where the base makes none, if the base makes
// some in other suites: it has that flaw, and more of it by chance is no regression. A budget that ends leaves the first
// verdict.
func judgeClaimsAgain(ctx context.Context, r *runner.Runner, o *Options, jobs []*job, trials []Trial) error {
	again := *o
	again.Race = 0
	for i, j := range jobs {
		if !trials[i].Comparison.OnlyHeadClaims() || !slices.ContainsFunc(trials, func(t Trial) bool { return t.Comparison.BaseClaims() > 0 }) {
			continue
		}
		j.flawed = true
		trial, err := j.judge(ctx, r, &again)
		if errors.Is(err, errBudget) {
			continue
		}
		if err != nil {
			return err
		}
		trial.Race, trial.Shifts = trials[i].Race, trials[i].Shifts
		trials[i] = trial
	}
	return nil
}

// judge measures the suite and compares, in more and more forms until these decide, and
// races where its gate has a speed. The trial comes with an error too, as far as it
// came. Where the budget ends in a later look, or before the positions that lost most are
// searched in other forms, what was found until then counts, and does not pass for more.
func (j *job) judge(ctx context.Context, r *runner.Runner, o *Options) (t Trial, err error) {
	looks := j.looks()
	evidence := compare.Evidence{EqualOptions: o.EqualOptions, Tests: r.Config.Tests() * max(1, j.bases), Looks: len(looks), Notes: j.notes, FlawedBase: j.flawed, Families: j.families()}
	t = Trial{Suite: j.suite, Line: j.config.Line}
	var candidates []string
	for i, forms := range looks {
		evidence.More = i < len(looks)-1
		next := t
		if err = j.look(ctx, r, &next, forms); err == nil {
			found, failed := j.compare(ctx, r, o, next.Base, next.Run, evidence)
			if err = failed; found != nil {
				t, t.Comparison = next, found
			}
		}
		if err != nil {
			break
		}
		if i == 0 {
			candidates = t.Comparison.Candidates()
		}
		if t.Comparison.Verdict != compare.Undecided {
			break
		}
	}
	evidence.Early, evidence.More = evidence.More, false
	if err == nil {
		err = j.name(ctx, r, o, &t, &evidence, candidates)
	}
	if t.Comparison != nil && errors.Is(err, errBudget) {
		if j.repeats.evidence(&evidence); evidence.Fresh == nil {
			evidence.Unasked = "the budget ended before other forms were searched"
		}
		t.Comparison, err = compare.Compare(t.Base, t.Run, j.gate(t.Base, t.Run), evidence)
	}
	j.repeatable(&t)
	if err != nil {
		return t, err
	}
	if err = j.save(o.Save, &t); err != nil {
		return t, err
	}
	t.Race, err = j.race(ctx, r, o)
	return t, err
}

// measure runs the suite on the head, and on the base where there is no baseline.
// Under exact limits, where nothing can come of it, one goes after the other; else
// they search side by side, each with half of the workers, so that what slows the
// machine down slows both.
func (j *job) measure(ctx context.Context, r *runner.Runner) (base, head *side, err error) {
	switch {
	case j.baseline != nil:
		head, err = j.side(ctx, r, j.head, "")
		return &side{run: j.baseline.Run}, head, err
	case j.config.Limit.Exact():
		if base, err = j.side(ctx, r, j.base, "base"); err == nil {
			head, err = j.side(ctx, r, boundTime(ctx, j.head, base.timing), "head")
		}
		return base, head, err
	}
	half, quiet := *r, *r
	half.Workers = max(1, r.Workers/2)
	quiet.Workers, quiet.Watch = half.Workers, runner.Unwatched
	var both sync.WaitGroup
	var baseErr, headErr error
	both.Go(func() { base, baseErr = j.side(ctx, &quiet, j.base, "base") })
	both.Go(func() { head, headErr = j.side(ctx, &half, j.head, "head") })
	both.Wait()
	return base, head, errors.Join(baseErr, headErr)
}

// How long a search of the head may take: so many times the longest of the base, and at least so long. A head
// that hangs is found in seconds, and no load of the machine slows a search down as much.
const (
	timesBase   = 50
	leastSearch = 5 * time.Second
)

// boundTime returns the head, with less time for a search where the base needs far less than a search may take.
func boundTime(ctx context.Context, head engines.Engine, base *bench.Timing) engines.Engine {
	if base == nil || head.Command.Path == "" {
		return head
	}
	longest := max(leastSearch, timesBase*base.Longest())
	if longest >= head.Command.Allowance.Search(engine.Limits{Nodes: 1}) {
		return head
	}
	head.Command.Allowance.Position = longest
	return head.Openable(ctx)
}

// side is the suite as one of the two engines searched it.
type side struct {
	run    *bench.Run
	timing *bench.Timing
}

// side runs the suite on one engine. The label tells revisions apart.
func (j *job) side(ctx context.Context, r *runner.Runner, on engines.Engine, label string) (*side, error) {
	if kept := j.runs.find(label, j); kept != nil {
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
	searched := &side{run, timing}
	j.runs.keep(label, j, searched)
	return searched, nil
}

// compare judges the head by the base. Positions that were lost under a limit that
// reads a clock are searched again, by the base too where there is no baseline; under exact
// limits the head is asked again for some of what fails. Where that search ends with an error, the
// comparison comes with it.
func (j *job) compare(ctx context.Context, r *runner.Runner, o *Options, base, head *bench.Run, evidence compare.Evidence) (*compare.Comparison, error) {
	comparison, err := compare.Compare(base, head, j.gate(base, head), evidence)
	if err != nil {
		if j.baseline != nil {
			err = fmt.Errorf("%s: %w", r.Config.Path(j.config.Baseline), renewable(&j.config, err))
		}
		return nil, err
	}
	if len(j.repeats.differing) > 0 || len(j.repeats.alone) > 0 { // in an earlier look
		j.repeats.evidence(&evidence)
		if comparison, err = compare.Compare(base, head, j.gate(base, head), evidence); err != nil {
			return nil, err
		}
	}
	if comparison, err = j.askAlone(ctx, r, comparison, base, head, &evidence); err != nil {
		return comparison, err
	}
	if comparison, err = j.askAgain(ctx, r, comparison, base, head, &evidence); err != nil {
		return comparison, err
	}
	flipped := comparison.Flipped()
	if len(flipped) == 0 || o.Again == 0 {
		return comparison, nil
	}
	if evidence.BaseAgain, evidence.Again, err = j.searchAgain(ctx, r, o.Again, flipped); err != nil {
		return nil, err
	}
	return compare.Compare(base, head, j.gate(base, head), evidence)
}

// gate returns that of the suite, which asks whether anything changed at all where the head
// claims that nothing did and the runs can tell.
func (j *job) gate(base, head *bench.Run) compare.Gate {
	asked := j.config.Gate
	if !asked.Exact && j.claimed && base.Exact() && head.Exact() {
		asked.Exact, asked.SameTree = true, true
	}
	return asked
}

// race measures how fast both engines are on the suite, nil when that is not
// judged.
func (j *job) race(ctx context.Context, r *runner.Runner, o *Options) (*speed.Report, error) {
	allowed := j.config.Gate.Speed
	if j.baseline != nil || allowed == nil || *allowed < 0 || o.Race == 0 {
		return nil, nil
	}
	return r.Race(ctx, j.base, j.head, j.suite.Name, speed.Config{
		Positions: j.suite.Positions(), Limits: engine.Limits{Nodes: speed.DefaultNodes},
		Budget: o.Race, Allowed: *allowed, Seed: o.Seed, Progress: o.RaceProgress,
	})
}
