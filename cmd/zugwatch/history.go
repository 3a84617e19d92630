package main

import (
	"fmt"
	"math"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/commits"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/gate"
	"github.com/zugwatch/zugwatch/bench/history"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/cmd/flags"
	"github.com/zugwatch/zugwatch/engine/text"
)

// historyCommand groups what is done with the runs of a branch, commit by commit.
func historyCommand() *cli.Command {
	return command.Group("history", "keep what the runs of a branch came to, and show where they changed",
		historyAddCommand(), historyShowCommand())
}

func historyAddCommand() *cli.Command {
	return &cli.Command{
		Name:      "add",
		Usage:     "add a line for each run to a history",
		ArgsUsage: "FILE.jsonl RUN.json...",
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "commit", Value: "HEAD", Usage: "the runs are of the `REVISION`"},
			&cli.StringFlag{Name: "range", Usage: "build each commit of `A..B` that the history lacks, run the suites on it and add what they came to"},
		}, append(historyRangeFlags(), flags.Config())...),
		Action: func(c *cli.Context) error {
			if c.IsSet("range") {
				return command.Measure(command.Takes(1, -1, "a history, and perhaps suites"), addHistoryRange)(c)
			}
			return command.Measure(command.Takes(2, -1, "a history and run files"), addHistory)(c)
		},
	}
}

// historyRangeFlags returns the flags of history add that are of a range alone.
func historyRangeFlags() []cli.Flag {
	runner := slices.DeleteFunc(flags.Runner(), func(f cli.Flag) bool { return f.Names()[0] == "config" })
	only := onlyFlag("of a range: add only the commits in `FILE`, one on a line, with # before a comment")
	return flags.Concat([]cli.Flag{only, flags.Tier(), flags.Revisions()}, runner, flags.Farm())
}

// addHistoryRange runs the suites on each commit of a range that a history lacks, and adds what they came to.
func addHistoryRange(c *cli.Context, args []string) (end command.Conclusion, err error) {
	in := flags.Read(c)
	in.Alone("range", "which names the commits", "commit")
	in.Keep(file.CheckOutput(args[0]))
	o := &commits.Options{
		Gate: gate.Options{Today: flags.Today()}, Range: c.String("range"), Only: in.Path("only"), Anew: c.Bool("no-cache"), Out: args[0],
		Begin: func(p commits.Progress) { tellNext(c.App.ErrWriter, "commit", p) },
	}
	r := in.Runner()
	if r != nil {
		o.Gate.Suites = in.SuitesNamed(r.Config, args[1:])
	}
	if err := in.Err(); err != nil {
		return end, err
	}
	added, err := commits.AddToHistory(c.Context, r, o)
	if added == nil {
		return end, err
	}
	return command.Conclusion{Verdict: "complete", Fields: report.AddedRangeFields(added)}, err
}

// addHistory adds whole runs of one commit to a history, in the forms of the first look.
func addHistory(c *cli.Context, args []string) (end command.Conclusion, err error) {
	in := flags.Read(c)
	for _, flag := range historyRangeFlags() {
		if name := flag.Names()[0]; in.IsSet(name) {
			in.Failf("flag --%s is of a range (expected --range A..B beside it)", name)
		}
	}
	if err := in.Err(); err != nil {
		return end, err
	}
	path, files := args[0], args[1:]
	if err := file.CheckOutput(path); err != nil {
		return end, fmt.Errorf("history: %w", err)
	}
	settings, err := flags.LoadConfig(c)
	if err != nil {
		return end, err
	}
	repository, err := revision.Open(c.Context, ".")
	if err != nil {
		return end, err
	}
	commit, err := repository.Resolve(c.Context, c.String("commit"))
	if err != nil {
		return end, err
	}
	date, err := repository.Date(c.Context, commit)
	if err != nil {
		return end, err
	}
	stored, faults, err := runner.Load(files, true)
	if err != nil && !faults { // the faults of engines are a part of the history
		return end, err
	}
	var records []history.Record
	for i, s := range stored {
		run, timing, err := gate.FirstLook(settings, s.Run, s.Timing)
		if err != nil {
			return end, err
		}
		record, err := history.NewRecord(commit, date, run, timing)
		if err != nil {
			return end, fmt.Errorf("%s: %w", files[i], err)
		}
		records = append(records, record)
	}
	added, err := history.Append(path, fmt.Sprintf("zugwatch history add (process %d)", os.Getpid()), records...)
	if err != nil {
		return end, err
	}
	return command.Conclusion{Verdict: "complete", Fields: report.AddedFields(commit.Short(), added)}, nil
}

