package main

import (
	"fmt"
	"math"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/commits"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/gate"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/finding"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/bench/schemas"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/cmd/flags"
	"github.com/zugwatch/zugwatch/engine/text"
	"github.com/zugwatch/zugwatch/suites"
)

// reportCommand returns the command report.
func reportCommand() *cli.Command {
	return command.New("report FILE.json...", "show stored runs again, in any format",
		command.ReportAction(command.RangeArgs(1, -1, "run files"), reportFiles),
		[]cli.Flag{&cli.BoolFlag{Name: "counters", Usage: "show what the null-move family did, by depth where the run kept that"}},
		command.ReportFlags("o"), []cli.Flag{flags.NoTimes()})
}

// reportFiles loads runs with their times.
func reportFiles(in *flags.Reader, files []string, _ *command.Publication) (found command.Finding, err error) {
	found.Verdict = "complete"
	stored, faults, err := runner.Load(files, !in.Bool("no-times"))
	var runs []*bench.Run
	for _, s := range stored {
		runs = append(runs, s.Run)
		found.Report.Trials = append(found.Report.Trials, report.Trial{Run: s.Run, Timing: s.Timing, Suite: bench.KnownSuite(s.Run)})
	}
	found.Told = faults
	if len(runs) == len(files) {
		found.Fields = report.RunFields(runs...)
	}
	return found, err
}

// mergeCommand returns the command merge.
func mergeCommand() *cli.Command {
	shards := command.RangeArgs(1, -1, "the run files of all shards")
	return command.New("merge FILE.json...", "make one run of the files of all shards", func(c *cli.Context) error {
		switch {
		case !c.Args().Present(): // which publishing tells
		case !c.IsSet("out"):
			return failure.Inputf("%s: no output is named (expected --out FILE)", c.Command.HelpName)
		case store.IsMatch(c.Args().First()):
			return command.PageAction(shards, mergeMatches)(c)
		}
		return command.ReportAction(shards, mergeFiles)(c)
	}, []cli.Flag{
		flags.Out("write the run to `FILE`"),
		pgnFlag(),
		&cli.BoolFlag{Name: "any-program", Usage: "take shards of programs that differ to the byte, such as of builds on several machines"},
	}, command.ReportFlags())
}

// mergeFiles merges run files and writes the run.
func mergeFiles(in *flags.Reader, files []string, _ *command.Publication) (found command.Finding, err error) {
	run, err := runner.Merge(files, in.Bool("any-program"), in.Path("out"))
	if run == nil {
		return found, err
	}
	found.Conclusion = command.Conclusion{Verdict: "complete", Fields: report.RunFields(run)}
	found.Report.Trials = []report.Trial{{Run: run, Suite: bench.KnownSuite(run)}}
	if err != nil {
		return found, err
	}
	if err = runner.FaultError(run, nil); err != nil {
		found.MaxRows, found.Told = maxUnfinishedRows, true
	}
	return found, err
}

// compareCommand returns the command compare.
func compareCommand() *cli.Command {
	return command.New("compare [BASE.json] CANDIDATE.json", "compare two runs of one suite and judge the difference",
		command.IfFlag("suite", command.ReportAction(command.RangeArgs(1, 2, "one or two run files"), compareStored), command.IfFlag("config", func(*cli.Context) error {
			return failure.Inputf("flag --config without --suite (expected --suite NAME, whose gate is read there)")
		}, command.ReportAction(command.RangeArgs(2, 2, "two run files"), compareStored))), []cli.Flag{
			flags.OneOf(&cli.StringFlag{Name: "kind", Value: "tactics", Usage: "what the suite speaks for: `tactics`, zugzwang, mates, rules or nodes"}, "tactics", "zugzwang", "mates", "rules", "nodes"),
			&cli.IntFlag{Name: "lost", Usage: "positions that may be lost, `N`"},
			&cli.IntFlag{Name: "points", Usage: "points that a graded suite has to reach, `N`"},
			&cli.IntFlag{Name: "faults", Usage: "positions that may have an engine fault, `N`"},
			&cli.IntFlag{Name: "missed-limits", Usage: "searches of each run that may miss their limit, `N` (default: one in fifty)"},
			&cli.StringFlag{Name: "nodes-total", Usage: "how much the sum of the nodes may grow, such as `5%`, or off (default: 5%, or off where the limit fixes the nodes)"},
			&cli.StringFlag{Name: "nodes-position", Value: "off", Usage: "how much the nodes of a single position may grow, such as `50%`"},
			&cli.IntFlag{Name: "nodes-floor", Usage: "positions with fewer nodes count as having `N`"},
			&cli.StringFlag{Name: "nodes-solution", Usage: "how much the nodes to the solution may grow in geometric mean, such as `20%` (default: not judged, or 3% of positions in several forms)"},
			flags.Exact(""),
			&cli.BoolFlag{Name: "any-options", Usage: "compare runs with other Hash or Threads too"},
			&cli.StringFlag{Name: "suite", Usage: "judge by the gate of the `SUITE` of " + config.FileName + " instead of the flags above, and without BASE.json by its baseline"},
			flags.Config(),
		}, command.ReportFlags())
}

