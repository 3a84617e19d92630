// Package runner runs suites on engines: with their workers, kept on disk as they go
// on, watched, and again where one run cannot tell.
package runner

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/bench/merge"
	"github.com/zugwatch/zugwatch/bench/speed"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/suites"
)

// Runner runs suites. Its methods may be called concurrently as far as Watch and
// Tell may.
type Runner struct {
	engines.Finder
	Workers int    // positions searched at once, from 1 to bench.MaxWorkers
	Tool    string // version of the program, for the files
	Holder  string // who runs, for others to read in a lock
	Now     func() time.Time
	Watch   Watch
	// WatchGames begins to show the progress of so many games at most; may be nil. Event is called for every finished
	// game, end once.
	WatchGames func(suite string, most int) (event func(match.Event), end func())
	Tell       engines.Logf
	Farm       Farm // searches and plays under exact limits; nil: this machine does

	warned *sync.Map // kinds of warnings told so far, which are not told again; nil: every warning is told
}

// Farm is other machines, to which suites and games are sent.
type Farm interface {
	// Suite returns a Remote that searches a suite there, or an error that says why it cannot.
	Suite(on engines.Engine, suite *suites.Suite, config *bench.Config) (bench.Remote, error)
	// Match returns a Remote that plays games there between named engines under rules, or an error that says why it
	// cannot.
	Match(players []match.Player, on []engines.Engine, config *match.Config) (match.Remote, error)
	// Race has two engines race on one of the machines, which the report names.
	Race(ctx context.Context, base, head engines.Engine, suite string, config *speed.Config) (*speed.Report, error)
}

// Watch begins to show the progress of a suite; bound is how long it can last at
// most, 0 when that is not known. Event is called for every finished position, end
// once.
type Watch func(suite string, positions int, bound time.Duration) (event func(bench.Event), end func())

// NoWatch is a Watch that shows nothing.
func NoWatch(string, int, time.Duration) (event func(bench.Event), end func()) {
	return func(bench.Event) {}, func() {}
}

// Quiet returns a runner that shows no progress.
func (r *Runner) Quiet() *Runner {
	quiet := *r
	quiet.Watch = NoWatch
	return &quiet
}

// Silent returns a runner that shows no progress and tells nothing, for trials before the same searches are run.
func (r *Runner) Silent() *Runner {
	silent := r.Quiet()
	silent.Tell = func(string, ...any) {}
	return silent
}

// WarnOnce returns a runner that tells each kind of warning once, whatever the suite and the count. Reports have the rest.
func (r *Runner) WarnOnce() *Runner {
	if r.warned != nil {
		return r
	}
	once := *r
	once.warned = new(sync.Map)
	return &once
}

// warn tells of a warning of a suite.
func (r *Runner) warn(suite, warning string) {
	if r.warned != nil {
		what, _ := merge.CutCount(warning)
		if _, told := r.warned.LoadOrStore(what, true); told {
			return
		}
	}
	r.Tell("%s: %s", suite, warning)
}

// Run runs one suite as the configuration says. Workers, clock, versions and progress are the runner's, and the
// default of MaxFaults is FaultLimit. Problems around the searches are reported, however the run ends. The error of a
// run cut short by a signal comes with the finished positions.
func (r *Runner) Run(ctx context.Context, on engines.Engine, suite *suites.Suite, config bench.Config) (*bench.Run, *bench.Timing, error) {
	positions := config.Shard.Size(len(suite.Records))
	event, end := r.Watch(suite.Name, positions, r.maxDuration(on, suite, &config))
	defer end()
	config.Workers, config.Now, config.Progress = r.Workers, r.Now, event
	if config.MaxFaults == 0 {
		config.MaxFaults = FaultLimit(positions)
	}
	config.Tool, config.Host, config.Restart = r.Tool, host(), on.Restart
	if config.Shard.Count > 1 {
		program, err := on.Digest()
		if err != nil {
			return nil, nil, failure.With(failure.Engine, fmt.Errorf("engine %s: %w", on.Name, err))
		}
		config.Origin = bench.Origin{Tool: config.Tool, Program: program}
	}
	open := on.Open
	switch {
	case r.Farm != nil && on.Restart > 0:
		r.Tell("%s: engine %s has restart:, so this machine searches, and not the farm", suite.Name, on.Name)
	case r.Farm != nil && config.Limits.KeepState > 0:
		r.Tell("%s: limit %s has keep-state, so this machine searches, and not the farm", suite.Name, config.Limits)
	case r.Farm != nil && config.Limits.Exact():
		var err error
		if config.Remote, err = r.Farm.Suite(on, suite, &config); err != nil {
			return nil, nil, err
		}
	}
	if r.Processors != nil {
		kept := engines.NewProcessors(r.Processors)
		open = func() (engine.Engine, error) { return kept.Open(ctx, &on) }
	}
	run, timing, err := bench.Execute(ctx, open, suite, config)
	if timing != nil {
		for _, warning := range timing.Warnings {
			r.warn(suite.Name, warning)
		}
	}
	return run, timing, failure.Interruption(ctx, err)
}

