package enginetrial

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/bench/calibrate"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/config/starter"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/fit"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/text"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// Trial tries the engine of a repository. Its findings go into Options, from which the files are made.
type Trial struct {
	Tree    fs.FS // the repository
	Options *starter.Options
	Runner  *runner.Runner // its configuration is that of the plan
	// SuiteTime is the wall time for searching whole suites, after the limits were chosen. 0: none is searched.
	SuiteTime time.Duration
	Today     string // YYYY-MM-DD
	// Tracked reports whether git tracks a file of the repository.
	Tracked func(path string) bool
	// Untracked lists what git does not track, as revision.Untracked does, with ignored files or without.
	Untracked func(ignored bool) []string

	before  []string              // what git did not track before the build, with ignored files
	samples map[string]fit.Sample // of the suites, under the limits that were chosen
}

// Suite holds the result of trying one suite on the engine.
type Suite struct {
	Name, Limit string
	Advice      *calibrate.Advice // nil: the suite was not searched as a whole
	Left        string            // why the suite is left out; empty: it is not
	Untried     string            // why it was not searched as a whole; empty: it was
}

// How long a question to the engine may take.
const (
	sampleTime = 20 * time.Second
	stateTime  = time.Minute // whether it keeps state, which takes three passes over 32 positions and more
)

// Plan tries the engine by a runner of the planned configuration. It returns the files as they are planned then, and
// what each suite can tell.
func (t *Trial) Plan(ctx context.Context, runs func(*config.Config) *runner.Runner) (*starter.Plan, []Suite, error) {
	settings, err := t.plannedConfig()
	if err != nil {
		return nil, nil, err
	}
	t.Runner = runs(settings)
	tried, err := t.run(ctx)
	if err == nil && t.Options.Untried == "" {
		err = t.tryCheckout(ctx)
	}
	if err != nil {
		return nil, nil, err
	}
	plan, err := starter.NewPlan(t.Tree, *t.Options)
	return plan, tried, err
}

// run tries the engine and returns the effects that each suite can find. A failed trial is reported and changes
// nothing: the files can be edited. The error is that of a context that ended.
func (t *Trial) run(ctx context.Context) ([]Suite, error) {
	r := t.Runner
	r.Tell = logOnce(r.Tell)
	named := t.Options.Command
	on, err := t.build(ctx)
	if err == nil {
		if detected := on.DetectProtocol(ctx, 0); detected.Game() == game.Shogi {
			r.Tell("%s speaks USI", detected.Name)
			t.Options.Shogi = true
			return nil, t.tryGames(ctx, detected)
		}
		if on, err = t.tryFolders(ctx, on); err != nil {
			return nil, err
		}
		var declared []uci.Declared
		if declared, err = on.DeclaredOptions(ctx); hasExited(err) {
			on, declared, err = t.tryArgument(ctx, on, err)
		}
		if err == nil {
			t.Options.Switches = findSwitches(declared)
			on, err = t.chooseHash(ctx, on, declared)
		}
	}
	if err == nil {
		err = t.tryAnswers(ctx, on)
	}
	if err == nil {
		on, err = t.tryMates(ctx, on, on.WithMateScore)
	}
	if err == nil {
		err = t.tryProtocol(ctx, on)
	}
	if ctx.Err() != nil {
		return nil, failure.Interruption(ctx, context.Cause(ctx))
	}
	if err != nil {
		r.Tell("the engine was not tried: %v", err)
		if t.leftOut() {
			return nil, nil
		}
		t.Options.Command, t.Options.Untried = named, err.Error()
		return nil, nil
	}
	if err := t.tryRestart(ctx, on); err != nil {
		return nil, err
	}
	for {
		for _, try := range []func(context.Context, engines.Engine) error{t.chooseLimits, t.tryRounds, t.tryPerft, t.tryGames} {
			if err := try(ctx, on); err != nil {
				return nil, err
			}
		}
		tried, err := t.searchWhole(ctx)
		if err != nil || !slices.ContainsFunc(tried, Suite.missesLimit) || !t.replaceLimits() {
			return tried, err
		}
	}
}

// replaceLimits plans other limits for an engine that missed those of whole suites: by depth, and then without stopping a
// search that has solved its position. It reports false where there are no others.
func (t *Trial) replaceLimits() bool {
	o := t.Options
	switch {
	case !o.ByDepth:
		t.Runner.Tell("limits are by depth: the engine missed those by nodes in whole suites")
	case !o.Silent && !o.NoStops:
		t.Runner.Tell("searches go on to their limit, as too many end before it where others are stopped")
		o.NoStops = true
	default:
		return false
	}
	o.ByDepth, o.Limits, o.Without, o.Left, o.Allowed = true, nil, nil, nil, nil
	return true
}