// compareStored compares two run files, or one with the baseline of a suite.
func compareStored(in *flags.Reader, args []string, _ *command.Publication) (found command.Finding, err error) {
	in.RejectWith("suite", "whose gate says that", "kind", "lost", "points", "faults", "missed-limits", "nodes-total", "nodes-position", "nodes-floor", "nodes-solution")
	var open func() (*suites.Suite, error)
	gateOf := func(base *bench.Run) (compare.Gate, error) { return flagGate(in, base) }
	evidence := compare.Evidence{EqualOptions: in.EqualOptions()}
	if in.IsSet("suite") {
		settings, chosen := suiteOfFlag(in)
		if settings != nil {
			evidence.Tests, evidence.Looks = settings.Tests(), len(chosen.Looks())
			if len(args) > 1 || chosen.First > 0 {
				evidence.SkippedReason = "positions that lost most were not searched in other forms, as a gate does: stored runs hold none"
			}
			open = func() (*suites.Suite, error) { return settings.Open(chosen) }
		}
		gateOf = func(*bench.Run) (compare.Gate, error) {
			chosen.Gate.Exact = chosen.Gate.Exact || in.Bool("exact")
			return chosen.Gate, nil
		}
		args = append([]string{chosen.Baseline}, args...)[len(args)-1:]
	}
	if in.Bool("any-options") {
		evidence.EqualOptions = nil
	}
	if err := in.Err(); err != nil {
		return found, err
	}
	trial, err := gate.JudgeFiles(args[0], args[1], open, gateOf, evidence)
	if err != nil {
		return found, err
	}
	comparison := trial.Comparison
	found.Report.Trials = []report.Trial{{Run: trial.Run, Base: trial.Base, Comparison: comparison, Suite: bench.KnownSuite(trial.Run)}}
	found.Verdict, found.Kind = comparison.Verdict.String(), comparison.Failure()
	found.Fields = append(report.ComparisonFields(comparison), report.AxisFields(comparison.Gates)...)
	return found, nil
}

// flagGate returns the gate of the flags for runs like the one given.
func flagGate(in *flags.Reader, run *bench.Run) (compare.Gate, error) {
	limits, err := bench.ParseLimits(run.Limits)
	if err != nil {
		return compare.Gate{}, failure.Default(failure.Baseline, err)
	}
	gate := compare.Gate{
		Exact:   in.Bool("exact"),
		Axis:    flags.Parse(in, "kind", config.ParseKind),
		MaxLost: in.Int("lost"), MaxFaults: in.Int("faults"), MaxMissedLimits: in.Int("missed-limits"), MinPoints: in.Int("points"),
		Total:    config.DefaultGrowth(limits),
		Position: flags.Parse(in, "nodes-position", compare.ParseGrowth),
		Floor:    uint64(in.Number("nodes-floor", 0, math.MaxInt)),
		Solution: flags.ParseOptional(in, "nodes-solution", compare.ParseGrowth),
	}
	if total := flags.ParseOptional(in, "nodes-total", compare.ParseGrowth); total != nil {
		gate.Total = *total
	}
	return gate, in.Err()
}

// suiteOfFlag returns the configuration and its entry that --suite names, with the path
// of its baseline; empty where something was wrong.
func suiteOfFlag(in *flags.Reader) (settings *config.Config, chosen config.Suite) {
	settings = in.Config()
	found, err := settings.Select([]string{in.String("suite")})
	if err != nil {
		in.Failf("flag --suite: %w", err)
		return nil, chosen
	}
	chosen = found[0]
	chosen.Baseline, chosen.Gate.Today = settings.Path(chosen.Baseline), flags.Today()
	return settings, chosen
}

