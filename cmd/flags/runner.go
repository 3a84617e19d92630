package flags

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/bench/report/progress"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/search"
	shogi "github.com/zugwatch/zugwatch/engine/shogi/search"
	"github.com/zugwatch/zugwatch/engine/table"
)

// Builtin returns the flags of the built-in engine for chess. Other names another source of the defaults.
func Builtin(other string) []cli.Flag {
	defaults := builtinDefaults()
	return []cli.Flag{
		&cli.StringFlag{
			Name: "nullmove", DefaultText: defaults.policy + other,
			Usage: "null-move `POLICY`, such as off, r3, adaptive2-3 or r4,guard=none,min=1",
		},
		&cli.StringFlag{
			Name: "search", DefaultText: defaults.params + other,
			Usage: "search `PRESET`, modern or falcon, with changes such as modern,lmr=off",
		},
		OneOf(&cli.StringFlag{
			Name: "eval", DefaultText: "as the search preset has it",
			Usage: "`EVALUATION` of positions: " + strings.Join(search.Evaluations(), " or "),
		}, search.Evaluations()...),
		&cli.PathFlag{Name: "eval-file", Usage: "evaluate by the network of `FILE` instead of the one that is built in"},
		&cli.IntFlag{
			Name: "hash", DefaultText: strconv.Itoa(defaults.hash) + other,
			Usage: "transposition table of the engine in `MIB`",
		},
		&cli.IntFlag{
			Name: "threads", Value: defaults.threads,
			Usage: "search each position with `N` threads; with more than one no result is exact",
		},
	}
}

// settingTexts holds the defaults of the built-in engine as help shows them.
type settingTexts struct {
	policy, params string
	hash, threads  int
}

// builtinDefaults returns the defaults of the built-in engine. They are spelt out once, for the flags of all commands.
var builtinDefaults = sync.OnceValue(func() settingTexts {
	d := search.Defaults()
	return settingTexts{policy: d.Policy.String(), params: d.Params.String(), hash: d.HashMB, threads: d.Threads}
})

// Shogi returns the flags of the built-in engine for shogi.
func Shogi() []cli.Flag {
	defaults := shogi.Defaults()
	return []cli.Flag{
		&cli.StringFlag{Name: "nullmove", DefaultText: defaults.Policy.String(), Usage: "null-move `POLICY`, such as off, r2 or r3,min=3,guard=two"},
		&cli.StringFlag{Name: "search", DefaultText: defaults.Params.String(), Usage: "search `PRESET`, modern or plain, with changes such as modern,lmr=off"},
		&cli.IntFlag{Name: "hash", DefaultText: strconv.Itoa(defaults.HashMB), Usage: "transposition table of the engine in `MIB`"},
	}
}

// Shogi applies the flags of Shogi to the engine.
func (r *Reader) Shogi(s builtin.ShogiSettings) builtin.ShogiSettings {
	if r.IsSet("hash") {
		s.HashMB = r.Number("hash", 1, table.MaxMB)
	}
	if r.IsSet("nullmove") {
		s.Policy = Parse(r, "nullmove", nullmove.Parse)
	}
	if r.IsSet("search") {
		s.Params = Parse(r, "search", shogi.ParseParams)
	}
	return s
}

// Builtin applies the flags of Builtin to the engine for chess.
func (r *Reader) Builtin(s builtin.Settings) builtin.Settings {
	if r.IsSet("search") {
		s.Params = Parse(r, "search", search.ParseParams)
	}
	return r.applyExceptSearch(s)
}

// applyEngines applies the flags of Builtin to the engines for all games. Those for chess alone leave
// no other fit.
func (r *Reader) applyEngines(t builtin.Engines) builtin.Engines {
	if r.IsSet("search") {
		t = Parse(r, "search", t.WithSearch)
	}
	t.Chess = r.applyExceptSearch(t.Chess)
	if r.IsSet("hash") {
		t.SetHash(t.Chess.HashMB)
	}
	if r.IsSet("nullmove") {
		t.SetPolicy(t.Chess.Policy)
	}
	for _, name := range []string{"threads", "eval-file", "eval"} {
		if r.IsSet(name) {
			t.Unsupported[game.Shogi] = fmt.Sprintf("flag --%s is for the built-in engine for chess alone", name)
		}
	}
	return t
}

