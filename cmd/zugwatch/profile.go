package main

import (
	"cmp"
	"fmt"
	"io"
	"math"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/profile/record"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/export"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/cmd/flags"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/suites"
)

// profileCommand groups what is done with profiles.
func profileCommand() *cli.Command {
	return command.Group("profile", "record where in the code the time goes, and compare",
		profileRecordCommand(), profileTopCommand(), profileDiffCommand(), profileFlameCommand(), profileServeCommand())
}

func profileTopCommand() *cli.Command {
	return &cli.Command{
		Name:      "top",
		Usage:     "show the phases and functions of a profile",
		ArgsUsage: "FILE",
		Flags:     profileReportFlags(),
		Action:    command.Do(command.Takes(1, 1, "one profile"), showProfile),
	}
}

// showProfile shows a profile.
func showProfile(c *cli.Context, args []string) error {
	shown, err := command.PageOptions(c)
	if err != nil {
		return err
	}
	summary, err := profile.LoadSummary(args[0])
	if err != nil {
		return err
	}
	flame, err := flameOf(args[0])
	if err != nil {
		return err
	}
	return shown.Show(c.App.Writer, "profile", append(report.Profile(summary, shown.Options), flame))
}

// flameOf draws one profile, or the second against the first.
func flameOf(files ...string) (flame doc.Flame, err error) {
	sides := make([]*profile.Profile, len(files))
	for i, name := range files {
		if sides[i], err = profile.Load(name); err != nil {
			return flame, err
		}
	}
	head := sides[len(sides)-1]
	var base *profile.Profile
	if len(sides) > 1 {
		base = sides[0]
	}
	root, err := profile.Calls(base, head)
	if err != nil {
		return flame, err
	}
	return report.Flame(root, base != nil), nil
}

// profileReportFlags returns the flags of commands that show a profile.
func profileReportFlags() []cli.Flag {
	return []cli.Flag{
		flags.Format("report", "text", "markdown"),
		&cli.BoolFlag{Name: "verbose", Usage: "show every function"},
		flags.HTML(),
	}
}

// defaultSamples is how many samples are taken without a flag: enough for one
// percentage point.
const defaultSamples = 5000

func profileRecordCommand() *cli.Command {
	return &cli.Command{
		Name:      "record",
		Usage:     "record a CPU profile of an engine over suites",
		ArgsUsage: "SUITE...",
		Flags: flags.Concat(
			[]cli.Flag{
				flags.Out("write the profile to `FILE` instead of the name of the first suite with .pb.gz"),
				&cli.IntFlag{Name: "samples", Value: defaultSamples, Usage: "repeat the suites until there are `N` samples"},
				&cli.IntFlag{Name: "passes", DefaultText: "as many as it takes", Usage: "search the suites `N` times, whatever the number of samples"},
				&cli.BoolFlag{Name: "append", Usage: "add to the profile in the file, if there is one"},
				flags.File("heap", "write a profile of the memory in use at the end to `FILE`"),
				flags.File("allocs", "write a profile of all allocations to `FILE`"),
				&cli.BoolFlag{Name: "pgo", Usage: "write what the compiler reads, without labels"},
				&cli.StringSliceFlag{Name: "filter", Usage: "search only what `PATTERN` names, as in run"},
			},
			flags.Limits(),
			flags.Builtin(", or as "+config.FileName+" says"),
			[]cli.Flag{
				&cli.StringFlag{Name: "engine", Usage: "profile `ENGINE`: zugwatch, a name in " + config.FileName + " or a program that speaks UCI"},
				flags.OneOf(&cli.StringFlag{Name: "profiler", Usage: "how another engine is profiled: `perf`, gperftools, or its own flags with {file} in them"}, "perf", profile.Gperftools),
				flags.Option(),
				&cli.IntFlag{Name: "workers", Value: 1, Usage: "search `N` positions at once; more than one disturb each other"},
				flags.Config(),
				flags.NoBuild(),
			},
			profileReportFlags()),
		Action:       command.Paged(command.Takes(1, -1, "one or more suites or EPD files"), recordProfile),
		BashComplete: command.Complete(suites.Names),
	}
}

