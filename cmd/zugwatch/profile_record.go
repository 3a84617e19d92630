package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/suites"
)

// The bounds of the number of samples, and how many are taken without a flag:
// enough for one percentage point.
const (
	defaultSamples = 5000
	maxSamples     = 50_000
	maxPasses      = 200
)

func profileRecordCommand() *cli.Command {
	return &cli.Command{
		Name:      "record",
		Usage:     "record a CPU profile of an engine over suites",
		ArgsUsage: "SUITE...",
		Description: "Searches the suites, again and again, until enough samples of where the time\n" +
			"went are together: 100 of them are a second of CPU time. Nothing is judged. The\n" +
			"file is a profile that go tool pprof reads; samples have labels for the suite, the\n" +
			"position, the pass, the phase and the part of the tree.\n\n" +
			"   zugwatch profile record wac -o wac.pb.gz\n" +
			"   zugwatch profile record crafty --passes 1 --append -o base.pb.gz\n\n" +
			"To compare two builds, let them take turns on one machine with --append.\n" +
			"Another engine needs profile: in " + configName + ", or --profiler.",
		Flags: concat(
			[]cli.Flag{
				outFlag("write the profile to `FILE` instead of the name of the first suite with .pb.gz"),
				&cli.IntFlag{Name: "samples", Value: defaultSamples, Usage: "repeat the suites until there are `N` samples"},
				&cli.IntFlag{Name: "passes", DefaultText: "as many as it takes", Usage: "search the suites `N` times, whatever the number of samples"},
				&cli.BoolFlag{Name: "append", Usage: "add to the profile in the file, if there is one"},
				&cli.PathFlag{Name: "heap", Usage: "write a profile of the memory in use at the end to `FILE`"},
				&cli.PathFlag{Name: "allocs", Usage: "write a profile of all allocations to `FILE`"},
				&cli.BoolFlag{Name: "pgo", Usage: "write what the compiler reads, without labels"},
				&cli.StringSliceFlag{Name: "filter", Usage: "search only what `PATTERN` names, as in run"},
			},
			limitFlags(),
			builtinFlags(", or as "+configName+" says"),
			[]cli.Flag{
				&cli.StringFlag{Name: "engine", Usage: "profile `ENGINE`: zugwatch, a name in " + configName + " or a program that speaks UCI"},
				&cli.StringFlag{Name: "profiler", Usage: "how another engine is profiled: `perf`, gperftools, or its own flags with {file} in them"},
				optionFlag(),
				&cli.IntFlag{Name: "workers", Value: 1, Usage: "search `N` positions at once; more than one disturb each other"},
				&cli.PathFlag{Name: "config", Usage: "read `FILE` instead of " + configName},
			},
			profileReportFlags()),
		Action: func(c *cli.Context) error {
			names, err := arguments(c, 1, -1, "one or more suites or EPD files")
			if err != nil {
				return err
			}
			return conclude(c, func() (conclusion, error) { return recordProfile(c, names) })
		},
		BashComplete: completeSuites,
	}
}

// recording is what a command line of profile record asks for.
type recording struct {
	out         string
	samples     int
	passes      int // 0: as many as the samples take
	suites      []*suites.Suite
	limits      []bench.Limits // by suite
	measurement *measurement
	source      profileSource
	options     report.Options
}

// profileSource profiles one pass over suites.
type profileSource interface {
	pass(ctx context.Context, r *recording) (*profile.Profile, error)
}

// newRecording reads the command line. Nothing is searched or written yet.
func newRecording(c *cli.Context, names []string) (*recording, error) {
	r := &recording{out: c.Path("out"), samples: c.Int("samples"), passes: c.Int("passes")}
	if r.samples < 1 || r.samples > maxSamples {
		return nil, badInput("flag --samples=%d (expected a number from 1 to %d)", r.samples, maxSamples)
	}
	if c.IsSet("passes") && (r.passes < 1 || r.passes > maxPasses) {
		return nil, badInput("flag --passes=%d (expected a number from 1 to %d)", r.passes, maxPasses)
	}
	if c.Bool("pgo") && c.Bool("append") {
		return nil, badInput("flag --append goes with no --pgo, which leaves out what tells the passes apart")
	}
	for _, name := range names {
		suite, err := openRecords(name, c.StringSlice("filter"))
		if err != nil {
			return nil, err
		}
		limits, err := flagLimit(c, suite)
		if err != nil {
			return nil, err
		}
		r.suites, r.limits = append(r.suites, suite), append(r.limits, limits)
	}
	if r.out == "" {
		r.out = r.suites[0].Name + ".pb.gz"
	}
	var err error
	if r.options, err = pageOptions(c); err != nil {
		return nil, err
	}
	if _, r.measurement, err = setUp(c); err != nil {
		return nil, err
	}
	r.measurement.workers = c.Int("workers")
	r.source, err = newSource(c, r.measurement)
	return r, err
}

