package main

import (
	"io"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites/proven"
)

// suiteGenerateCommand groups what makes new suites.
func suiteGenerateCommand() *cli.Command {
	return &cli.Command{
		Name:        "generate",
		Usage:       "make a suite of proven positions",
		Subcommands: []*cli.Command{generateZugzwangCommand()},
	}
}

func generateZugzwangCommand() *cli.Command {
	defaults := proven.Defaults()
	names := make([]string, len(defaults.Endings))
	for i, e := range defaults.Endings {
		names[i] = e.String()
	}
	return &cli.Command{
		Name:  "zugzwang",
		Usage: "make positions that hang on a mutual zugzwang, with the proof",
		Description: "In each position exactly one move keeps the win or the draw, and it does so\n" +
			"because the opponent, who has to move, is in zugzwang; to each there is a control\n" +
			"with the same men and no zugzwang. c0 has the exact values, sd the ply at which\n" +
			"the point of the move shows. Without options the embedded suite zugzwang-proven\n" +
			"comes out, byte for byte.\n\n" +
			"   zugwatch suite generate zugzwang -o suites/zugzwang-proven.epd\n" +
			"   zugwatch suite generate zugzwang --ending KPKP --count 50 --seed 7",
		Flags: append([]cli.Flag{
			&cli.StringSliceFlag{Name: "ending", DefaultText: strings.Join(names, ", "), Usage: "of the `ENDING`, such as KPKP; may be given more than once"},
			&cli.IntFlag{Name: "count", Value: defaults.Count, Usage: "make `N` positions and as many controls of each ending"},
			&cli.Uint64Flag{Name: "seed", Value: defaults.Seed, Usage: "choose by `SEED`"},
			&cli.IntFlag{Name: "dm", Value: defaults.MaxMate, Usage: "ask for the mate where it comes in at most `N` moves"},
			&cli.IntFlag{Name: "depth", Value: defaults.MaxDepth, Usage: "leave positions out whose point shows after more than `N` plies"},
			outFlag("write to `FILE` instead of the standard output"),
		}, tablebaseFlags()...),
		Action: func(c *cli.Context) error {
			if _, err := arguments(c, 0, 0, "no argument"); err != nil {
				return err
			}
			if c.Path("out") == "" { // the output is the suite and nothing else
				_, err := generateZugzwangs(c, func(fill func(io.Writer) error) error { return fill(c.App.Writer) })
				return err
			}
			return conclude(c, func() (conclusion, error) {
				return generateZugzwangs(c, func(fill func(io.Writer) error) error { return replaceFile(c.Path("out"), fill) })
			})
		},
	}
}

// generateOptions reads the flags.
func generateOptions(c *cli.Context) (proven.Options, error) {
	options := proven.Defaults()
	options.Count, options.Seed = c.Int("count"), c.Uint64("seed")
	options.MaxMate, options.MaxDepth = c.Int("dm"), c.Int("depth")
	if names := c.StringSlice("ending"); len(names) > 0 {
		endings, err := parseEndings(names)
		if err != nil {
			return options, err
		}
		options.Endings = endings
	}
	return options, withCode(codeInput, options.Check())
}

// generateZugzwangs makes a suite and hands what writes it to put.
func generateZugzwangs(c *cli.Context, put func(func(io.Writer) error) error) (conclusion, error) {
	options, err := generateOptions(c)
	if err != nil {
		return conclusion{}, err
	}
	set, err := openTables(c, options.Endings...)
	if err != nil {
		return conclusion{}, err
	}
	records, err := proven.Generate(c.Context, set, options)
	if err != nil {
		return conclusion{}, withCode(codeInput, interruption(c.Context, err))
	}
	end := conclusion{verdict: "complete", fields: generateFields(options, records)}
	return end, put(func(w io.Writer) error { return proven.Write(w, options, records) })
}

// generateFields are the pairs of the last line.
func generateFields(options proven.Options, records []epd.Record) []report.Field {
	return []report.Field{
		{Key: "endings", Value: strconv.Itoa(len(options.Endings))},
		{Key: "positions", Value: strconv.Itoa(len(records))},
	}
}