// newRecording reads the command line. Nothing is searched or written yet.
func newRecording(in *flags.Reader, names []string) (*record.Recording, error) {
	r := &record.Recording{
		Name: in.Path("out"), Samples: in.Number("samples", 1, profile.MaxSamples), Passes: in.Number("passes", 1, record.MaxPasses),
	}
	if in.Bool("pgo") && in.Bool("append") {
		in.Failf("flag --append goes with no --pgo, which leaves out what tells the passes apart")
	}
	for _, name := range names {
		suite, err := bench.OpenSuite(name, 1, in.StringSlice("filter")...)
		if err != nil {
			return nil, err
		}
		limit, _ := in.Limit(bench.DefaultLimits(suite))
		r.Suites, r.Limits = append(r.Suites, suite), append(r.Limits, limit)
	}
	if r.Name == "" {
		r.Name = r.Suites[0].Name + ".pb.gz"
		in.Keep(file.CheckOutput(r.Name))
	}
	if r.Runner = in.Runner(); r.Runner != nil {
		r.Runner.Workers = in.Int("workers")
	}
	return r, in.Err()
}

// profileSource finds the engine to profile and how that is done.
func profileSource(c *cli.Context, of *record.Recording) (record.Source, error) {
	m := of.Runner
	chosen, err := m.Find(c.Context, builtin.Playing(cmp.Or(c.String("engine"), m.Config.Engine), of.Suites[0].Game()))
	if err != nil {
		return nil, err
	}
	var words []string
	_, own := builtin.GameOf(chosen.Name)
	switch {
	case own && c.IsSet("profiler"):
		return nil, failure.Inputf("flag --profiler is for other engines than the built-in one")
	case !own:
		if err := m.Check([]engines.Engine{chosen}); err != nil {
			return nil, err
		}
		for _, memory := range []string{"heap", "allocs"} {
			if c.IsSet(memory) {
				return nil, failure.Inputf("flag --%s is for the built-in engine, and %s is not that", memory, chosen.Name)
			}
		}
		if c.IsSet("profiler") {
			if words, err = profile.ParseProfiler(c.String("profiler")); err != nil {
				return nil, failure.Inputf("flag --profiler: %w", err)
			}
		}
	}
	return record.NewSource(c.Context, &m.Finder, chosen, words)
}

// recordProfile records a profile and writes it.
func recordProfile(c *cli.Context, names []string, shown command.Page) (end command.Conclusion, err error) {
	r, err := newRecording(flags.Read(c), names)
	if err != nil {
		return end, err
	}
	if r.Source, err = profileSource(c, r); err != nil {
		return end, err
	}
	taken, err := r.Take(c.Context, record.Form{
		Append: c.Bool("append"), Guide: c.Bool("pgo"), Memory: map[string]string{"heap": c.Path("heap"), "allocs": c.Path("allocs")},
	})
	if err != nil {
		return end, err
	}
	summary, err := taken.Summarise()
	if err != nil {
		return end, err
	}
	return command.Conclusion{
		Verdict: "recorded", Page: report.Profile(summary, shown.Options), Fields: report.RecordingFields(r.Suites, taken),
	}, nil
}

func profileDiffCommand() *cli.Command {
	return &cli.Command{
		Name:      "diff",
		Usage:     "show which functions became slower or faster",
		ArgsUsage: "BASE HEAD",
		Flags: []cli.Flag{
			flags.Format("report", "text", "markdown", "json"),
			&cli.BoolFlag{Name: "verbose", Usage: "show every function, also those that may not have changed"},
			flags.HTML(),
			&cli.BoolFlag{Name: "shares", Usage: "compare shares of the time also where nanoseconds per node could be"},
			&cli.Float64Flag{Name: "false-alarms", Value: profile.DefaultRule().FalseAlarms, Usage: "how often two equal profiles may show any change, a `RATE` between 0 and 1"},
			&cli.Float64Flag{Name: "least", Value: 100 * profile.DefaultRule().Least, Usage: "leave out changes below `PERCENT` of the base's time"},
		},
		Action: command.Do(command.Takes(2, 2, "two profiles"), diffProfiles),
	}
}