// applyExceptSearch applies the flags of Builtin to the engine for chess, except those of the search.
func (r *Reader) applyExceptSearch(s builtin.Settings) builtin.Settings {
	if r.IsSet("hash") {
		s.HashMB = r.Number("hash", 1, search.MaxHashMB)
	}
	if r.IsSet("threads") {
		s.Threads = r.Number("threads", 1, search.MaxThreads)
	}
	if r.IsSet("nullmove") {
		s.Policy = Parse(r, "nullmove", nullmove.Parse)
	}
	if r.IsSet("eval") {
		s.Params.Eval = Parse(r, "eval", search.ParseEvaluation)
	}
	if r.IsSet("eval-file") {
		if s.EvalFile = r.Path("eval-file"); s.Params.Eval != search.Network {
			r.Failf("flag --eval-file=%s: the classic evaluation reads none (expected --eval network)", s.EvalFile)
		} else if _, err := s.SearchOptions(); err != nil {
			r.Failf("flag --eval-file: %v", err)
		}
	}
	return s
}

// Config returns the flag for the configuration.
func Config() cli.Flag {
	return &cli.PathFlag{Name: "config", Usage: "read `FILE` instead of " + config.FileName}
}

// Option returns --option.
func Option() cli.Flag {
	return &cli.StringSliceFlag{Name: "option", Usage: "set a UCI option of every engine, `NAME=VALUE`"}
}

// NoBuild returns --no-build.
func NoBuild() cli.Flag {
	return &cli.BoolFlag{Name: "no-build", Usage: "run engines as they are, instead of their build: in " + config.FileName + " first"}
}

// NoCache returns --no-cache.
func NoCache() cli.Flag {
	return &cli.BoolFlag{Name: "no-cache", Usage: "build anew what was built before, and keep nothing"}
}

// Runner returns the flags of a run of suites.
func Runner() []cli.Flag {
	return append(Builtin(", or as "+config.FileName+" says"),
		&cli.BoolFlag{Name: "isolate", Usage: "run the built-in engine in a process of its own, so that a crash costs one position"},
		&cli.StringFlag{Name: "affinity", Usage: "keep the engine of each worker on one of the `PROCESSORS`, such as 0,1,2,3; in processes of their own, on Linux"},
		&cli.IntFlag{Name: "workers", DefaultText: "the number of cores, divided by the threads", Usage: "search `N` positions at once; changes times, never results"},
		Config(),
	)
}

// RunnerWithout returns the flags of Runner except those with the names.
func RunnerWithout(names ...string) []cli.Flag {
	return slices.DeleteFunc(Runner(), func(f cli.Flag) bool { return slices.Contains(names, f.Names()[0]) })
}

// Config reads the configuration that the flag names, zugwatch.yaml or the built-in defaults; an empty one where
// something was wrong. A flag without a name is an error: the defaults are not what was meant.
func (r *Reader) Config() *config.Config {
	if r.IsSet("config") && r.Path("config") == "" {
		r.Failf("flag --config=: no file is named (expected a name, or no such flag)")
	}
	settings, err := config.Load(r.Path("config"))
	if r.AddErr(err); r.err != nil {
		return &config.Config{Own: builtin.DefaultEngines()}
	}
	return settings
}

// Runner reads the configuration and the flags of Runner.
func (r *Reader) Runner() *runner.Runner {
	settings := r.Config()
	return r.RunnerOf(settings, r.applyEngines(settings.Own))
}

// ReadyRunner is Runner for a command that has read its other flags. Its error is the first thing that is wrong with
// any of them.
func (r *Reader) ReadyRunner() (*runner.Runner, error) {
	made := r.Runner()
	return made, r.err
}

// ReadyRunnerOn returns a ReadyRunner and the suites that the arguments name, all without any.
func (r *Reader) ReadyRunnerOn(names []string) (*runner.Runner, []config.Suite, error) {
	made, err := r.ReadyRunner()
	if err != nil {
		return nil, nil, err
	}
	selected := r.SelectSuites(made.Config, names)
	return made, selected, r.err
}