func historyShowCommand() *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "show a history: the levels, where they changed, and the last commits",
		ArgsUsage: "FILE.jsonl",
		Flags: append([]cli.Flag{
			&cli.StringSliceFlag{Name: "suite", Usage: "show the `SUITE` alone; may be given more than once"},
			&cli.StringFlag{Name: "since", DefaultText: "the last commit before the newest that has a tag", Usage: "compare the newest commit with that at `REVISION` as well"},
			flags.Config(),
		}, command.PageFlags()...),
		Action: command.Paged(command.Takes(1, 1, "a history"), showHistory),
	}
}

// showHistory shows the series of a history.
func showHistory(c *cli.Context, args []string, shown command.Page) (end command.Conclusion, err error) {
	records, err := history.Load(args[0])
	if err != nil {
		return end, err
	}
	all, err := seriesOf(history.Group(records), c.StringSlice("suite"))
	if err != nil {
		return end, err
	}
	settings, err := flags.LoadConfig(c)
	if err != nil {
		return end, err
	}
	if err := setReleases(c, all); err != nil {
		return end, err
	}
	for _, s := range all {
		s.Allowed = allowedIn(settings, s)
	}
	return command.Conclusion{Verdict: "complete", Fields: report.HistoryFields(all), Page: report.History(all, shown.Options), Title: report.HistoryTitle(all)}, nil
}

// seriesOf returns the series of the suites named, all without any.
func seriesOf(all []*history.Series, names []string) ([]*history.Series, error) {
	var known []string
	for _, s := range all {
		if !slices.Contains(known, s.Suite.Name) {
			known = append(known, s.Suite.Name)
		}
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return nil, failure.Inputf("flag --suite: suite %q is not in the history (expected %s%s)", name, text.Or(known), text.DidYouMean(name, known))
		}
	}
	return slices.DeleteFunc(all, func(s *history.Series) bool { return len(names) > 0 && !slices.Contains(names, s.Suite.Name) }), nil
}

// setReleases sets the release of each series: the commit that --since names, or the newest one with a
// tag. A history may be shown where its repository is not.
func setReleases(c *cli.Context, all []*history.Series) error {
	name := c.String("since")
	repository, err := revision.Open(c.Context, ".")
	if err != nil {
		if !c.IsSet("since") && c.Context.Err() == nil {
			return nil
		}
		return failure.Interruption(c.Context, err)
	}
	if !c.IsSet("since") {
		tags, err := repository.Tags(c.Context)
		for _, s := range all {
			s.SetRelease(tags)
		}
		return failure.Interruption(c.Context, err)
	}
	commit, err := repository.Resolve(c.Context, name)
	if err != nil {
		return failure.Interruption(c.Context, failure.With(failure.Of(err), fmt.Errorf("flag --since: %w", err)))
	}
	found := false
	for _, s := range all {
		s.SetRelease(map[string]string{commit.Hash: name})
		found = found || s.Release != nil
	}
	if !found {
		return failure.Inputf("flag --since: commit %s has no line before the newest one (expected a revision that is in the history)", commit.Short())
	}
	return nil
}

// allowedIn returns by how much the axes of a series may become worse: what its gate in the configuration
// allows, where that searches the suite in the same forms under the same limits.
func allowedIn(settings *config.Config, s *history.Series) map[history.Axis]float64 {
	last := &s.Records[len(s.Records)-1]
	for i := range settings.Suites {
		suite := &settings.Suites[i]
		if suite.Name != s.Suite.Name || suite.Limit.String() != s.Limits || max(1, suite.Looks()[0]) != max(1, s.Suite.Forms) {
			continue
		}
		a := suite.Gate.Allowance(suite.Limit, last.Asked, s.Suite.Forms)
		allowed := make(map[history.Axis]float64)
		for axis, most := range map[history.Axis]float64{history.Solved: a.Lost, history.Nodes: a.Nodes, history.Solution: a.Solution} {
			if !math.IsInf(most, 1) {
				allowed[axis] = most
			}
		}
		return allowed
	}
	return nil
}
