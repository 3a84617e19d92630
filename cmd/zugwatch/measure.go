package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/suites"
)

// measurement executes suites on engines.
type measurement struct {
	settings    *config
	own         builtin         // the built-in engine as configuration and flags have it
	isolate     bool            // run the built-in engine in a process of its own
	processors  []int           // for the engines of suites and games; nil: all
	options     []engine.Option // for every engine, beside those of the configuration
	workers     int
	diagnostics io.Writer // where the progress goes
}

// measurementFlags are the flags of every command that measures.
func measurementFlags() []cli.Flag {
	return append(builtinFlags(", or as "+configName+" says"),
		&cli.BoolFlag{Name: "isolate", Usage: "run the built-in engine in a process of its own, so that a crash costs one position"},
		affinityFlag(),
		&cli.IntFlag{Name: "workers", DefaultText: "the number of cores, divided by the threads", Usage: "search `N` positions at once; changes times, never results"},
		&cli.PathFlag{Name: "config", Usage: "read `FILE` instead of " + configName},
	)
}

// setUp reads the configuration and applies the flags to it.
func setUp(c *cli.Context) (*config, *measurement, error) {
	settings, err := loadConfig(c.Path("config"))
	if err != nil {
		return nil, nil, err
	}
	measurement, err := newMeasurement(c, settings)
	return settings, measurement, err
}

// newMeasurement applies the flags to the settings of a configuration.
func newMeasurement(c *cli.Context, settings *config) (*measurement, error) {
	own, err := newBuiltin(c, settings)
	if err != nil {
		return nil, err
	}
	return measurementOf(c, settings, own)
}

// measurementOf applies the flags to the settings of a configuration but for the
// built-in engine.
func measurementOf(c *cli.Context, settings *config, own builtin) (*measurement, error) {
	workers := settings.Workers
	if c.IsSet("workers") {
		workers = c.Int("workers")
		if workers < 1 || workers > bench.MaxWorkers {
			return nil, badInput("flag --workers=%d (expected a number from 1 to %d)", workers, bench.MaxWorkers)
		}
	}
	if workers == 0 {
		workers = min(max(runtime.GOMAXPROCS(0)/own.threads, 1), bench.MaxWorkers)
	}
	numbers, err := parseProcessors(c.String("affinity"))
	if err != nil {
		return nil, err
	}
	m := &measurement{
		settings: settings, own: own, isolate: c.Bool("isolate") || numbers != nil, processors: numbers,
		workers: workers, diagnostics: c.App.ErrWriter,
	}
	for _, text := range c.StringSlice("option") {
		option, err := parseOption(text)
		if err != nil {
			return nil, badInput("flag --option: %w", err)
		}
		m.options = append(m.options, option)
	}
	return m, nil
}

// checkBuiltin refuses flags for the built-in engine where it is not among the
// engines: they would do nothing.
func checkBuiltin(c *cli.Context, engines []contender) error {
	for _, e := range engines {
		if e.name == builtinName {
			return nil
		}
	}
	for _, name := range []string{"nullmove", "search", "hash", "threads", "isolate"} {
		if c.IsSet(name) {
			return badInput("flag --%s is for the built-in engine, and %s is not that (hint: --option NAME=VALUE sets a UCI option)", name, engines[0].name)
		}
	}
	return nil
}

// run executes one suite. The error of a run cut short by a signal carries the
// exit code of the signal and comes with what was finished.
func (m *measurement) run(ctx context.Context, on contender, suite *suites.Suite, limits bench.Limits) (*bench.Run, *bench.Timing, error) {
	return m.execute(ctx, on, suite, bench.Config{Limits: limits})
}

// execute is run with more than limits said in the configuration.
func (m *measurement) execute(ctx context.Context, on contender, suite *suites.Suite, config bench.Config) (*bench.Run, *bench.Timing, error) {
	shown := newProgress(m.diagnostics, suite.Name, config.Shard.Size(len(suite.Records)), m.bound(on, suite, &config))
	defer shown.end()
	config.Workers, config.Now = m.workers, time.Now
	if config.MaxFaults == 0 {
		config.MaxFaults = bearable(config.Shard.Size(len(suite.Records)))
	}
	config.Tool, config.Host = version(), host()
	if config.Shard.Count > 1 {
		program, err := on.digest()
		if err != nil {
			return nil, nil, &failure{code: codeEngine, err: fmt.Errorf("engine %s: %w", on.name, err)}
		}
		config.Origin = bench.Origin{Tool: config.Tool, Program: program}
	}
	config.Progress = shown.event
	open := on.open
	if m.processors != nil {
		kept := newProcessors(m.processors)
		open = func() (engine.Engine, error) { return kept.open(ctx, &on) }
	}
	run, timing, err := bench.Execute(ctx, open, suite, config)
	return run, timing, interruption(ctx, err)
}

// bound is how long a run can last at most, whatever an engine in a process of its
// own does: each position may take all of its limits, and once more where its fault
// is tried again. It is 0 for the engine in this process.
func (m *measurement) bound(on contender, suite *suites.Suite, config *bench.Config) time.Duration {
	if on.command.Path == "" {
		return 0
	}
	limits := config.Limits.Limits
	if limits == (engine.Limits{}) {
		limits.Depth = 1 // the record names one
	}
	each := 2 * time.Duration(max(config.Repeat, 1)) * on.command.Limits.Budget(limits)
	rounds := (config.Shard.Size(len(suite.Records)) + m.workers - 1) / m.workers
	return time.Duration(rounds)*each + 30*time.Second
}

// bearable is how many positions of so many may have a fault before a run is
// given up: an engine that fails at all of them, each after the longest that a
// search may take, would be waited for for hours.
func bearable(positions int) int { return max(10, positions/20) }

// host describes the machine for the timing of a run.
func host() bench.Host {
	return bench.Host{
		OS: runtime.GOOS, Arch: runtime.GOARCH, CPU: cpuModel(),
		Cores: runtime.NumCPU(), Go: runtime.Version(),
	}
}

// cpuModel is the name of the processor where the system tells it, else "".
func cpuModel() string {
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
