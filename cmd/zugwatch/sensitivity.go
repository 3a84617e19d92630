package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/match/play"
	"github.com/zugwatch/zugwatch/bench/mutant"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/export"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/bench/sensitivity"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/cmd/flags"
	"github.com/zugwatch/zugwatch/engine/search"
)

// sensitivityCommand says what the gates would find on an engine.
func sensitivityCommand() *cli.Command {
	return &cli.Command{
		Name:      "sensitivity",
		Usage:     "judge changes of the engine that do damage or none: would the gates find them?",
		ArgsUsage: "[SUITE]...",
		Flags: flags.Concat(
			[]cli.Flag{
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
			},
			flags.Runner(), flags.Farm()),
		Action:       command.Measure(command.Anything(), measureSensitivity),
		BashComplete: command.Complete(config.KnownSuites),
	}
}

// measureSensitivity judges the mutants and prints what was found.
func measureSensitivity(c *cli.Context, _ []string) (end command.Conclusion, err error) {
	in := flags.Read(c)
	format := tableFormat(in)
	in.Into("sensitivity", "mutants")
	options, r := sensitivityOptions(in)
	if err := in.Err(); err != nil {
		return end, err
	}
	found, err := sensitivity.Measure(c.Context, r, options)
	if found == nil {
		return end, err
	}
	end = sensitivityEnd(c, found)
	return end, errors.Join(err, showSensitivity(c, found, format))
}

// sensitivityOptions reads the flags.
func sensitivityOptions(in *flags.Reader) (*sensitivity.Options, *runner.Runner) {
	o := &sensitivity.Options{
		Source: in.Path("source"), Games: in.Number("games", 0, 2*play.MaxPairs), Limit: in.Uint64("nodes"), Out: in.Path("out"),
		Bench: in.Number("bench", 0, maxBench), Today: flags.Today(), Command: measuredBy(in),
		Begin: func(name string, number, of int) {
			fmt.Fprintf(in.App.ErrWriter, "mutant %d of %d: %s\n", number, of, name)
		},
	}
	if o.Games%2 != 0 {
		in.Failf("flag --games=%d (expected an even number: each opening is played with both colors)", o.Games)
	}
	in.Alone("games", "which judges nothing", "require-power", "allow-false")
	in.Alone("neutral", "which leaves the damaging mutants out", "require-power")
	in.Alone("damaging", "which leaves the neutral mutants out", "allow-false")
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
	if r != nil {
		judging.Engine = cmp.Or(in.String("engine"), r.Config.Engine)
	}
	o.Gate = *judging
	return o, r
}

// measuredBy returns the command line as far as it says what is measured, for the file.
func measuredBy(in *flags.Reader) string {
	text := "zugwatch sensitivity"
	for _, name := range []string{"engine", "only", "damaging", "neutral", "games", "nodes", "bench", "tier", "nullmove", "search", "eval", "eval-file", "hash"} {
		if in.IsSet(name) {
			text += fmt.Sprintf(" --%s=%v", name, in.Value(name))
		}
	}
	return strings.Join(append([]string{text}, in.Args().Slice()...), " ")
}

// maxBench is the deepest signature.
const maxBench = 30

// showSensitivity writes the report.
func showSensitivity(c *cli.Context, found *sensitivity.Report, format export.Format) error {
	games, err := sensitivity.Played()
	if err != nil {
		return err
	}
	if c.Bool("no-times") || c.Path("into") != "" {
		found = found.WithoutTimes()
	}
	whole, played := found.Compared(games)
	options := command.Exported(c, format)
	if into := c.Path("into"); into != "" {
		return file.OutputInto(into, "sensitivity", "mutants", func(w io.Writer) error {
			options.Format = export.Format(doc.Markdown)
			return export.Sensitivity(w, whole, played, options)
		})
	}
	return export.Sensitivity(c.App.Writer, whole, played, options)
}

// sensitivityEnd returns the verdict: fail if fewer damaging mutants were found, or more
// neutral ones were red, than the flags allow. It is inconclusive if no mutant of a kind
// that a flag names was judged.
func sensitivityEnd(c *cli.Context, found *sensitivity.Report) command.Conclusion {
	end := command.Conclusion{Verdict: "complete", Fields: report.SensitivityFields(found)}
	if !c.IsSet("require-power") && !c.IsSet("allow-false") {
		return end
	}
	s := found.Summary()
	switch {
	case c.IsSet("require-power") && s.Damaging.Of == 0, c.IsSet("allow-false") && s.Neutral.Of == 0:
		end.Verdict, end.Kind = compare.Inconclusive.String(), failure.Undecided
	case s.Damaging.Percent() < c.Float64("require-power") || s.Neutral.Percent() > c.Float64("allow-false"):
		end.Verdict, end.Kind = compare.Fail.String(), failure.Regression
	default:
		end.Verdict = compare.Pass.String()
	}
	return end
}
