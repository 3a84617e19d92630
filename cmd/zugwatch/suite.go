package main

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/cmd/flags"
	"github.com/zugwatch/zugwatch/engine/tablebase"
	"github.com/zugwatch/zugwatch/engine/text"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
	"github.com/zugwatch/zugwatch/suites/mates"
	"github.com/zugwatch/zugwatch/suites/mined"
	"github.com/zugwatch/zugwatch/suites/proven"
	"github.com/zugwatch/zugwatch/suites/rules"
)

// suiteCommand groups what is done to suites themselves.
func suiteCommand() *cli.Command {
	return command.Group("suite", "list, show, export, check, tidy, import and generate suites of positions",
		suiteListCommand(), suiteShowCommand(), suiteExportCommand(),
		suiteLintCommand(), suiteFixCommand(), suiteImportCommand(), suiteGenerateCommand())
}

func suiteListCommand() *cli.Command {
	return &cli.Command{
		Name:  "list",
		Usage: "list the suites that Zugwatch brings",
		Action: command.Do(command.None(), func(c *cli.Context, _ []string) error {
			all, err := suites.All()
			if err != nil {
				return failure.Default(failure.Input, err)
			}
			_, err = io.WriteString(c.App.Writer, report.Suites(all))
			return err
		}),
	}
}

func suiteShowCommand() *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "say what a suite is, and print some of its records",
		ArgsUsage: "SUITE|FILE.epd [ID|PATTERN]...",
		Action: command.Do(command.Takes(1, -1, "a suite, then ids or patterns if any"), func(c *cli.Context, args []string) error {
			suite, err := suites.Resolve(args[0])
			if err != nil {
				return failure.Default(failure.Input, err)
			}
			if len(args) == 1 {
				_, err := io.WriteString(c.App.Writer, report.Suite(suite))
				return err
			}
			part, err := suite.Filter(args[1:]...)
			if err != nil {
				return failure.Default(failure.Input, err)
			}
			for i := range part.Records {
				fmt.Fprintln(c.App.Writer, part.Records[i].String())
			}
			return nil
		}),
		BashComplete: command.Complete(suites.Names),
	}
}

func suiteExportCommand() *cli.Command {
	return &cli.Command{
		Name:      "export",
		Usage:     "write a suite that Zugwatch brings as an EPD file",
		ArgsUsage: "SUITE",
		Flags:     []cli.Flag{flags.Out("write to `FILE` instead of the standard output")},
		Action: command.Do(command.Takes(1, 1, "one of "+text.Or(suites.Names())), func(c *cli.Context, args []string) error {
			return file.OutputOr(c.App.Writer, c.Path("out"), func(w io.Writer) error { return suites.Export(w, args[0]) })
		}),
		BashComplete: command.Complete(suites.Names),
	}
}

func suiteLintCommand() *cli.Command {
	return &cli.Command{
		Name:      "lint",
		Usage:     "report what is wrong or odd in EPD files",
		ArgsUsage: "SUITE|FILE.epd...",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "strict", Usage: "treat warnings and notes as errors"},
			&cli.BoolFlag{Name: "all", Usage: fmt.Sprintf("list every finding, not only the first %d of a file", epd.MaxListed)},
		},
		Action: command.Do(command.Takes(1, -1, "suites or EPD files, - for the standard input"), func(c *cli.Context, args []string) error {
			clean := true
			for _, name := range args {
				good, err := lint(c, name)
				if err != nil {
					return err
				}
				clean = clean && good
			}
			if !clean {
				return failure.With(failure.Input, nil)
			}
			return nil
		}),
		BashComplete: command.Complete(suites.Names),
	}
}

// lint reports on one file and tells whether it may be used.
func lint(c *cli.Context, name string) (bool, error) {
	source, label, err := openSuite(c.App.Reader, name)
	if err != nil {
		return false, err
	}
	defer source.Close()
	findings, err := epd.Lint(source)
	if err != nil {
		return false, failure.Default(failure.Input, fmt.Errorf("%s: %w", label, err))
	}
	most := epd.MaxListed
	if c.Bool("all") {
		most = len(findings)
	}
	if _, err := io.WriteString(c.App.Writer, report.Lint(label, findings, most)); err != nil {
		return false, err
	}
	return epd.Worst(findings) < epd.Error && (len(findings) == 0 || !c.Bool("strict")), nil
}

func suiteFixCommand() *cli.Command {
	return &cli.Command{
		Name:      "fix",
		Usage:     "write an EPD file in canonical form",
		ArgsUsage: "FILE.epd",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "write", Aliases: []string{"w"}, Usage: "replace the file"},
			flags.Out("write to `FILE` instead of the standard output"),
		},
		Action: command.Do(command.Takes(1, 1, "an EPD file, - for the standard input"), func(c *cli.Context, args []string) error {
			out := c.String("out")
			if c.Bool("write") {
				if out != "" || args[0] == "-" {
					return failure.Inputf("flag --write (expected a file, and no --out)")
				}
				out = args[0]
			}
			return fix(c, args[0], out)
		}),
	}
}