// missesLimit reports whether more searches of the suite missed the limit than a gate tolerates.
func (s Suite) missesLimit() bool { return s.Advice != nil && s.Advice.Scatter.Missed }

// logOnce returns tell without messages that were told before of another suite or with other numbers.
func logOnce(tell engines.Logf) engines.Logf {
	told := make(map[string]bool)
	return func(format string, arguments ...any) {
		line := fmt.Sprintf(format, arguments...)
		_, what, found := strings.Cut(line, ": ")
		if !found {
			what = line
		}
		if what = numberPattern().ReplaceAllString(what, "0"); !told[what] {
			told[what] = true
			tell("%s", line)
		}
	}
}

// numberPattern matches whole numbers.
var numberPattern = text.Pattern(`[0-9]+`)

// tryAnswers returns an error if the engine ends no search by itself. One that ends none by nodes gets limits by depth.
func (t *Trial) tryAnswers(ctx context.Context, on engines.Engine) error {
	missed, err := fit.CheckAnswers(ctx, on)
	if t.Options.ByDepth = err == nil && missed != nil; t.Options.ByDepth {
		t.Runner.Tell("limits are by depth: go nodes 1000 fails: %v", missed)
	}
	return err
}

// tryMates finds out whether the engine reports mates in centipawns. It returns the engine whose scores are read so, by with,
// or else as it was. The error is that of a context that ended.
func (t *Trial) tryMates(ctx context.Context, on engines.Engine, with func(ctx context.Context, mateScore int) engines.Engine) (engines.Engine, error) {
	found, err := fit.FindMateScore(ctx, func(mateScore int) engines.Engine { return with(ctx, mateScore) })
	if err != nil {
		return on, failure.Interruption(ctx, err)
	}
	if found > 0 {
		t.Runner.Tell("the engine reports a mate in n plies as cp %d-n, which is read as a mate", found)
		t.Options.MateScore, on = found, with(ctx, found)
	}
	return on, nil
}

// tryProtocol finds out whether the engine keeps a limit by nodes and reports its iterations, and sets t.Options.
func (t *Trial) tryProtocol(ctx context.Context, on engines.Engine) error {
	tried, err := t.tryLimit(ctx, on, "wac")
	if tried == nil {
		return err
	}
	t.Options.Silent = tried.Silent
	if !t.Options.ByDepth {
		missed, err := t.missedNodes(ctx, on, tried)
		if err != nil {
			return err
		}
		if t.Options.ByDepth = missed != ""; t.Options.ByDepth {
			if err := fit.CheckDepth(ctx, on); err != nil {
				return err
			}
			t.Runner.Tell("limits are by depth: %s", missed)
		}
	}
	if t.Options.Silent {
		then := "suites are searched in steps"
		if t.Options.ByDepth {
			then = "only what it solves is judged"
		}
		t.Runner.Tell("the engine tells too few of its iterations to say how soon it finds a solution: %s", then)
	}
	return nil
}

// missedNodes says why limits have to be by depth after a first trial of a limit by nodes. It returns nothing for an
// engine that keeps such limits, in steps too if it is silent. The error is that of a context that ended.
func (t *Trial) missedNodes(ctx context.Context, on engines.Engine, tried *fit.Trial) (string, error) {
	missed := cmp.Or(tried.MissedLimit, tried.Failed)
	if tried.Silent && missed == "" {
		for _, name := range []string{"wac", "zugzwang-proven"} {
			inSteps, err := t.tryLimit(ctx, on, name)
			if inSteps == nil {
				return "", err
			}
			missed = cmp.Or(missed, inSteps.MissedLimit, inSteps.Failed)
		}
	}
	if missed != "" {
		return missed, nil
	}
	return t.tryTimer(ctx, on)
}

// tryTimer says why limits have to be by depth for an engine that checks its node limit by a timer. It returns
// nothing for any other. The error is that of a context that ended.
func (t *Trial) tryTimer(ctx context.Context, on engines.Engine) (string, error) {
	chosen, err := t.plannedSuite("wac")
	if err != nil {
		return "", err
	}
	short, cancel := context.WithTimeout(ctx, sampleTime)
	defer cancel()
	text, _, err := fit.TimerText(short, t.Runner, on, chosen)
	switch {
	case ctx.Err() != nil:
		return "", failure.Interruption(ctx, context.Cause(ctx))
	case short.Err() != nil:
		t.Runner.Tell("whether searches repeat was not tried: that takes longer than %v", sampleTime)
	case err != nil:
		t.Runner.Tell("whether searches repeat was not tried: %v", err)
	}
	return text, nil
}

