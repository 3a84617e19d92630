package main

import (
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
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/input"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites/imported"
	"github.com/zugwatch/zugwatch/suites/mined"
)

// maxSwing is the most that a move may cost, in centipawns: more is a mate.
const maxSwing = int(engine.MateBound) - 1

// puzzleFlags and gameFlags are what one of the formats knows alone.
var (
	puzzleFlags = []string{"rating", "themes", "without", "popularity"}
	gameFlags   = []string{"swing", "within"}
)

func suiteImportCommand() *cli.Command {
	defaults := imported.Defaults()
	return &cli.Command{
		Name:      "import",
		Usage:     "make a suite of the puzzles of Lichess, or of games with evaluations",
		ArgsUsage: "FILE.csv|FILE.pgn|-",
		Flags: []cli.Flag{
			flags.OneOf(&cli.StringFlag{Name: "format", DefaultText: "by the name of the file, csv for -", Usage: "read `csv` or pgn"}, "csv", "pgn"),
			&cli.StringFlag{Name: "rating", DefaultText: "all", Usage: "puzzles of a rating of `LEAST-MOST`"},
			&cli.StringFlag{Name: "themes", DefaultText: "all", Usage: "puzzles with any of the `THEMES`, such as fork,mateIn2"},
			&cli.StringFlag{Name: "without", Usage: "puzzles with none of the `THEMES`"},
			&cli.IntFlag{Name: "popularity", DefaultText: "all", Usage: "puzzles of a popularity of at least `N`, from -100 to 100"},
			&cli.IntFlag{Name: "swing", Value: int(defaults.Swing), Usage: "mistakes in games that cost at least `N` centipawns"},
			&cli.IntFlag{Name: "within", Value: int(defaults.Within), Usage: "answers in games that cost at most `N` centipawns"},
			&cli.IntFlag{Name: "limit", DefaultText: "all", Usage: "at most `N` positions, drawn from all that are fit"},
			&cli.Uint64Flag{Name: "seed", Value: defaults.Seed, Usage: "draw them by `SEED`"},
			&cli.BoolFlag{Name: "verify", Usage: "only positions in which no other move wins, by a search without pruning; about a second each"},
			&cli.BoolFlag{Name: "skip-damaged", Usage: "go on behind what cannot be read, and list it"},
			flags.Out("write to `FILE` instead of the standard output"),
		},
		Action: quietSuite(command.Takes(1, 1, "a file of puzzles or games, - for the standard input"), importSuite),
	}
}

// quietSuite returns the action of a command that makes a suite. Where that goes to the
// standard output nothing else does.
func quietSuite(w command.Want, action func(c *cli.Context, args []string) (command.Conclusion, error)) cli.ActionFunc {
	return func(c *cli.Context) error {
		if c.Path("out") != "" {
			return command.Measure(w, action)(c)
		}
		return command.Do(w, func(c *cli.Context, args []string) error {
			_, err := action(c, args)
			return err
		})(c)
	}
}

// themes returns those of a list with commas.
func themes(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' })
}

// importOptions reads the flags for a file.
func importOptions(c *cli.Context, name string) (imported.Options, error) {
	in, o := flags.Read(c), imported.Defaults()
	o.Limit, o.Seed, o.SkipDamaged = c.Int("limit"), c.Uint64("seed"), c.Bool("skip-damaged")
	o.Themes, o.Without = themes(c.String("themes")), themes(c.String("without"))
	o.Swing, o.Within = engine.Score(in.Number("swing", 1, maxSwing)), engine.Score(in.Number("within", 0, maxSwing))
	if c.IsSet("rating") {
		o.Rating = flags.Parsed(in, "rating", imported.ParseRange)
	}
	if c.IsSet("popularity") {
		o.Popularity = c.Int("popularity")
	}
	format, err := imported.FormatOf(name, c.String("format"))
	in.Keep(err)
	o.Format = format
	others := gameFlags
	if format == imported.PGN {
		others = puzzleFlags
	}
	for _, other := range others {
		if c.IsSet(other) {
			in.Failf("flag --%s means nothing here (expected it with %s)", other, map[bool]string{true: "puzzles", false: "games"}[format == imported.PGN])
		}
	}
	in.Keep(o.Check())
	return o, in.Err()
}

// importSuite reads a file and writes what it holds as a suite.
func importSuite(c *cli.Context, args []string) (end command.Conclusion, err error) {
	o, err := importOptions(c, args[0])
	if err != nil {
		return end, failure.Default(failure.Input, err)
	}
	if c.Bool("verify") {
		verifier, err := mined.NewVerifier(mined.VerifyNodes)
		if err != nil {
			return end, err
		}
		defer verifier.Close()
		o.Keep = func(r *epd.Record) (bool, error) { return verifier.Holds(c.Context, r) }
	}
	source, label := io.NopCloser(c.App.Reader), "stdin"
	if args[0] != "-" {
		opened, err := input.Open(args[0], 0)
		if err != nil {
			return end, failure.Inputf("import: %w", err)
		}
		source, label = opened, args[0]
	}
	defer source.Close()
	p, err := imported.Read(c.Context, source, label, o)
	if o.SkipDamaged && p.Damaged > 0 {
		fmt.Fprintf(c.App.ErrWriter, "%v\nzugwatch: %d damaged of %d read are passed over\n", p.Problems.Err(), p.Damaged, p.Counts.Read)
	}
	end = command.Conclusion{Verdict: "complete", Fields: []report.Field{
		{Key: "read", Value: strconv.Itoa(p.Counts.Read)},
		{Key: "damaged", Value: strconv.Itoa(p.Damaged)},
		{Key: "found", Value: strconv.Itoa(p.Found)},
		{Key: "duplicates", Value: strconv.Itoa(p.Duplicates)},
		{Key: "refused", Value: strconv.Itoa(p.Refused)},
		{Key: "positions", Value: strconv.Itoa(p.Taken)},
	}}
	if err != nil {
		return end, failure.Default(failure.Input, failure.Interruption(c.Context, err))
	}
	defer p.Close()
	if c.Path("out") == "" {
		return end, p.Write(c.App.Writer)
	}
	return end, file.Stream(c.Path("out"), p.Write)
}
