package main

import (
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/cmd/flags"
	"github.com/zugwatch/zugwatch/engine/text"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
	"github.com/zugwatch/zugwatch/suites/rules"
)

// suiteCommand returns the command suite.
func suiteCommand() *cli.Command {
	return command.Group("suite", "list, show, export, check, tidy, import and generate suites of positions",
		command.New("list", "list the suites that Zugwatch brings", command.ActionOf(command.NoArgs(), listOwnSuites)),
		command.New("show SUITE|FILE.epd [ID|PATTERN]...", "say what a suite is, and print some of its records",
			command.ActionOf(command.RangeArgs(1, -1, "a suite, then ids or patterns if any"), showSuite)),
		command.New("export SUITE", "write a suite that Zugwatch brings as an EPD file",
			command.ActionOf(command.RangeArgs(1, 1, "one of "+text.JoinOr(suites.Names())), func(in *flags.Reader, args []string) error {
				return file.OutputOrStdout(in.App.Writer, in.Path("out"), func(w io.Writer) error { return suites.Export(w, args[0]) })
			}), []cli.Flag{suiteOut()}),
		command.New("lint SUITE|FILE.epd...", "report what is wrong or odd in EPD files",
			command.ActionOf(command.RangeArgs(1, -1, "suites or EPD files, - for the standard input"), lintSuites), []cli.Flag{
				&cli.BoolFlag{Name: "strict", Usage: "treat warnings and notes as errors"},
				&cli.BoolFlag{Name: "all", Usage: fmt.Sprintf("list every finding, not only the first %d of a file", epd.MaxListed)},
			}),
		command.New("fix FILE.epd", "write an EPD file in canonical form",
			command.ActionOf(command.RangeArgs(1, 1, "an EPD file, - for the standard input"), fixSuite), []cli.Flag{
				&cli.BoolFlag{Name: "write", Aliases: []string{"w"}, Usage: "replace the file"},
				suiteOut(),
			}),
		suiteImportCommand(),
		command.Group("generate", "make a suite of new positions",
			generateZugzwangs(), generateMates(), generateRules("rules", "chess", drawRules, rules.Write, flags.Tables()...),
			generateTactics(), generateTsume(), generateMiddle(),
			generateRules("shogi-rules", "shogi", func(in *flags.Reader, o rules.Options) ([]epd.Record, error) {
				return rules.GenerateShogi(in.Ctx(), o)
			}, rules.WriteShogi)))
}

// suiteOut returns the flag of commands that write a suite.
func suiteOut() cli.Flag { return flags.Out("write to `FILE` instead of the standard output") }

func listOwnSuites(in *flags.Reader, _ []string) error {
	all, err := suites.All()
	if err != nil {
		return failure.Default(failure.Input, err)
	}
	return in.Print(report.Suites(all))
}

// showSuite prints the description of a suite, or the records that patterns name.
func showSuite(in *flags.Reader, args []string) error {
	suite, err := suites.Resolve(args[0])
	if err == nil && len(args) == 1 {
		return in.Print(report.Suite(suite))
	}
	if err == nil {
		suite, err = suite.Filter(args[1:]...)
	}
	if err != nil {
		return failure.Default(failure.Input, err)
	}
	for i := range suite.Records {
		fmt.Fprintln(in.App.Writer, suite.Records[i].String())
	}
	return nil
}

// lintSuites reports on files, and fails where one may not be used.
func lintSuites(in *flags.Reader, names []string) (bad error) {
	for _, name := range names {
		source, label, err := openSuite(in.App.Reader, name)
		if err != nil {
			return err
		}
		findings, err := epd.Lint(source)
		source.Close()
		if err != nil {
			return failure.Default(failure.Input, fmt.Errorf("%s: %w", label, err))
		}
		most := epd.MaxListed
		if in.Bool("all") {
			most = len(findings)
		}
		if err := in.Print(report.Lint(label, findings, most)); err != nil {
			return err
		}
		if epd.Worst(findings) >= epd.Error || len(findings) > 0 && in.Bool("strict") {
			bad = failure.With(failure.Input, nil)
		}
	}
	return bad
}

// fixSuite writes a file in canonical form, with --write in its place.
func fixSuite(in *flags.Reader, args []string) error {
	out := in.String("out")
	if in.Bool("write") {
		if out != "" || args[0] == "-" {
			return failure.Inputf("flag --write (expected a file, and no --out)")
		}
		out = args[0]
	}
	source, label, err := openSuite(in.App.Reader, args[0])
	if err != nil {
		return err
	}
	defer source.Close()
	return file.OutputOrStdout(in.App.Writer, out, func(w io.Writer) error { return epd.WriteCanonical(w, source, label) })
}

// openSuite opens the text of a suite: the standard input for "-", else an embedded suite or a file.
func openSuite(stdin io.Reader, name string) (text io.ReadCloser, label string, err error) {
	if name == "-" {
		return io.NopCloser(stdin), "stdin", nil
	}
	text, label, err = suites.OpenFile(name)
	return text, label, failure.Default(failure.Input, err)
}