// tryRestart finds out whether engine state survives ucinewgame, so that answers depend on earlier searches. It
// sets t.Options.Restart and t.Options.NoStops.
func (t *Trial) tryRestart(ctx context.Context, on engines.Engine) error {
	chosen, err := t.plannedSuite("wac")
	if err != nil {
		return err
	}
	short, cancel := context.WithTimeout(ctx, stateTime)
	defer cancel()
	found, err := fit.FindRestart(short, t.Runner, on, chosen)
	if ctx.Err() != nil {
		return failure.Interruption(ctx, context.Cause(ctx))
	}
	if short.Err() != nil {
		t.Runner.Tell("whether the engine keeps state was not tried to the end: that takes longer than %v (hint: zugwatch doctor)", stateTime)
		return nil
	}
	if err == nil && found != (fit.Restart{}) { // other errors are those of the limits too, which were told
		t.Runner.Tell("%s", fit.RestartText("the engine", found, "it gets"))
	}
	t.Options.Restart, t.Options.NoStops = max(found.Every, 0), found.NoStops
	return nil
}

// tryRounds chooses the preludes of later forms. An engine that searches the second round as the first, to the node, gets
// those of the records themselves.
func (t *Trial) tryRounds(ctx context.Context, on engines.Engine) error {
	settings, err := t.plannedConfig()
	if err != nil {
		return err
	}
	all := t.orderByNeed(settings.Suites)
	if len(all) == 0 {
		return nil
	}
	first := max(0, slices.IndexFunc(all, func(s config.Suite) bool { return s.Gate.Axis == compare.Zugzwang })) // far from any prelude
	short, cancel := context.WithTimeout(ctx, sampleTime)
	defer cancel()
	r := *t.Runner
	r.Config = settings
	equal, err := fit.RepeatsRounds(short, &r, on, &all[first])
	if ctx.Err() != nil {
		return failure.Interruption(ctx, context.Cause(ctx))
	}
	if t.Options.Related = err == nil && equal; t.Options.Related { // the errors are those of the limits too, which were told
		t.Runner.Tell("preludes: related, as the engine searches later rounds of forms as the first after any other position")
	}
	return nil
}

// tryLimit tries whether the engine keeps the limit of a suite. An engine that does not end the searches in time misses it.
// It returns nil if that cannot be tried.
func (t *Trial) tryLimit(ctx context.Context, on engines.Engine, name string) (*fit.Trial, error) {
	chosen, err := t.plannedSuite(name)
	if err != nil {
		return nil, err
	}
	short, cancel := context.WithTimeout(ctx, sampleTime)
	defer cancel()
	tried, err := fit.TryLimit(short, t.Runner, on, chosen)
	switch {
	case ctx.Err() != nil:
		return nil, failure.Interruption(ctx, err)
	case short.Err() != nil:
		return &fit.Trial{MissedLimit: fmt.Sprintf("five searches of %s under limits %s take longer than %v", name, chosen.Limit, sampleTime)}, nil
	case err != nil:
		t.Runner.Tell("the limit was not tried: %v", err)
	default:
		return tried, nil
	}
	return nil, nil
}

// plannedConfig returns the configuration as it would be written.
func (t *Trial) plannedConfig() (*config.Config, error) {
	plan, err := starter.NewPlan(t.Tree, *t.Options)
	if err != nil {
		return nil, err
	}
	return plan.Config, nil
}

// plannedSuite returns the entry of a suite as it would be written.
func (t *Trial) plannedSuite(name string) (*config.Suite, error) {
	settings, err := t.plannedConfig()
	if err != nil {
		return nil, err
	}
	chosen, err := settings.Select([]string{name})
	if err != nil {
		return nil, err
	}
	return &chosen[0], nil
}

// Times of the first look at a suite from which its limit is made smaller, where the suite has no more.
const (
	slowLook = 3 * time.Second // by nodes alone
	slowTree = 8 * time.Second // by depth and nodes
)

