package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/calibrate"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/match/play"
	"github.com/zugwatch/zugwatch/bench/mutant"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/export"
	"github.com/zugwatch/zugwatch/bench/report/finding"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/bench/selftest"
	"github.com/zugwatch/zugwatch/bench/sensitivity"
	"github.com/zugwatch/zugwatch/bench/speed"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/cmd/flags"
	"github.com/zugwatch/zugwatch/engine/search"
)

// selftestCommand returns the command selftest.
func selftestCommand() *cli.Command {
	return command.New("selftest [SUITE]...", "inject known regressions and prove that every gate goes red",
		command.PageAction(command.ArbitraryArgs(), runSelftest), []cli.Flag{
			flags.Config(),
			&cli.DurationFlag{Name: "speed", Value: selftest.RaceTime, Usage: "race the engine for about a `TIME` with an equal and with a slower one, for longer where that decides nothing; 0 does not"},
		}, command.PageFlags())
}

// runSelftest makes all injections and counts those that were not found.
func runSelftest(in *flags.Reader, names []string, _ command.Page) (end command.Conclusion, err error) {
	race, settings := in.TimeOrZero("speed", speed.MinBudget), in.Config()
	selected := in.SelectSuites(settings, names)
	if err := in.Err(); err != nil {
		return end, err
	}
	path, err := os.Executable()
	if err != nil {
		return end, err
	}
	test := selftest.Test{
		Config: settings, Suites: selected, Today: flags.Today(), Program: thisProgram(path),
		Race: race, Tell: flags.LogTo(in.App.ErrWriter),
	}
	all, err := test.Run(in.Ctx())
	if err != nil {
		return end, err
	}
	return selftestConclusion(all), nil
}

// selftestConclusion fails where one was missed, or none was made.
func selftestConclusion(all []selftest.Injection) command.Conclusion {
	end := command.Conclusion{
		Verdict: compare.Pass.String(), Fields: finding.InjectionsFields(all), Page: finding.Injections(all, command.CodeOfKind),
	}
	end.FailIf(len(all) == 0 || selftest.CountMissed(all) > 0, compare.Fail.String(), failure.Regression)
	return end
}

// thisProgram returns this program, called in its own process; path is where it can be
// started as an engine.
func thisProgram(path string) selftest.Program {
	return selftest.Program{Path: path, Call: runInProcess, Signal: &command.SignalError{Signal: os.Interrupt}}
}

// runInProcess runs this program with the arguments, in this process.
func runInProcess(ctx context.Context, args ...string) (kind failure.Kind, out string, concluded bool) {
	var printed bytes.Buffer
	code := run(ctx, append([]string{"zugwatch"}, args...), strings.NewReader(""), &printed, &printed)
	for line := range strings.Lines(printed.String()) {
		concluded = concluded || strings.HasPrefix(line, "zugwatch: verdict=") && strings.Contains(strings.TrimSpace(line)+" ", fmt.Sprintf(" code=%d ", code))
	}
	return command.KindOf(code), printed.String(), concluded
}

// sensitivityCommand returns the command sensitivity.
func sensitivityCommand() *cli.Command {
	return command.New("sensitivity [SUITE]...", "judge changes of the engine that do damage or none: would the gates find them?",
		command.MeasureAction(command.ArbitraryArgs(), measureSensitivity), []cli.Flag{
			&cli.StringFlag{Name: "engine", Usage: "try the mutants of `ENGINE` instead of that of " + config.FileName},
			&cli.StringFlag{Name: "only", Usage: "try only the mutants `NAME,NAME…`"},
			&cli.BoolFlag{Name: "damaging", Usage: "try only those that do damage"},
			&cli.BoolFlag{Name: "neutral", Usage: "try only those that do none"},
			&cli.PathFlag{Name: "source", Usage: "build the patches of the built-in engine from the checkout of Zugwatch in `FOLDER`"},
			flags.Out("keep each mutant that is finished in `FILE`, and go on with what is there"),
			&cli.IntFlag{Name: "games", Usage: "play `N` games of each mutant against the engine instead"},
			&cli.Uint64Flag{Name: "nodes", Value: 10000, Usage: "with `N` nodes for each move of these"},
			&cli.IntFlag{Name: "bench", Value: search.BenchDepth, Usage: "tell the signature of the built-in engine to depth `N`; 0 does not"},
			&cli.Float64Flag{Name: "require-power", Usage: "fail when less than `P` percent of the damaging mutants are found"},
			&cli.Float64Flag{Name: "allow-false", Value: 100, Usage: "fail when more than `P` percent of the neutral mutants are red"},
			flags.Format("report", "text", "markdown", "json"),
			flags.File("into", "write it into `FILE`, between <!-- sensitivity mutants --> and <!-- end -->"),
			&cli.BoolFlag{Name: "verbose", Usage: "show the reasons of every gate"},
			flags.Tier(), flags.Again(), flags.NoTimes(), flags.NoBuild(),
		}, flags.Runner(), flags.Farm())
}

