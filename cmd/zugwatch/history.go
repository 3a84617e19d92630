package main

import (
	"fmt"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/commits"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/gate"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/cmd/flags"
)

// historyCommand groups what is done with the runs of a branch, commit by commit.
func historyCommand() *cli.Command {
	return command.Group("history", "keep what the runs of a branch came to, and show where they changed",
		command.New("add FILE.jsonl RUN.json...", "add a line for each run to a history",
			command.With("range", command.Measure(command.Takes(1, -1, "a history, and perhaps suites"), addHistoryRange),
				command.Measure(command.Takes(2, -1, "a history and run files"), addHistory)), []cli.Flag{
				&cli.StringFlag{Name: "commit", Value: "HEAD", Usage: "the runs are of the `REVISION`"},
				&cli.StringFlag{Name: "range", Usage: "build each commit of `A..B` that the history lacks, run the suites on it and add what they came to"},
			}, historyRangeFlags(), []cli.Flag{flags.Config()}),
		command.New("show FILE.jsonl", "show a history: the levels, where they changed, and the last commits",
			command.Paged(command.Takes(1, 1, "a history"), showHistory), []cli.Flag{
				&cli.StringSliceFlag{Name: "suite", Usage: "show the `SUITE` alone; may be given more than once"},
				&cli.StringFlag{Name: "since", DefaultText: "the last commit before the newest that has a tag", Usage: "compare the newest commit with that at `REVISION` as well"},
				flags.Config(),
			}, command.PageFlags()))
}

// historyRangeFlags returns the flags of history add that are of a range alone.
func historyRangeFlags() []cli.Flag {
	runner := slices.DeleteFunc(flags.Runner(), func(f cli.Flag) bool { return f.Names()[0] == "config" })
	return flags.Concat([]cli.Flag{onlyFlag("add"), flags.Tier(), flags.Revisions()}, runner, flags.Farm())
}

// addHistoryRange runs the suites on each commit of a range that a history lacks, and adds what they came to.
func addHistoryRange(in *flags.Reader, args []string) (end command.Conclusion, err error) {
	in.Alone("range", "which names the commits", "commit")
	in.Keep(file.CheckOutput(args[0]))
	o := &commits.Options{
		Gate: gate.Options{Today: flags.Today()}, Range: in.String("range"), Only: in.Path("only"), Anew: in.Bool("no-cache"), Out: args[0],
		Begin: func(p commits.Progress) { fmt.Fprintln(in.App.ErrWriter, report.Next("commit", p)) },
	}
	r := in.Runner()
	if r != nil {
		o.Gate.Suites = in.SuitesNamed(r.Config, args[1:])
	}
	if err := in.Err(); err != nil {
		return end, err
	}
	added, err := commits.AddToHistory(in.Ctx(), r, o)
	if added == nil {
		return end, err
	}
	return command.Conclusion{Verdict: "complete", Fields: report.AddedRangeFields(added)}, err
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
	return command.Conclusion{Verdict: "complete", Fields: report.AddedFields(commit.Short(), added)}, nil
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
	return command.Conclusion{Verdict: "complete", Fields: report.HistoryFields(all), Page: report.History(all, shown.Options), Title: report.HistoryTitle(all)}, nil
}