// RunWithoutFaults runs one suite under limits; faults of the engine are an error.
func (r *Runner) RunWithoutFaults(ctx context.Context, on engines.Engine, suite *suites.Suite, limits bench.Limits) (*bench.Run, error) {
	run, timing, err := r.Run(ctx, on, suite, bench.Config{Limits: limits})
	if err == nil {
		err = FaultError(run, timing)
	}
	if err != nil {
		return nil, err
	}
	return run, nil
}

// Race has two engines race on a suite. Base, Head and Now of the configuration are filled
// in.
func (r *Runner) Race(ctx context.Context, base, head engines.Engine, suite string, config speed.Config) (*speed.Report, error) {
	if r.Farm != nil {
		return r.Farm.Race(ctx, base, head, suite, &config)
	}
	config.Base, config.Head, config.Now = base.Open, head.Open, r.Now
	return speed.Run(ctx, config)
}

// maxDuration returns the longest time that a run can take, whatever an engine in a process of its own does. Each
// position may take the start of a process and all of its limits, twice if its fault is tried again. It is 0 for the
// engine in this process, except for searches for mates, which have the same limit.
func (r *Runner) maxDuration(on engines.Engine, suite *suites.Suite, config *bench.Config) time.Duration {
	limits := config.Limits.Limits
	switch {
	case limits != (engine.Limits{}):
	case config.Limits.RecordMate:
		limits.Mate = 1 // the record names one
	default:
		limits.Depth = 1 // as well
	}
	may := on.Command.Allowance
	each := 2 * (may.Opening() + may.Budget(limits))
	if _, found := suite.Prelude(len(suite.Records) - 1); found {
		each += 2 * may.Budget(config.Limits.Prelude())
	}
	if on.Command.Path == "" {
		if !engines.MayNeverEnd(limits) {
			return 0
		}
		each = may.Search(limits)
	}
	rounds := config.Shard.Size(len(suite.Records))
	if config.Limits.KeepState == 0 { // else one worker may have them all
		rounds = (rounds + r.Workers - 1) / r.Workers
	}
	return time.Duration(rounds*max(config.Repeat, 1)*max(config.Limits.Steps, 1))*each + 30*time.Second
}

// FaultLimit returns the number of faults in so many positions beyond which a run is given up. An engine that fails
// at all of them, each after the longest time of a search, would take hours.
func FaultLimit(positions int) int { return max(10, positions/20) }

// FaultError tells the first of the engine's faults and how many there were, those
// among them that a second attempt has answered; nil without any. Timing may be nil.
func FaultError(run *bench.Run, timing *bench.Timing) error {
	totals := run.Totals()
	for i := range run.Outcomes {
		o := &run.Outcomes[i]
		if !o.Failed() {
			continue
		}
		fault, message, answered := o.Fault, timing.Position(i).Fault, ""
		if o.Retried != bench.NoFault {
			fault, message, answered = o.Retried, timing.Position(i).Retried, " (answered in a second attempt)"
		}
		text := fault.String()
		if message != "" {
			text = fault.Message(message)
		}
		return failure.With(failure.Engine, fmt.Errorf("engine faults on %d of %d positions of suite %s, first on %s: %s%s",
			totals.Faults(), run.Shard.Size(len(run.Outcomes)), run.Suite.Name, o.ID, text, answered))
	}
	return nil
}

// host describes the machine for the timing of a run.
func host() bench.Host {
	return bench.Host{
		OS: runtime.GOOS, Arch: runtime.GOARCH, CPU: CPUModel(),
		Cores: runtime.NumCPU(), Go: runtime.Version(),
	}
}

// CPUModel returns the name of the processor where the system tells it, else "".
func CPUModel() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		key, value, _ := strings.Cut(line, ":")
		if strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