// chooseLimits chooses the limit of each suite. It is the deepest limit by depth for which there is time, or the
// limit by nodes, halved until the time suffices.
func (t *Trial) chooseLimits(ctx context.Context, on engines.Engine) error {
	settings, err := t.plannedConfig()
	if err != nil {
		return err
	}
	pool, on := engines.NewPool(on)
	defer func() { _ = pool.Close() }() // its searches are over
	t.samples = make(map[string]fit.Sample)
	for i := range settings.Suites {
		s := &settings.Suites[i]
		if s.Forms < 2 || s.Gate.Axis == compare.Rules { // its depths are part of the suite
			continue
		}
		switch {
		case t.Options.ByDepth:
			limit, sample, err := fit.DepthLimit(ctx, t.Runner, []engines.Engine{on}, s, fit.LookTime(s.Name))
			if ctx.Err() != nil {
				return failure.Interruption(ctx, err)
			}
			if err != nil {
				t.Runner.Tell("%v", err)
			}
			if limit.Depth > 0 {
				t.Options.SetLimit(s.Name, limit.String())
				t.samples[s.Name] = sample
			}
		case t.SuiteTime > 0 && s.Limit.Nodes > 0:
			if err := t.reduceLimit(ctx, on, s); err != nil {
				return err
			}
			t.Options.SetLimit(s.Name, s.Limit.String())
		}
	}
	return nil
}

// reduceLimit halves the nodes of the limit of a suite, or takes a ply off its depth, until there is time for a look.
// Steps that double lose their last one with each half.
func (t *Trial) reduceLimit(ctx context.Context, on engines.Engine, s *config.Suite) error {
	longest := max(slowLook, fit.LookTime(s.Name))
	switch {
	case s.Limit.Depth > 0:
		longest = slowTree
	case s.Limit.Steps > 0:
		longest *= 2 // steps that double have together twice the nodes of the last one
	}
	for halvings := 0; ; halvings++ {
		sample, err := fit.SampleSuite(ctx, t.Runner, on, s, longest)
		switch {
		case ctx.Err() != nil:
			return failure.Interruption(ctx, context.Cause(ctx))
		case err != nil:
			t.Runner.Tell("%v", err)
			return nil
		}
		t.samples[s.Name] = sample
		switch {
		case sample.Cost <= longest || halvings == maxHalvings || s.Limit.Steps == 2: // two in a row end a search
			return nil
		case s.Limit.Depth > 0:
			s.Limit.Depth--
		default:
			s.Limit.Nodes /= 2
			s.Limit.Steps = max(s.Limit.Steps-1, 0)
		}
	}
}

// maxHalvings is how often a limit is made smaller.
const maxHalvings = 4

// searchWhole searches each suite in two draws of its forms, as long as there is time, and says what it can tell. It ends at a
// suite whose limit by nodes is missed.
func (t *Trial) searchWhole(ctx context.Context) (tried []Suite, err error) {
	if t.SuiteTime <= 0 {
		return nil, nil
	}
	r := *t.Runner
	if r.Config, err = t.plannedConfig(); err != nil {
		return nil, err
	}
	end := r.Now().Add(t.SuiteTime)
	for _, chosen := range t.orderByNeed(r.Config.Suites) {
		s, err := t.trySuite(ctx, &r, chosen, end.Sub(r.Now()))
		if err != nil {
			return tried, err
		}
		tried = append(tried, s)
		if s.missesLimit() && !t.Options.ByDepth {
			return tried, nil
		}
		if s.Left != "" {
			t.Options.LeaveOut(s.Name, s.Left)
		}
	}
	return tried, nil
}

// trySuite searches a suite in two draws of its forms within a time. It is not searched if its sample solves nothing, or costs too
// much for that time. Then, and if the time does not suffice, the sample decides whether it is left out. The error is that of a
// context that ended.
func (t *Trial) trySuite(ctx context.Context, r *runner.Runner, chosen config.Suite, within time.Duration) (Suite, error) {
	s, sample, unfit := Suite{Name: chosen.Name, Limit: chosen.Limit.String()}, t.samples[chosen.Name], t.unfitSample(chosen)
	switch needed := 2 * sample.Cost; {
	case sample.Solved == 0 && unfit != "":
		s.Left = unfit
		return s, nil
	case within <= 0:
		s.Untried, s.Left = "no time was left", unfit
		return s, nil
	case needed > within:
		s.Untried, s.Left = fmt.Sprintf("it would take about %v, and %v were left", needed.Round(time.Second), within.Round(time.Second)), unfit
		return s, nil
	}
	short, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	measured, err := calibrate.Measure(short, r, t.drawOptions(chosen))
	switch {
	case ctx.Err() != nil:
		return s, failure.Interruption(ctx, context.Cause(ctx))
	case err != nil && short.Err() != nil:
		s.Untried, s.Left = "it was not finished in time", unfit
	case err != nil:
		s.Left = err.Error()
	default:
		s.Advice = &measured.Suites[0]
		s.Left = t.applyAdvice(s.Advice)
	}
	return s, nil
}

