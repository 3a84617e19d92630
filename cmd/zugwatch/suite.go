package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"unicode"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
)

// suiteCommand groups what is done to suites themselves.
func suiteCommand() *cli.Command {
	return &cli.Command{
		Name:  "suite",
		Usage: "list, show, export, check, tidy and generate suites of positions",
		Subcommands: []*cli.Command{
			suiteListCommand(),
			suiteShowCommand(),
			suiteExportCommand(),
			suiteLintCommand(),
			suiteFixCommand(),
			suiteGenerateCommand(),
		},
	}
}

func suiteListCommand() *cli.Command {
	return &cli.Command{
		Name:  "list",
		Usage: "list the suites that Zugwatch brings",
		Action: func(c *cli.Context) error {
			if _, err := arguments(c, 0, 0, "no argument"); err != nil {
				return err
			}
			all, err := suites.All()
			if err != nil {
				return withCode(codeInput, err)
			}
			table := tabwriter.NewWriter(c.App.Writer, 0, 0, 2, ' ', 0)
			fmt.Fprintln(table, "NAME\tPOSITIONS\tKIND\tTITLE")
			for _, suite := range all {
				fmt.Fprintf(table, "%s\t%d\t%s\t%s\n", suite.Name, len(suite.Records), suite.Kind, suite.Title)
			}
			return table.Flush()
		},
	}
}

func suiteShowCommand() *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "say what a suite is, and print some of its records",
		ArgsUsage: "SUITE|FILE.epd [ID|PATTERN]...",
		Description: "Prints where a suite comes from and its digest; with ids or patterns, the\n" +
			"records that they name.\n\n" +
			"   zugwatch suite show wac\n" +
			"   zugwatch suite show wac WAC.002 'WAC.1*'",
		Action: func(c *cli.Context) error {
			args, err := arguments(c, 1, -1, "a suite, then ids or patterns if any")
			if err != nil {
				return err
			}
			suite, err := suites.Resolve(args[0])
			if err != nil {
				return withCode(codeInput, err)
			}
			if len(args) == 1 {
				return describe(c.App.Writer, suite)
			}
			part, err := suite.Filter(args[1:]...)
			if err != nil {
				return withCode(codeInput, err)
			}
			for i := range part.Records {
				fmt.Fprintln(c.App.Writer, part.Records[i].String())
			}
			return nil
		},
		BashComplete: completeSuites,
	}
}

// describe prints what the header of a suite says, and its count and digest.
func describe(w io.Writer, suite *suites.Suite) error {
	for _, row := range [][2]string{
		{"name", suite.Name},
		{"title", suite.Title},
		{"kind", suite.Kind},
		{"positions", fmt.Sprint(len(suite.Records))},
		{"source", suite.Source},
		{"license", suite.License},
		{"checked", suite.Checked},
		{"digest", suite.Digest},
	} {
		if row[1] == "" {
			continue
		}
		if _, err := fmt.Fprintf(w, "%-11s %s\n", row[0]+":", wrap(printable(row[1]), 12, 88)); err != nil {
			return err
		}
	}
	return nil
}

// wrap breaks a text into lines of at most width characters, the indent of all
// but the first included.
func wrap(text string, indent, width int) string {
	var b strings.Builder
	column := indent
	for i, word := range strings.Fields(text) {
		length := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case column+1+length > width:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			column = indent
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += length
	}
	return b.String()
}

// printable replaces what a terminal would not print but obey.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

func suiteExportCommand() *cli.Command {
	return &cli.Command{
		Name:      "export",
		Usage:     "write a suite that Zugwatch brings as an EPD file",
		ArgsUsage: "SUITE",
		Flags:     []cli.Flag{outFlag("write to `FILE` instead of the standard output")},
		Action: func(c *cli.Context) error {
			args, err := arguments(c, 1, 1, "one of "+alternatives(suites.Names()))
			if err != nil {
				return err
			}
			if c.String("out") == "" {
				return withCode(codeInput, suites.Export(c.App.Writer, args[0]))
			}
			return replaceFile(c.String("out"), func(w io.Writer) error { return suites.Export(w, args[0]) })
		},
		BashComplete: completeSuites,
	}
}