// diffProfiles compares two profiles and shows the difference.
func diffProfiles(c *cli.Context, args []string) error {
	asJSON := c.String("format") == "json"
	var options command.Page
	if !asJSON {
		var err error
		if options, err = command.PageOptions(c); err != nil {
			return err
		}
	}
	rule := profile.Rule{FalseAlarms: c.Float64("false-alarms"), Least: c.Float64("least") / 100}
	if !(rule.FalseAlarms > 0 && rule.FalseAlarms < 1) {
		return failure.Inputf("flag --false-alarms=%v (expected a number between 0 and 1)", rule.FalseAlarms)
	}
	if !(rule.Least >= 0 && rule.Least <= 1) {
		return failure.Inputf("flag --least=%v (expected percent from 0 to 100)", c.Float64("least"))
	}
	before, err := profile.LoadSummary(args[0])
	if err != nil {
		return err
	}
	after, err := profile.LoadSummary(args[1])
	if err != nil {
		return err
	}
	if profile.Comparable(before, after) == nil && !c.Bool("shares") {
		rule.Measure = profile.PerNode
	}
	difference, err := profile.Compare(before, after, rule)
	if err != nil {
		return err
	}
	if asJSON {
		return export.Profile(c.App.Writer, difference)
	}
	flame, err := flameOf(args...)
	if err != nil {
		return err
	}
	return options.Show(c.App.Writer, report.ProfileDifferenceTitle(difference), append(report.ProfileDifference(difference, options.Options), flame))
}

func profileFlameCommand() *cli.Command {
	return &cli.Command{
		Name:      "flame",
		Usage:     "write a flame graph as one page of HTML",
		ArgsUsage: "FILE | BASE HEAD",
		Flags:     []cli.Flag{flags.Out("write the page to `FILE`")},
		Action: command.Do(ofProfiles, func(c *cli.Context, args []string) error {
			if c.Path("out") == "" {
				return failure.Inputf("flag --out is missing (expected the name of an HTML file)")
			}
			shown, err := shownProfile(args)
			if err != nil {
				return err
			}
			page, err := shown.Flame()
			if err != nil {
				return err
			}
			return file.Output(c.Path("out"), func(w io.Writer) error {
				_, err := w.Write(page)
				return err
			})
		}),
	}
}

func profileServeCommand() *cli.Command {
	return &cli.Command{
		Name:      "serve",
		Usage:     "show a profile in the web interface of pprof",
		ArgsUsage: "FILE | BASE HEAD",
		Flags:     []cli.Flag{&cli.IntFlag{Name: "port", DefaultText: "any that is free", Usage: "listen on port `N`"}},
		Action: command.Do(ofProfiles, func(c *cli.Context, args []string) error {
			shown, err := shownProfile(args)
			if err != nil {
				return err
			}
			in := flags.Read(c)
			port := in.Number("port", 1, math.MaxUint16)
			if err := in.Err(); err != nil {
				return err
			}
			on, err := profile.Listen(c.Context, port)
			if err != nil {
				return err
			}
			defer on.Close()
			fmt.Fprintf(c.App.Writer, "serving http://%s/flamegraph (end with Ctrl-C)\n", on.Addr())
			return failure.Interruption(c.Context, shown.Serve(c.Context, on))
		}),
	}
}

// ofProfiles are the arguments of commands that show a profile as a picture.
var ofProfiles = command.Takes(1, 2, "one profile, or two for their difference")

// shownProfile returns the profile of the arguments, or the difference of two.
func shownProfile(args []string) (*profile.Profile, error) {
	if len(args) == 1 {
		return profile.Load(args[0])
	}
	return profile.LoadDifference(args[0], args[1])
}