// drawOptions returns the options to measure a suite in two draws, for the forms that its entry has.
func (t *Trial) drawOptions(chosen config.Suite) *calibrate.Options {
	return &calibrate.Options{
		Suites: []config.Suite{chosen}, Forms: min(chosen.Looks()[0], calibrate.DefaultForms), Budget: time.Minute, Both: true, LeaveOut: true, KeepForms: true, Today: t.Today,
	}
}

// applyAdvice changes the entry of a suite by what was measured. It returns why the suite is left out, empty where it is not.
func (t *Trial) applyAdvice(a *calibrate.Advice) string {
	t.leaveUnsolved(a.Suite, a.Scatter.Left)
	t.allowChance(a)
	return tooFewText(a.Kind, a.Scatter.Solved, a.Scatter.Asked, "forms", a.Limit)
}

// leaveUnsolved leaves out positions of a suite without a solved form. They take nodes, and where nothing is
// solved nothing can be lost.
func (t *Trial) leaveUnsolved(suite string, ids []string) {
	if len(ids) == 0 {
		return
	}
	if t.Options.Without == nil {
		t.Options.Without = make(map[string]string)
	}
	t.Options.Without[suite] = config.ListText(ids)
}

// allowChance raises an allowed change to the one that a re-roll of the unchanged engine needs to pass. A suite that
// decides nothing is useless.
func (t *Trial) allowChance(a *calibrate.Advice) {
	for i := range a.Tests {
		if test := &a.Tests[i]; test.Key != "" && !test.Few && test.Allowed > test.Old {
			t.Options.Allowed = append(t.Options.Allowed, config.Setting{
				Suite: a.Suite, Gate: true, Key: test.Key, Value: test.Allowed.String(), Mark: test.Key + ": ",
				Reason: fmt.Sprintf("less than %s would often be undecided on this engine", test.Allowed),
			})
		}
	}
}

// orderByNeed returns the suites that have forms. First come those whose gates may have to allow more, then those in which
// positions may have to be left out, and last those whose limits are part of the suite. Of equal need the cheapest comes first.
func (t *Trial) orderByNeed(all []config.Suite) []config.Suite {
	chosen := slices.DeleteFunc(slices.Clone(all), func(s config.Suite) bool { return s.Forms < 2 })
	late := []compare.Axis{compare.Zugzwang, compare.Mating, compare.Rules}
	slices.SortStableFunc(chosen, func(a, b config.Suite) int {
		return cmp.Or(
			cmp.Compare(slices.Index(late, a.Gate.Axis), slices.Index(late, b.Gate.Axis)),
			cmp.Compare(t.samples[a.Name].Cost, t.samples[b.Name].Cost))
	})
	return chosen
}

// fewSolved is the part of the forms that have to be solved for a loss to show: one in so many.
const fewSolved = 20

// unfitSample returns why a suite that was not searched as a whole says nothing about the engine, and "" if it may do so.
func (t *Trial) unfitSample(chosen config.Suite) string {
	s := t.samples[chosen.Name]
	return tooFewText(chosen.Gate.Axis, s.Solved, s.Asked, "positions tried", chosen.Limit.String())
}

// tooFewText says that too few of the searches of a suite are solved; empty where they suffice.
func tooFewText(axis compare.Axis, solved, asked int, noun, limit string) string {
	if axis == compare.Nodes || solved*fewSolved >= asked {
		return ""
	}
	return fmt.Sprintf("the engine solves %d of %d %s under %s, too few for a loss to show", solved, asked, noun, limit)
}

// ruleName matches the names of options that say a rule of a search.
var ruleName = text.Pattern(`(?i:null[ _-]?move|late[ _-]?move|reduction|futility|razor|prob[ _-]?cut|multi[ _-]?cut|prun(e|ing)|singular)|NMP|LMR|LMP|IIR|IID|SEE`)

// findSwitches returns the declared options that switch off a rule of the search. They are of the type check, on by
// default and named after a rule. The effect of an option is known by its name alone.
func findSwitches(declared []uci.Declared) (found []engine.Option) {
	for i := range declared {
		if d := &declared[i]; d.Kind == uci.Check && d.Default == "true" && ruleName().MatchString(d.Name) {
			found = append(found, engine.Option{Name: d.Name, Value: "false"})
		}
	}
	return found
}