// measureSensitivity judges the mutants and prints what was found.
func measureSensitivity(in *flags.Reader, _ []string) (end command.Conclusion, err error) {
	exported := command.ExportOptions(in)
	in.CheckInto("sensitivity", "mutants")
	options, r := sensitivityOptions(in)
	if err := in.Err(); err != nil {
		return end, err
	}
	found, err := sensitivity.Measure(in.Ctx(), r, options)
	if found == nil {
		return end, err
	}
	end = command.Conclusion{Verdict: "complete", Fields: finding.SensitivityFields(found)}
	if in.IsSet("require-power") || in.IsSet("allow-false") {
		verdict := found.Judge(in.IsSet("require-power"), in.Float64("require-power"), in.IsSet("allow-false"), in.Float64("allow-false"))
		end.Verdict, end.Kind = verdict.String(), verdict.Failure(false)
	}
	games, broken := sensitivity.PlayedGames()
	if broken != nil {
		return end, errors.Join(err, broken)
	}
	into := in.Path("into")
	if in.Bool("no-times") || into != "" {
		found = found.WithoutTimes()
	}
	whole, played := found.Compared(games)
	if into == "" {
		return end, errors.Join(err, export.Sensitivity(in.App.Writer, whole, played, exported))
	}
	exported.Format = export.Format(doc.Markdown)
	return end, errors.Join(err, file.OutputBetweenMarks(into, "sensitivity", "mutants", func(w io.Writer) error { return export.Sensitivity(w, whole, played, exported) }))
}

// sensitivityOptions reads the flags.
func sensitivityOptions(in *flags.Reader) (*sensitivity.Options, *runner.Runner) {
	o := &sensitivity.Options{
		Source: in.Path("source"), Games: in.Number("games", 0, 2*play.MaxPairs), Limit: in.Uint64("nodes"), Out: in.Path("out"),
		Bench: in.Number("bench", 0, 30), Today: flags.Today(),
		Command: in.CommandLine("engine", "only", "damaging", "neutral", "games", "nodes", "bench", "tier", "nullmove", "search", "eval", "eval-file", "hash"),
		Begin: func(name string, number, of int) {
			fmt.Fprintf(in.App.ErrWriter, "mutant %d of %d: %s\n", number, of, name)
		},
	}
	if o.Games%2 != 0 {
		in.Failf("flag --games=%d (expected an even number: each opening is played with both colors)", o.Games)
	}
	in.RejectWith("games", "which judges nothing", "require-power", "allow-false")
	in.RejectWith("neutral", "which leaves the damaging mutants out", "require-power")
	in.RejectWith("damaging", "which leaves the neutral mutants out", "allow-false")
	if names := in.String("only"); names != "" {
		o.Only = strings.Split(names, ",")
	}
	switch {
	case in.Bool("damaging") && in.Bool("neutral"):
		in.Failf("flag --damaging beside --neutral (expected one of them, or none for all)")
	case in.Bool("damaging"):
		o.Kind = mutant.Damaging
	case in.Bool("neutral"):
		o.Kind = mutant.Neutral
	}
	judging, r := gateOptions(in)
	judging.Engine = cmp.Or(in.String("engine"), r.Config.Engine)
	o.Gate = *judging
	return o, r
}

// calibrateCommand returns the command calibrate.
func calibrateCommand() *cli.Command {
	return command.New("calibrate [SUITE]...", "measure how far chance alone scatters on an engine, and set limits and forms by it",
		command.MeasureAction(command.ArbitraryArgs(), calibrateSuites), []cli.Flag{
			&cli.StringFlag{Name: "engine", Usage: "measure `ENGINE` instead of that of " + config.FileName},
			&cli.IntFlag{Name: "forms", Value: calibrate.DefaultForms, Usage: "search each position in `N` forms for each of the two draws"},
			&cli.DurationFlag{Name: "budget", Value: calibrate.DefaultBudget, Usage: "choose the forms so that all suites together stay within `TIME`"},
			&cli.BoolFlag{Name: "ab", Usage: "the time is that of ab, which searches base and head, instead of ci"},
			&cli.BoolFlag{Name: "leave-out", Usage: "leave out positions of which no form is solved"},
			&cli.BoolFlag{Name: "write", Usage: "write forms and limits into the configuration, each with its reason above it"},
			flags.Format("report", "text", "markdown", "json"),
			flags.Tier(), flags.NoTimes(), flags.NoBuild(),
		}, flags.Runner(), flags.Farm())
}

// calibrateSuites measures, prints what follows, and writes it if asked.
func calibrateSuites(in *flags.Reader, names []string) (end command.Conclusion, err error) {
	exported := command.ExportOptions(in)
	o := &calibrate.Options{
		Engine: in.String("engine"), Forms: in.Number("forms", calibrate.MinForms, calibrate.MaxForms),
		Budget: in.Duration("budget"), Both: in.Bool("ab"), LeaveOut: in.Bool("leave-out"), Today: flags.Today(),
		Command: in.CommandLine("engine", "forms", "budget", "ab", "leave-out", "tier", "workers", "threads", "nullmove", "search", "eval", "eval-file", "hash"),
	}
	if o.Budget < time.Second {
		in.Failf("flag --budget=%v (expected 1s or more)", o.Budget)
	}
	r := in.Runner()
	o.Suites = in.Suites(r.Config, names)
	into := ""
	if in.Bool("write") {
		into = cmp.Or(in.Path("config"), config.FileName)
		in.AddErr(calibrate.CheckTarget(into))
	}
	if err := in.Err(); err != nil {
		return end, err
	}
	found, err := calibrate.Measure(in.Ctx(), r, o)
	if err != nil {
		return end, err
	}
	written := false
	if into != "" {
		if written, err = found.Write(into); err != nil {
			return end, err
		}
	}
	end = command.Conclusion{Verdict: "complete", Fields: finding.CalibrationFields(found, written)}
	if in.Bool("no-times") {
		found = found.WithoutTimes()
	}
	return end, export.Calibration(in.App.Writer, found, exported)
}