// recordProfile records a profile, writes it and shows it.
func recordProfile(c *cli.Context, names []string) (end conclusion, err error) {
	r, err := newRecording(c, names)
	if err != nil {
		return end, err
	}
	var taken *profile.Profile
	if c.Bool("append") {
		if taken, err = earlierProfile(r.out); err != nil {
			return end, err
		}
	}
	if taken, err = r.record(c.Context, taken); err != nil {
		return end, err
	}
	if err := r.write(c, taken); err != nil {
		return end, err
	}
	summary, err := taken.Summarise()
	if err != nil {
		return end, profileError(err)
	}
	if err := report.Profile(c.App.Writer, summary, r.options); err != nil {
		return end, err
	}
	return conclusion{verdict: "recorded", fields: []report.Field{
		{Key: "suite", Value: r.names()},
		{Key: "samples", Value: strconv.FormatInt(taken.Samples(), 10)},
		{Key: "passes", Value: strconv.Itoa(len(taken.Notes.Passes))},
		{Key: "nodes", Value: strconv.FormatUint(taken.Notes.Nodes(), 10)},
	}}, nil
}

// earlierProfile is the profile in a file, nil without one.
func earlierProfile(file string) (*profile.Profile, error) {
	if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	return loadProfile(file)
}

// record repeats the suites until it is enough.
func (r *recording) record(ctx context.Context, taken *profile.Profile) (*profile.Profile, error) {
	var fresh int64
	for pass := 1; ; pass++ {
		more, err := r.source.pass(ctx, r)
		if err != nil {
			return nil, profileError(err)
		}
		fresh += more.Samples()
		if taken == nil {
			taken = more
		} else if err := taken.Append(more); err != nil {
			return nil, badInput("%s: %w", r.out, err)
		}
		fmt.Fprintf(r.measurement.diagnostics, "pass %d: %d samples\n", pass, fresh)
		if r.passes == pass || r.passes == 0 && (fresh >= int64(r.samples) || pass == maxPasses) {
			return taken, nil
		}
	}
}

// search runs all suites once on an engine and gives the notes of the pass.
func (r *recording) search(ctx context.Context, open func(*suites.Suite) func() (engine.Engine, error)) (profile.Notes, error) {
	var nodes uint64
	var names, limits []string
	var who string
	for i, suite := range r.suites {
		on := contender{open: open(suite)}
		run, timing, err := r.measurement.run(ctx, on, suite, r.limits[i])
		if err == nil {
			err = faultError(run, timing)
		}
		if err != nil {
			return profile.Notes{}, err
		}
		nodes += run.Signature()
		names = append(names, fmt.Sprintf("%s@%.12s", suite.Name, suite.Digest))
		limits = append(limits, run.Limits)
		who = engineText(run)
	}
	return profile.Notes{
		Engine: who, Suite: strings.Join(names, " "), Limits: strings.Join(limits, " "), Machine: machine(),
		Passes: []profile.Pass{{Nodes: nodes}},
	}, nil
}

// write stores the profile, and those of the memory if asked for.
func (r *recording) write(c *cli.Context, taken *profile.Profile) error {
	stored := taken
	if c.Bool("pgo") {
		var err error
		if stored, err = taken.Guide(); err != nil {
			return profileError(err)
		}
	}
	if err := replaceFile(r.out, func(w io.Writer) error { return writeReadable(w, stored) }); err != nil {
		return err
	}
	for _, kind := range []string{"heap", "allocs"} {
		if file := c.Path(kind); file != "" {
			memory, err := profile.CaptureMemory(kind, taken.Notes)
			if err != nil {
				return profileError(err)
			}
			if err := replaceFile(file, func(w io.Writer) error { return memory.Write(w) }); err != nil {
				return err
			}
		}
	}
	return nil
}

// writeReadable writes a profile, unless it has grown beyond what is read again.
func writeReadable(w io.Writer, p *profile.Profile) error {
	var file bytes.Buffer
	if err := p.Write(&file); err != nil {
		return err
	}
	if _, err := profile.Read(bytes.NewReader(file.Bytes()), profile.DefaultLimits()); err != nil {
		return fmt.Errorf("profile could not be read again: %w (hint: fewer samples, or another file)", err)
	}
	_, err := w.Write(file.Bytes())
	return err
}

// names lists the suites.
func (r *recording) names() string {
	var names []string
	for _, suite := range r.suites {
		names = append(names, suite.Name)
	}
	return strings.Join(names, ",")
}

// ownSource profiles the built-in engine in this process.
type ownSource struct{ open func() (engine.Engine, error) }

// pass searches the suites under the profiler.
func (s ownSource) pass(ctx context.Context, r *recording) (*profile.Profile, error) {
	return profile.CaptureCPU(profile.BuiltinRules(), func() (profile.Notes, error) {
		return r.search(ctx, func(suite *suites.Suite) func() (engine.Engine, error) {
			names := positionNames(suite)
			return func() (engine.Engine, error) {
				opened, err := s.open()
				if err != nil {
					return nil, err
				}
				return profile.Labelled(opened, suite.Name, names), nil
			}
		})
	})
}

// positionNames says what the positions of a suite are called. Two records of
// one position share the name of the first.
func positionNames(suite *suites.Suite) func(chess.Position) string {
	names := make(map[chess.Position]string)
	for i := range suite.Records {
		record := &suite.Records[i]
		if _, there := names[record.Position]; !there {
			names[record.Position] = record.Key()
		}
	}
	return func(p chess.Position) string { return names[p] }
}
