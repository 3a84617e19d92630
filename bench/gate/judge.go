package gate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/bench/speed"
	"github.com/zugwatch/zugwatch/engine"
)

// Judge runs the suites and compares each with its baseline. It reports errors in suites and
// baselines before it measures anything. Options of the engine that must be equal are the
// exception: the engine tells them only when it is opened.
func Judge(ctx context.Context, r *runner.Runner, o *Options) (result *Result, err error) {
	result = &Result{HasBudget: o.Budget > 0}
	jobs, err := baselineJobs(ctx, r, o)
	if err != nil {
		return result, err
	}
	if o.All {
		result.SkippedTiers = r.Config.SkippedTiers(o.Suites)
	}
	played, closing, err := baselineGames(ctx, r, o, result)
	defer func() { err = errors.Join(err, closing()) }()
	if err != nil {
		return result, err
	}
	for _, j := range jobs {
		for i := range played {
			if played[i].head.Name == j.head.Name {
				j.accepted = &played[i].base
			}
		}
	}
	judgeSymmetry(ctx, r, jobs)
	schedule := newSchedule(ctx, r, o.Budget, jobs)
	defer schedule.close()
	schedule.games = played
	err = schedule.judge(r, o, result)
	result.LeftOut = schedule.left
	return result, err
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

// judge runs one job after the other and plays the games, as long as the budget lasts, and sums up. It returns an error if the
// base has too many faults in the first two suites, or in the only one.
func (s *schedule) judge(r *runner.Runner, o *Options, result *Result) error {
	result.Begun, r = true, r.WarnOnce()
	var judged []*job // of the trials
	var faulty error  // of the first suite, if it is left out for faults of the base
	for j := s.next(); j != nil; j = s.next() {
		trial, err := j.judge(s.ctx, r, o)
		byNodes := j.needsNodes()
		if err == nil && j.refit(s.ctx, r, &trial, s.limits) {
			s.refitted = s.refitted || byNodes
			trial, err = j.judge(s.ctx, r, o)
		}
		if s.isCutShort(err) {
			continue
		}
		if (len(result.Trials) > 0 || faulty == nil) && s.leavesFaulty(j, err) {
			faulty = cmp.Or(faulty, err)
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
	if len(result.Trials) == 0 && faulty != nil {
		return faulty
	}
	if err := judgeFlawsAgain(s.ctx, r, o, judged, result.Trials); err != nil {
		return err
	}
	if err := explainLosses(s.whole, o, judged, result.Trials); err != nil {
		return err
	}
	if err := s.playGames(r, o, result); err != nil {
		return err
	}
	result.LeftOut = s.left
	result.conclude()
	return nil
}

// judge measures the suite and compares, in more and more forms until these decide, and runs a race if its gate has a
// speed. A trial comes with an error too, as far as it got. The budget may end in a later look, or before the
// positions that lost most are searched in other forms. The results so far then count, and a reason says what was not
// searched.
func (j *job) judge(ctx context.Context, r *runner.Runner, o *Options) (t Trial, err error) {
	looks := j.looks()
	evidence := j.known
	evidence.EqualOptions, evidence.Tests, evidence.Looks = o.EqualOptions, r.Config.Tests()*max(1, j.bases), len(looks)
	evidence.Families = familiesOf(&j.config, j.suite)
	t = Trial{Suite: j.suite, Line: j.config.Line}
	var found candidates
	for i, forms := range looks {
		evidence.More = i < len(looks)-1
		next := t
		if err = j.look(ctx, r, &next, forms); err == nil {
			err = j.compare(ctx, r, o, &next, evidence)
		}
		if next.Comparison != t.Comparison { // else the look came to nothing
			t = next
		}
		if err != nil {
			break
		}
		if i == 0 {
			found = candidates{t.Comparison.Candidates(), t.Comparison.GainedCandidates()}
		}
		if t.Comparison.Verdict != compare.Undecided {
			break
		}
		if evidence.More && t.Comparison.EqualRounds { // more forms would be copies
			evidence.More = false
			err = j.compare(ctx, r, o, &t, evidence)
			break
		}
	}
	evidence.Early, evidence.More = evidence.More, false
	if err == nil {
		err = j.confirmLost(ctx, r, o, &t, &evidence, found)
	}
	if err == nil {
		err = j.countMissedInFewerNodes(ctx, r, o, &t, &evidence)
	}
	if t.Comparison != nil && errors.Is(err, errBudget) {
		err = j.judgeCutShort(&t, &evidence)
	}
	j.addRepeats(&t)
	t.evidence = evidence
	if err != nil {
		return t, err
	}
	if err = j.save(o.Save, &t); err != nil {
		return t, err
	}
	t.Race, err = j.race(ctx, r, o)
	return t, err
}

// judgeCutShort judges what was searched before the budget ended.
func (j *job) judgeCutShort(t *Trial, evidence *compare.Evidence) (err error) {
	if evidence.Fresh == nil {
		evidence.SkippedReason = "the budget ended before fresh forms were searched"
	}
	if err = j.compareRuns(t, *evidence); err == nil && t.Comparison.RestsOnLost() && j.baseline == nil {
		evidence.SkippedReason = "the budget ended before fresh forms of gained positions were searched"
		err = j.compareRuns(t, *evidence)
	}
	return err
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

// Options say what is judged and how.
type Options struct {
	Suites       []config.Suite // those that were chosen
	Games        []config.Games // those of kind games that were chosen
	All          bool           // none was named: higher tiers are listed as skipped
	Engine       string         // the engine of all of them; empty: those of the configuration
	Save         string         // folder for the runs; empty: they are not kept
	SearchAgain  int            // how often positions lost under a clock are searched again
	EqualOptions []string       // options of an engine that are no change of its pruning
	Today        string         // the date, YYYY-MM-DD
	Budget       time.Duration  // what does not fit is left out; 0: there is none
	Answers      bool           // keep the answer of each iteration in the runs

	Explain time.Duration // time to explain the first lost position of each suite that fails; 0: none is explained

	Race         time.Duration // budget of the race on each suite whose gate has a speed; 0: none is run
	Seed         uint64        // orders the searches of races
	RaceProgress func(share float64)
}

// MaxSearchAgain limits Options.SearchAgain.
const MaxSearchAgain = 100

// MinBudget is the shortest budget.
const MinBudget = time.Second

// errBudget is the cause of a context whose budget is used up.
var errBudget = errors.New("budget is used up")