// fix writes the file in canonical form to out, the standard output when that
// is empty.
func fix(c *cli.Context, name, out string) error {
	source, label, err := openSuite(c.App.Reader, name)
	if err != nil {
		return err
	}
	defer source.Close()
	return file.OutputOr(c.App.Writer, out, func(w io.Writer) error { return epd.Fix(w, source, label) })
}

// openSuite opens the text of a suite: the standard input for "-", or what a name
// stands for.
func openSuite(stdin io.Reader, name string) (text io.ReadCloser, label string, err error) {
	if name == "-" {
		return io.NopCloser(stdin), "stdin", nil
	}
	text, label, err = suites.OpenFile(name)
	return text, label, failure.Default(failure.Input, err)
}

// suiteGenerateCommand groups what makes new suites.
func suiteGenerateCommand() *cli.Command {
	return command.Group("generate", "make a suite of new positions",
		generateZugzwangCommand(), generateMatesCommand(), generateRulesCommand(), generateTacticsCommand(),
		generateTsumeCommand(), generateMiddleCommand())
}

func generateZugzwangCommand() *cli.Command {
	defaults := proven.Defaults()
	return &cli.Command{
		Name:  "zugzwang",
		Usage: "make positions that hang on a mutual zugzwang, with the proof",
		Flags: append([]cli.Flag{
			&cli.StringSliceFlag{Name: "ending", DefaultText: endingNames(defaults.Endings), Usage: "of the `ENDING`, such as KPKP; may be given more than once"},
			&cli.IntFlag{Name: "count", Value: defaults.Count, Usage: "make `N` positions and as many controls of each ending"},
			&cli.Uint64Flag{Name: "seed", Value: defaults.Seed, Usage: "choose by `SEED`"},
			&cli.IntFlag{Name: "dm", Value: defaults.MaxMate, Usage: "ask for the mate where it comes in at most `N` moves"},
			&cli.IntFlag{Name: "depth", Value: defaults.MaxDepth, Usage: "leave positions out whose point shows after more than `N` plies"},
			flags.Out("write to `FILE` instead of the standard output"),
		}, flags.Tables()...),
		Action: quietSuite(command.None(), generateZugzwangs),
	}
}

func generateMatesCommand() *cli.Command {
	defaults := mates.Defaults()
	return &cli.Command{
		Name:  "mates",
		Usage: "make positions whose distance to mate is proven",
		Flags: append([]cli.Flag{
			&cli.Uint64Flag{Name: "seed", Value: defaults.Seed, Usage: "choose by `SEED`"},
			&cli.StringFlag{Name: "mates", Value: mates.Lengths(defaults.Mates), Usage: "make so many `COUNTS` of middle games in which the side to move mates in 1, 2 … moves"},
			&cli.StringFlag{Name: "mated", Value: mates.Lengths(defaults.Mated), Usage: "make so many `COUNTS` of those in which it is mated"},
			&cli.StringSliceFlag{Name: "ending", DefaultText: endingNames(defaults.Endings), Usage: "of the `ENDING`, such as KBNK; may be given more than once"},
			&cli.IntFlag{Name: "count", Value: defaults.Count, Usage: "make `N` positions of each ending"},
			&cli.IntFlag{Name: "dm", Value: defaults.Longest, Usage: "leave endings out whose mate takes more than `N` moves"},
			&cli.IntFlag{Name: "first", Value: defaults.Most, Usage: "leave positions out in which more than `N` first moves mate"},
			&cli.Uint64Flag{Name: "nodes", Value: defaults.Nodes, Usage: "leave middle games out whose proof takes more than `N` nodes, four times as many for each move beyond the second"},
			flags.Out("write to `FILE` instead of the standard output"),
		}, flags.Tables()...),
		Action: quietSuite(command.None(), generateMates),
	}
}

// generateMates makes a suite and writes it.
func generateMates(c *cli.Context, _ []string) (end command.Conclusion, err error) {
	in, options := flags.Read(c), mates.Defaults()
	options.Seed, options.Count, options.Longest = c.Uint64("seed"), c.Int("count"), c.Int("dm")
	options.Most, options.Nodes = c.Int("first"), c.Uint64("nodes")
	options.Mates, options.Mated = flags.Parsed(in, "mates", mates.ParseLengths), flags.Parsed(in, "mated", mates.ParseLengths)
	if names := c.StringSlice("ending"); len(names) > 0 {
		options.Endings = in.Endings(names)
	}
	if err := errors.Join(in.Err(), failure.Default(failure.Input, options.Check())); err != nil {
		return end, err
	}
	set, err := in.Tables(options.Endings...)
	if err != nil {
		return end, err
	}
	records, err := mates.Generate(c.Context, set, options)
	if err != nil {
		return end, failure.Default(failure.Input, failure.Interruption(c.Context, err))
	}
	end = command.Conclusion{Verdict: "complete", Fields: []report.Field{{Key: "positions", Value: strconv.Itoa(len(records))}}}
	return end, file.OutputOr(c.App.Writer, c.Path("out"), func(w io.Writer) error { return mates.Write(w, options, records) })
}

