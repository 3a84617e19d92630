package main

import (
	"fmt"
	"math"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/profile/record"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/export"
	"github.com/zugwatch/zugwatch/bench/report/figure"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/cmd/flags"
)

// defaultSamples is the default number of samples: enough for a precision of one percentage point.
const defaultSamples = 5000

// profileCommand returns the command profile.
func profileCommand() *cli.Command {
	drawn := command.RangeArgs(1, 2, "one profile, or two for their difference")
	shown := []cli.Flag{
		flags.Format("report", "text", "markdown"),
		&cli.BoolFlag{Name: "verbose", Usage: "show every function"},
		flags.HTML(),
	}
	return command.Group("profile", "record where in the code the time goes, and compare",
		command.New("record SUITE...", "record a CPU profile of an engine over suites",
			command.PageAction(command.RangeArgs(1, -1, "one or more suites or EPD files"), recordProfile), []cli.Flag{
				flags.Out("write the profile to `FILE` instead of the name of the first suite with .pb.gz"),
				&cli.IntFlag{Name: "samples", Value: defaultSamples, Usage: "repeat the suites until there are `N` samples"},
				&cli.IntFlag{Name: "passes", DefaultText: "as many as it takes", Usage: "search the suites `N` times, whatever the number of samples"},
				&cli.BoolFlag{Name: "append", Usage: "add to the profile in the file, if there is one"},
				flags.File("heap", "write a profile of the memory in use at the end to `FILE`"),
				flags.File("allocs", "write a profile of all allocations to `FILE`"),
				&cli.BoolFlag{Name: "pgo", Usage: "write what the compiler reads, without labels"},
				&cli.StringSliceFlag{Name: "filter", Usage: "search only what `PATTERN` names, as in run"},
			}, flags.Limits(), flags.Builtin(", or as "+config.FileName+" says"), []cli.Flag{
				&cli.StringFlag{Name: "engine", Usage: "profile `ENGINE`: zugwatch, a name in " + config.FileName + " or a program that speaks UCI"},
				flags.OneOf(&cli.StringFlag{Name: "profiler", Usage: "how another engine is profiled: `perf`, gperftools, or its own flags with {file} in them"}, "perf", profile.Gperftools),
				flags.Option(),
				&cli.IntFlag{Name: "workers", Value: 1, Usage: "search `N` positions at once; more than one disturb each other"},
				flags.Config(), flags.NoBuild(),
			}, shown),
		command.New("top FILE", "show the phases and functions of a profile", command.ActionOf(command.RangeArgs(1, 1, "one profile"), showProfile), shown),
		command.New("diff BASE HEAD", "show which functions became slower or faster", command.ActionOf(command.RangeArgs(2, 2, "two profiles"), diffProfiles), []cli.Flag{
			flags.Format("report", "text", "markdown", "json"),
			&cli.BoolFlag{Name: "verbose", Usage: "show every function, also those that may not have changed"},
			flags.HTML(),
			&cli.BoolFlag{Name: "shares", Usage: "compare shares of the time also where nanoseconds per node could be"},
			&cli.Float64Flag{Name: "false-alarms", Value: profile.DefaultRule().FalseAlarms, Usage: "how often two equal profiles may show any change, a `RATE` between 0 and 1"},
			&cli.Float64Flag{Name: "least", Value: 100 * profile.DefaultRule().Least, Usage: "leave out changes below `PERCENT` of the base's time"},
		}),
		command.New("flame FILE | BASE HEAD", "write a flame graph as one page of HTML", command.ActionOf(drawn, writeFlame),
			[]cli.Flag{flags.Out("write the page to `FILE`")}),
		command.New("serve FILE | BASE HEAD", "show a profile in the web interface of pprof", command.ActionOf(drawn, serveProfile),
			[]cli.Flag{&cli.IntFlag{Name: "port", DefaultText: "any that is free", Usage: "listen on port `N`"}}))
}

// showProfile shows a profile.
func showProfile(in *flags.Reader, args []string) error {
	shown, err := command.PageOptions(in.Context)
	if err != nil {
		return err
	}
	summary, err := profile.LoadSummary(args[0])
	if err != nil {
		return err
	}
	return showWithFlame(in, shown, "profile", report.Profile(summary, shown.Options), args)
}

