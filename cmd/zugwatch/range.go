package main

import (
	"fmt"
	"io"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/commits"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/speed"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/cmd/flags"
	"github.com/zugwatch/zugwatch/engine/text"
)

// rangeFlags returns the flags of ab that judge each commit of a range.
func rangeFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "range", Usage: "judge each commit of `A..B` by its first parent, instead of --head by --base"},
		flags.Out("of a range: add each finished pair to `FILE`, and go on with the pairs that it lacks"),
		&cli.BoolFlag{Name: "reverse", Usage: "of a range: judge each parent as the head as well, as if the commit were taken back"},
		onlyFlag("of a range: judge only the commits in `FILE`, one on a line, with # before a comment"),
		&cli.IntFlag{Name: "limit-pairs", DefaultText: "all", Usage: "of a range: end after `N` more pairs"},
		&cli.BoolFlag{Name: "retry", Usage: "of a range: judge the pairs of --out that ended in an error again"},
		&cli.BoolFlag{Name: "fail", Usage: "of a range: end with exit code 1 where a pair fails"},
	}
}

// onlyFlag returns the flag that lists commits of a range.
func onlyFlag(usage string) cli.Flag { return &cli.PathFlag{Name: "only", Usage: usage} }

// judgeCommits returns the action of ab: of two revisions, or of a range.
func judgeCommits(c *cli.Context) error {
	if c.IsSet("range") {
		return command.Paged(command.Anything(), judgeRange)(c)
	}
	return command.Publishing(command.Anything(), judgeRevisions)(c)
}

// refuseRangeFlags notes the flags of a range that are given without one.
func refuseRangeFlags(in *flags.Reader) {
	for _, name := range []string{"out", "reverse", "only", "limit-pairs", "retry", "fail"} {
		if in.IsSet(name) {
			in.Failf("flag --%s is of a range (expected --range A..B beside it)", name)
		}
	}
}

// judgeRange judges each commit of a range by its parent.
func judgeRange(c *cli.Context, _ []string, _ command.Page) (end command.Conclusion, err error) {
	in := flags.Read(c)
	in.Alone("range", "which judges each commit by its parent", "base", "head", "since", "save", "accept-worse", "report", "github")
	judging, r := gateOptions(in)
	judging.Answers = false
	if c.IsSet("speed") {
		if judging.Race = c.Duration("speed"); judging.Race != 0 && judging.Race < speed.MinBudget {
			in.Failf("flag --speed=%v (expected 0 or at least %v)", judging.Race, speed.MinBudget)
		}
	}
	judging.Seed, judging.RaceProgress = c.Uint64("seed"), func(float64) {}
	o := &commits.Options{
		Gate: *judging, Range: c.String("range"), Only: in.Path("only"), Reverse: c.Bool("reverse"),
		Limit: in.Number("limit-pairs", 1, maxPairs), Retry: c.Bool("retry"), Claims: !c.IsSet("exact"), Anew: c.Bool("no-cache"), Out: in.Path("out"),
		Begin: func(p commits.Progress) { tellNext(c.App.ErrWriter, "pair", p) },
	}
	if err := in.Err(); err != nil {
		return end, err
	}
	found, err := commits.Measure(c.Context, r, o)
	if found == nil {
		return end, err
	}
	if c.Bool("no-times") {
		found = found.WithoutTimes()
	}
	end.Verdict, end.Fields = "complete", report.RangeFields(found)
	end.Page, end.Title = report.Range(found, report.Options{Verbose: c.Bool("verbose")}), report.RangeTitle(found)
	if found.Left > 0 {
		end.Verdict = "incomplete"
	}
	if c.Bool("fail") && found.Counts().Fail > 0 {
		end.Verdict, end.Kind = "fail", failure.Regression
	}
	return end, err
}

// tellNext prints which pair or commit comes next, and how long the rest takes.
func tellNext(w io.Writer, noun string, p commits.Progress) {
	back, rest := "", ""
	if p.Reversed {
		back = " (taken back)"
	}
	if p.Time > 0 {
		rest = fmt.Sprintf("; %d done, %d left, about %v", p.Done, p.Left, p.Time.Round(time.Second))
	}
	fmt.Fprintf(w, "%s %d of %d: %s %s%s%s\n", noun, p.Done+1, p.Done+p.Left, p.Commit.Short(), text.Printable(p.Commit.Subject), back, rest)
}

// maxPairs is the most pairs of one call.
const maxPairs = 1_000_000