func generateRulesCommand() *cli.Command {
	defaults := rules.Defaults()
	return &cli.Command{
		Name:  "rules",
		Usage: "make positions that one rule of chess decides, with the proof",
		Flags: append([]cli.Flag{
			&cli.IntFlag{Name: "count", Value: defaults.Count, Usage: "make `N` positions of each rule"},
			&cli.Uint64Flag{Name: "seed", Value: defaults.Seed, Usage: "draw by `SEED`"},
			flags.Out("write to `FILE` instead of the standard output"),
		}, flags.Tables()...),
		Action: quietSuite(command.None(), generateRules),
	}
}

// generateRules makes a suite and writes it.
func generateRules(c *cli.Context, _ []string) (end command.Conclusion, err error) {
	in := flags.Read(c)
	o := rules.Options{Count: in.Number("count", 1, rules.MaxCount), Seed: c.Uint64("seed")}
	if err := in.Err(); err != nil {
		return end, err
	}
	set, err := in.Tables(rules.Endings()...)
	if err != nil {
		return end, err
	}
	records, err := rules.Generate(c.Context, set, o)
	if err != nil {
		return end, failure.Default(failure.Input, failure.Interruption(c.Context, err))
	}
	end = command.Conclusion{Verdict: "complete", Fields: []report.Field{{Key: "positions", Value: strconv.Itoa(len(records))}}}
	return end, file.OutputOr(c.App.Writer, c.Path("out"), func(w io.Writer) error { return rules.Write(w, o, records) })
}

// endingNames lists endings.
func endingNames(endings []tablebase.Ending) string {
	names := make([]string, len(endings))
	for i, e := range endings {
		names[i] = e.String()
	}
	return strings.Join(names, ", ")
}

// generateZugzwangs makes a suite and writes it.
func generateZugzwangs(c *cli.Context, _ []string) (end command.Conclusion, err error) {
	in, options := flags.Read(c), proven.Defaults()
	options.Count, options.Seed = c.Int("count"), c.Uint64("seed")
	options.MaxMate, options.MaxDepth = c.Int("dm"), c.Int("depth")
	if names := c.StringSlice("ending"); len(names) > 0 {
		options.Endings = in.Endings(names)
	}
	if err := in.Err(); err != nil {
		return end, err
	}
	if err := options.Check(); err != nil {
		return end, failure.Default(failure.Input, err)
	}
	set, err := in.Tables(options.Endings...)
	if err != nil {
		return end, err
	}
	records, err := proven.Generate(c.Context, set, options)
	if err != nil {
		return end, failure.Default(failure.Input, failure.Interruption(c.Context, err))
	}
	end = command.Conclusion{Verdict: "complete", Fields: []report.Field{
		{Key: "endings", Value: strconv.Itoa(len(options.Endings))}, {Key: "positions", Value: strconv.Itoa(len(records))},
	}}
	return end, file.OutputOr(c.App.Writer, c.Path("out"), func(w io.Writer) error { return proven.Write(w, options, records) })
}

func generateTacticsCommand() *cli.Command {
	defaults := mined.Defaults()
	return &cli.Command{
		Name:  "tactics",
		Usage: "make positions in which one move wins, out of games of the engine against itself",
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "count", Value: defaults.Count, Usage: "make `N` positions"},
			&cli.Uint64Flag{Name: "seed", Value: defaults.Seed, Usage: "play games of `SEED`"},
			&cli.Uint64Flag{Name: "easy", Value: defaults.Easy, Usage: "leave out what the engine solves in every form with `N` nodes"},
			&cli.Uint64Flag{Name: "hard", Value: defaults.Hard, Usage: "leave out what it solves in no form with `N` nodes"},
			gamesAtOnce(),
			flags.Out("write to `FILE` instead of the standard output"),
		},
		Action: quietSuite(command.None(), generateTactics),
	}
}

// generateTactics makes a suite and writes it.
func generateTactics(c *cli.Context, _ []string) (end command.Conclusion, err error) {
	in := flags.Read(c)
	o := mined.Options{Count: in.Number("count", 1, mined.MaxCount), Seed: c.Uint64("seed"), Easy: c.Uint64("easy"), Hard: c.Uint64("hard"), Workers: workersOf(c, in)}
	in.Keep(o.Check())
	if err := in.Err(); err != nil {
		return end, failure.Default(failure.Input, err)
	}
	found, err := mined.Generate(c.Context, o)
	if err != nil {
		return end, failure.Default(failure.Input, failure.Interruption(c.Context, err))
	}
	return generated(found.Games, len(found.Records)), file.OutputOr(c.App.Writer, c.Path("out"), func(w io.Writer) error { return found.Write(w, o) })
}