// schemaCommand returns the command schema.
func schemaCommand() *cli.Command {
	return command.New("schema [NAME]", "print the JSON Schema of a file or a report",
		command.ActionOf(command.RangeArgs(0, 1, "the name of a schema, or nothing"), func(in *flags.Reader, args []string) error {
			if len(args) == 0 {
				return in.Print(schemas.List())
			}
			found, err := schemas.Find(args[0])
			if names := schemas.Names(); err != nil {
				return failure.Inputf("schema %.40q (expected %s%s)", args[0], text.JoinOr(names), text.DidYouMean(args[0], names))
			}
			return in.Print(string(found))
		}))
}

// historyCommand returns the command history.
func historyCommand() *cli.Command {
	return command.Group("history", "keep what the runs of a branch came to, and show where they changed",
		command.New("add FILE.jsonl RUN.json...", "add a line for each run to a history",
			command.IfFlag("range", command.MeasureAction(command.RangeArgs(1, -1, "a history, and perhaps suites"), addHistoryRange),
				command.MeasureAction(command.RangeArgs(2, -1, "a history and run files"), addHistory)), []cli.Flag{
				&cli.StringFlag{Name: "commit", Value: "HEAD", Usage: "the runs are of the `REVISION`"},
				&cli.StringFlag{Name: "range", Usage: "build each commit of `A..B` that the history lacks, run the suites on it and add what they came to"},
			}, historyRangeFlags(), []cli.Flag{flags.Config()}),
		command.New("show FILE.jsonl", "show a history: the levels, where they changed, and the last commits",
			command.PageAction(command.RangeArgs(1, 1, "a history"), showHistory), []cli.Flag{
				&cli.StringSliceFlag{Name: "suite", Usage: "show the `SUITE` alone; may be given more than once"},
				&cli.StringFlag{Name: "since", DefaultText: "the last commit before the newest that has a tag", Usage: "compare the newest commit with that at `REVISION` as well"},
				flags.Config(),
			}, command.PageFlags()))
}

// historyRangeFlags returns the flags of history add that are of a range alone.
func historyRangeFlags() []cli.Flag {
	return slices.Concat([]cli.Flag{onlyFlag("add"), flags.Tier(), flags.NoCache()}, flags.RunnerWithout("config"), flags.Farm())
}

// addHistoryRange runs the suites on each commit of a range that is missing in a history, and adds the results.
func addHistoryRange(in *flags.Reader, args []string) (end command.Conclusion, err error) {
	in.RejectWith("range", "which names the commits", "commit")
	in.AddErr(file.CheckOutput(args[0]))
	o := &commits.Options{
		Gate: gate.Options{Today: flags.Today()}, Range: in.String("range"), Only: in.Path("only"), Rebuild: in.Bool("no-cache"), Out: args[0],
		Begin: func(p commits.Progress) { fmt.Fprintln(in.App.ErrWriter, finding.NextText("commit", p)) },
	}
	r := in.Runner()
	o.Gate.Suites = in.Suites(r.Config, args[1:])
	if err := in.Err(); err != nil {
		return end, err
	}
	added, err := commits.AddToHistory(in.Ctx(), r, o)
	if added == nil {
		return end, err
	}
	return command.Conclusion{Verdict: "complete", Fields: finding.AddedRangeFields(added)}, err
}

// addHistory adds whole runs of one commit to a history, in the forms of the first look.
func addHistory(in *flags.Reader, args []string) (end command.Conclusion, err error) {
	refuseWithoutRange(in, historyRangeFlags())
	settings := in.Config()
	if err := in.Err(); err != nil {
		return end, err
	}
	commit, added, err := commits.AddRuns(in.Ctx(), settings, args[0], fmt.Sprintf("zugwatch history add (process %d)", os.Getpid()), in.String("commit"), args[1:])
	if err != nil {
		return end, err
	}
	return command.Conclusion{Verdict: "complete", Fields: finding.AddedFields(commit.ShortHash(), added)}, nil
}

// showHistory shows the series of a history.
func showHistory(in *flags.Reader, args []string, shown command.Page) (end command.Conclusion, err error) {
	settings := in.Config()
	if err := in.Err(); err != nil {
		return end, err
	}
	all, err := commits.OpenHistory(in.Ctx(), settings, args[0], in.StringSlice("suite"), in.Text("since"))
	if err != nil {
		return end, err
	}
	return command.Conclusion{Verdict: "complete", Fields: finding.HistoryFields(all), Page: finding.History(all, shown.Options.Verbose), Title: finding.HistoryTitle(all)}, nil
}