// showWithFlame shows a report with the picture of its profiles below it.
func showWithFlame(in *flags.Reader, shown command.Page, title doc.Text, page doc.Document, files []string) error {
	root, err := profile.LoadCalls(files...)
	if err != nil {
		return err
	}
	return shown.Show(in.App.Writer, title, append(page, figure.Flame(root, len(files) > 1)))
}

// recordProfile records a profile and writes it.
func recordProfile(in *flags.Reader, names []string, shown command.Page) (end command.Conclusion, err error) {
	r := &record.Recording{
		Name: in.Path("out"), Samples: in.Number("samples", 1, profile.MaxSamples), Passes: in.Number("passes", 1, record.MaxPasses), Runner: in.Runner(),
	}
	if in.Bool("pgo") && in.Bool("append") {
		in.Failf("flag --append goes with no --pgo, which leaves out what tells the passes apart")
	}
	for _, name := range names {
		suite, err := bench.OpenSuite(name, 1, in.StringSlice("filter")...)
		if err != nil {
			return end, err
		}
		limit, _ := in.Limit(bench.DefaultLimits(suite))
		r.Suites, r.Limits = append(r.Suites, suite), append(r.Limits, limit)
	}
	if r.Name == "" {
		r.Name = r.Suites[0].Name + ".pb.gz"
		in.AddErr(file.CheckOutput(r.Name))
	}
	if err := in.Err(); err != nil {
		return end, err
	}
	r.Runner.Workers = in.Int("workers")
	form := record.Form{Append: in.Bool("append"), Guide: in.Bool("pgo"), Memory: map[string]string{"heap": in.Path("heap"), "allocs": in.Path("allocs")}}
	if err := r.ChooseSource(in.Ctx(), in.String("engine"), in.Text("profiler"), form); err != nil {
		return end, err
	}
	taken, err := r.RecordFile(in.Ctx(), form)
	if err != nil {
		return end, err
	}
	summary, err := taken.Summarise()
	if err != nil {
		return end, err
	}
	return command.Conclusion{Verdict: "recorded", Page: report.Profile(summary, shown.Options), Fields: report.RecordingFields(r.Suites, taken)}, nil
}

// diffProfiles compares two profiles and shows the difference.
func diffProfiles(in *flags.Reader, args []string) (err error) {
	asJSON := in.String("format") == "json"
	var shown command.Page
	if !asJSON {
		shown, err = command.PageOptions(in.Context)
		in.AddErr(err)
	}
	rule := profile.Rule{FalseAlarms: in.Float64("false-alarms"), Least: in.Float64("least") / 100}
	if !(rule.FalseAlarms > 0 && rule.FalseAlarms < 1) {
		in.Failf("flag --false-alarms=%v (expected a number between 0 and 1)", rule.FalseAlarms)
	}
	if !(rule.Least >= 0 && rule.Least <= 1) {
		in.Failf("flag --least=%v (expected percent from 0 to 100)", in.Float64("least"))
	}
	if err := in.Err(); err != nil {
		return err
	}
	difference, err := profile.CompareFiles(args[0], args[1], rule, in.Bool("shares"))
	if err != nil {
		return err
	}
	if asJSON {
		return export.Profile(in.App.Writer, difference)
	}
	return showWithFlame(in, shown, report.ProfileDifferenceTitle(difference), report.ProfileDifference(difference, shown.Options), args)
}

// writeFlame writes the picture of a profile, or of the difference of two.
func writeFlame(in *flags.Reader, args []string) error {
	in.Required("out", "the name of an HTML file")
	if err := in.Err(); err != nil {
		return err
	}
	shown, err := profile.LoadDifference(args...)
	if err != nil {
		return err
	}
	page, err := shown.Flame()
	if err != nil {
		return err
	}
	return file.OutputBytes(in.Path("out"), page)
}

// serveProfile shows a profile, or the difference of two, until a signal.
func serveProfile(in *flags.Reader, args []string) error {
	shown, err := profile.LoadDifference(args...)
	if err != nil {
		return err
	}
	port := in.Number("port", 1, math.MaxUint16)
	if err := in.Err(); err != nil {
		return err
	}
	on, err := profile.Listen(in.Ctx(), port)
	if err != nil {
		return err
	}
	defer on.Close()
	fmt.Fprintf(in.App.Writer, "serving http://%s/flamegraph (end with Ctrl-C)\n", on.Addr())
	return shown.Serve(in.Ctx(), on)
}