// RunnerOf applies the flags of Runner to a configuration, except those of the built-in
// engines.
func (r *Reader) RunnerOf(settings *config.Config, own builtin.Engines) *runner.Runner {
	workers := settings.Workers
	if r.IsSet("workers") {
		workers = r.Number("workers", 1, bench.MaxWorkers)
	}
	workers = cmp.Or(workers, min(max(runtime.GOMAXPROCS(0)/own.Chess.Threads, 1), bench.MaxWorkers))
	processors, err := engines.ParseProcessors(r.String("affinity"))
	r.AddErr(err)
	diagnostics := r.App.ErrWriter
	made := &runner.Runner{
		Finder: engines.Finder{
			Config: settings, Own: own, Isolate: r.Bool("isolate") || processors != nil, Processors: processors, Options: r.Options("option"),
		},
		Workers: workers, Tool: r.App.Version, Now: time.Now, Tell: LogTo(diagnostics),
		Holder: fmt.Sprintf("process %d, started %s", os.Getpid(), time.Now().UTC().Format(time.RFC3339)),
		Watch: func(suite string, positions int, bound time.Duration) (func(bench.Event), func()) {
			if !r.Bool("verbose") {
				bound = 0
			}
			return progress.Suite(diagnostics, suite, positions, bound)
		},
		WatchGames: func(suite string, most int) (func(match.Event), func()) {
			return progress.Games(diagnostics, suite, most)
		},
	}
	made.Farm = r.farm(made.Tell)
	if !r.Bool("no-build") {
		made.Maker = engines.NewBuildRunner(made.Tell)
	}
	for _, name := range []string{"threads", "isolate", "hash", "eval-file", "eval", "search", "nullmove"} {
		if r.IsSet(name) {
			made.OwnFlag = name
		}
	}
	return made
}

// LogTo returns a log function that prints to w.
func LogTo(w io.Writer) engines.Logf {
	return func(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }
}

// Tier returns --tier.
func Tier() cli.Flag {
	return OneOf(&cli.StringFlag{Name: "tier", DefaultText: config.Smoke.String(), Usage: "run the suites of `TIER` (smoke, full or nightly) and of those below"},
		config.Smoke.String(), config.Full.String(), config.Nightly.String())
}

// Suites returns the suites with the names. Without names it returns the suites of --tier and of the tiers below.
func (r *Reader) Suites(settings *config.Config, names []string) []config.Suite {
	most := r.tier(names)
	if r.err != nil {
		return nil
	}
	chosen, err := settings.SuitesUpTo(names, most)
	r.AddErr(err)
	return chosen
}

// Exact returns --exact. Otherwise ends its usage, with what is asked without the flag.
func Exact(otherwise string) cli.Flag {
	return &cli.BoolFlag{Name: "exact", Usage: "ask whether anything changed at all: any difference of a result, move, score, depth or number of nodes fails" + otherwise}
}

// Judged returns the suites of positions and of games named on the command line, or else those of --tier and of the
// tiers below. With --exact the suites of positions have exact gates.
func (r *Reader) Judged(settings *config.Config) ([]config.Suite, []config.Games) {
	names := r.Args().Slice()
	most := r.tier(names)
	if r.err != nil {
		return nil, nil
	}
	chosen, games, err := settings.Judged(names, most)
	if r.AddErr(err); r.Bool("exact") {
		chosen, err = settings.WithExactGates(chosen)
		r.AddErr(err)
	}
	return chosen, games
}

// tier returns the highest tier that is asked for, beside no names of suites.
func (r *Reader) tier(names []string) config.Tier {
	if !r.IsSet("tier") {
		return config.Smoke
	}
	if len(names) > 0 {
		r.Failf("flag --tier=%s chooses suites, and so does %s (expected one of the two)", r.String("tier"), strings.Join(names, " "))
	}
	return Parse(r, "tier", config.ParseTier)
}

// SelectSuites returns the suites with the names, all without any; nil where something was wrong.
func (r *Reader) SelectSuites(settings *config.Config, names []string) []config.Suite {
	if r.err != nil {
		return nil
	}
	selected, err := settings.Select(names)
	r.AddErr(err)
	return selected
}

// Again returns --again.
func Again() cli.Flag {
	return &cli.IntFlag{Name: "again", Value: 5, Usage: "search positions that were lost under a limit by time `N` times more, to tell chance from loss"}
}

// Explain returns --explain.
func Explain() cli.Flag {
	return &cli.DurationFlag{Name: "explain", Value: 10 * time.Second, Usage: "say within a `TIME` why the first lost position of each suite that fails is lost; 0 does not"}
}

// NoTimes returns --no-times.
func NoTimes() cli.Flag {
	return &cli.BoolFlag{Name: "no-times", Usage: "leave out times, so that equal runs give equal reports"}
}

// EqualOptions returns the options of an engine that do not change its pruning. Two runs that differ in them are not
// comparable, unless the command line says so.
func (r *Reader) EqualOptions() []string {
	if r.IsSet("hash") {
		return []string{engine.ThreadsOption}
	}
	return []string{builtin.HashOption, engine.ThreadsOption}
}

// Today returns the date in UTC.
func Today() string { return time.Now().UTC().Format(time.DateOnly) }