func suiteLintCommand() *cli.Command {
	return &cli.Command{
		Name:      "lint",
		Usage:     "report what is wrong or odd in EPD files",
		ArgsUsage: "SUITE|FILE.epd...",
		Description: "Reports contradictions, duplicates, moves that are not legal, and every departure\n" +
			"from canonical EPD that reading tolerates; suite fix mends the latter. A file\n" +
			"with an error leads to exit code 3.",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "strict", Usage: "treat warnings and notes as errors"},
			&cli.BoolFlag{Name: "all", Usage: fmt.Sprintf("list every finding, not only the first %d of a file", epd.MaxListed)},
		},
		Action: func(c *cli.Context) error {
			args, err := arguments(c, 1, -1, "suites or EPD files, - for the standard input")
			if err != nil {
				return err
			}
			clean := true
			for _, name := range args {
				good, err := lint(c, name)
				if err != nil {
					return err
				}
				clean = clean && good
			}
			if !clean {
				return &failure{code: codeInput}
			}
			return nil
		},
		BashComplete: completeSuites,
	}
}

// lint reports on one file and tells whether it may be used.
func lint(c *cli.Context, name string) (bool, error) {
	source, file, err := openSuite(c.App.Reader, name)
	if err != nil {
		return false, err
	}
	defer source.Close()
	findings, err := epd.Lint(source)
	if err != nil {
		return false, withCode(codeInput, fmt.Errorf("%s: %w", file, err))
	}
	var counts [epd.Error + 1]int
	for i, finding := range findings {
		counts[finding.Kind.Severity()]++
		if i < epd.MaxListed || c.Bool("all") {
			fmt.Fprintf(c.App.Writer, "%s:%s\n", file, finding)
		}
	}
	if hidden := len(findings) - epd.MaxListed; hidden > 0 && !c.Bool("all") {
		fmt.Fprintf(c.App.Writer, "and %d more (--all lists them)\n", hidden)
	}
	fmt.Fprintf(c.App.Writer, "%s: %d errors, %d warnings, %d notes\n", file, counts[epd.Error], counts[epd.Warning], counts[epd.Note])
	return counts[epd.Error] == 0 && (len(findings) == 0 || !c.Bool("strict")), nil
}

func suiteFixCommand() *cli.Command {
	return &cli.Command{
		Name:      "fix",
		Usage:     "write an EPD file in canonical form",
		ArgsUsage: "FILE.epd",
		Description: "Writes the records in canonical EPD and keeps comments, unknown operations and\n" +
			"the order of lines. Without -w the result goes to the standard output.",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "write", Aliases: []string{"w"}, Usage: "replace the file"},
			outFlag("write to `FILE` instead of the standard output"),
		},
		Action: func(c *cli.Context) error {
			args, err := arguments(c, 1, 1, "an EPD file, - for the standard input")
			if err != nil {
				return err
			}
			out := c.String("out")
			if c.Bool("write") {
				if out != "" || args[0] == "-" {
					return badInput("flag --write (expected a file, and no --out)")
				}
				out = args[0]
			}
			return fix(c, args[0], out)
		},
	}
}

// fix writes the file in canonical form to out, the standard output when that
// is empty.
func fix(c *cli.Context, name, out string) error {
	source, file, err := openSuite(c.App.Reader, name)
	if err != nil {
		return err
	}
	defer source.Close()
	if out == "" {
		return withCode(codeInput, epd.Fix(c.App.Writer, source, file))
	}
	return replaceFile(out, func(w io.Writer) error { return epd.Fix(w, source, file) })
}

// openSuite opens the text of a suite: the standard input for "-", a suite that
// Zugwatch brings, or a file.
func openSuite(stdin io.Reader, name string) (source io.ReadCloser, file string, err error) {
	if name == "-" {
		return io.NopCloser(stdin), "stdin", nil
	}
	var embedded bytes.Buffer
	unknown := suites.Export(&embedded, name)
	if unknown == nil {
		return io.NopCloser(&embedded), name + ".epd", nil
	}
	opened, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) && filepath.Base(name) == name && filepath.Ext(name) == "" {
		err = unknown
	}
	if err != nil {
		return nil, "", badInput("suite: %w", err)
	}
	return opened, name, nil
}

// completeSuites lists the suites for the completion of a shell.
func completeSuites(c *cli.Context) {
	for _, name := range suites.Names() {
		fmt.Fprintln(c.App.Writer, name)
	}
}
