package main

import (
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/cmd/flags"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/input"
	"github.com/zugwatch/zugwatch/engine/tablebase"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites/imported"
	"github.com/zugwatch/zugwatch/suites/mates"
	"github.com/zugwatch/zugwatch/suites/mined"
	"github.com/zugwatch/zugwatch/suites/proven"
	"github.com/zugwatch/zugwatch/suites/rules"
	"github.com/zugwatch/zugwatch/suites/selfplay"
)

// maker makes a suite. It returns the figures of the last line, and what writes the suite.
type maker func(in *flags.Reader) (figures []report.Field, write func(io.Writer) error, err error)

// generate returns a command that makes a suite. The flag of the output stands between the others.
func generate(name, usage string, make maker, before []cli.Flag, behind ...cli.Flag) *cli.Command {
	return command.New(name, usage, quietSuite(command.NoArgs(), func(in *flags.Reader, _ []string) (end command.Conclusion, err error) {
		figures, write, err := make(in)
		if err != nil {
			return end, failure.Default(failure.Input, failure.Interruption(in.Ctx(), err))
		}
		return command.Conclusion{Verdict: "complete", Fields: figures}, file.OutputOrStdout(in.App.Writer, in.Path("out"), write)
	}), before, []cli.Flag{suiteOut()}, behind)
}

// quietSuite returns the action of a command that makes a suite. A suite on the standard output is followed by no
// other output.
func quietSuite(w command.ArgRange, action func(in *flags.Reader, args []string) (command.Conclusion, error)) cli.ActionFunc {
	return func(c *cli.Context) error {
		if c.Path("out") != "" {
			return command.MeasureAction(w, action)(c)
		}
		return command.ActionOf(w, func(in *flags.Reader, args []string) error {
			_, err := action(in, args)
			return err
		})(c)
	}
}

func generateZugzwangs() *cli.Command {
	o := proven.Defaults()
	return generate("zugzwang", "make positions that hang on a mutual zugzwang, with the proof",
		func(in *flags.Reader) (figures []report.Field, write func(io.Writer) error, err error) {
			o.Endings = in.Endings(in.StringSlice("ending"))
			in.AddErr(o.Check())
			set, err := in.Tables(o.Endings...)
			if err != nil {
				return nil, nil, err
			}
			records, err := proven.Generate(in.Ctx(), set, o)
			return report.Fields("endings", len(o.Endings), "positions", len(records)), func(w io.Writer) error { return proven.Write(w, o, records) }, err
		}, []cli.Flag{
			endingFlag("KPKP", o.Endings),
			&cli.IntFlag{Name: "count", Value: o.Count, Destination: &o.Count, Usage: "make `N` positions and as many controls of each ending"},
			&cli.Uint64Flag{Name: "seed", Value: o.Seed, Destination: &o.Seed, Usage: "choose by `SEED`"},
			&cli.IntFlag{Name: "dm", Value: o.MaxMate, Destination: &o.MaxMate, Usage: "ask for the mate where it comes in at most `N` moves"},
			&cli.IntFlag{Name: "depth", Value: o.MaxDepth, Destination: &o.MaxDepth, Usage: "leave positions out whose point shows after more than `N` plies"},
		}, flags.Tables()...)
}

func generateMates() *cli.Command {
	o := mates.Defaults()
	return generate("mates", "make positions whose distance to mate is proven",
		func(in *flags.Reader) (figures []report.Field, write func(io.Writer) error, err error) {
			o.Mates, o.Mated = flags.Parse(in, "mates", mates.ParseLengths), flags.Parse(in, "mated", mates.ParseLengths)
			o.Endings = in.Endings(in.StringSlice("ending"))
			in.AddErr(o.Check())
			set, err := in.Tables(o.Endings...)
			if err != nil {
				return nil, nil, err
			}
			records, err := mates.Generate(in.Ctx(), set, o)
			return report.Fields("positions", len(records)), func(w io.Writer) error { return mates.Write(w, o, records) }, err
		}, []cli.Flag{
			&cli.Uint64Flag{Name: "seed", Value: o.Seed, Destination: &o.Seed, Usage: "choose by `SEED`"},
			&cli.StringFlag{Name: "mates", Value: mates.FormatLengths(o.Mates), Usage: "make so many `COUNTS` of middle games in which the side to move mates in 1, 2 … moves"},
			&cli.StringFlag{Name: "mated", Value: mates.FormatLengths(o.Mated), Usage: "make so many `COUNTS` of those in which it is mated"},
			endingFlag("KBNK", o.Endings),
			&cli.IntFlag{Name: "count", Value: o.Count, Destination: &o.Count, Usage: "make `N` positions of each ending"},
			&cli.IntFlag{Name: "dm", Value: o.Longest, Destination: &o.Longest, Usage: "leave endings out whose mate takes more than `N` moves"},
			&cli.IntFlag{Name: "first", Value: o.Most, Destination: &o.Most, Usage: "leave positions out in which more than `N` first moves mate"},
			&cli.Uint64Flag{Name: "nodes", Value: o.Nodes, Destination: &o.Nodes, Usage: "leave middle games out whose proof takes more than `N` nodes, four times as many for each move beyond the second"},
		}, flags.Tables()...)
}

// generateRules returns the command that makes the suite of the rules of a game.
func generateRules(name, game string, draw func(*flags.Reader, rules.Options) ([]epd.Record, error), write func(io.Writer, rules.Options, []epd.Record) error, behind ...cli.Flag) *cli.Command {
	o := rules.Defaults()
	return generate(name, "make positions that one rule of "+game+" decides, with the proof",
		func(in *flags.Reader) ([]report.Field, func(io.Writer) error, error) {
			o.Count = in.Number("count", 1, rules.MaxCount)
			records, err := draw(in, o)
			return report.Fields("positions", len(records)), func(w io.Writer) error { return write(w, o, records) }, err
		}, []cli.Flag{
			&cli.IntFlag{Name: "count", Value: o.Count, Usage: "make `N` positions of each rule"},
			&cli.Uint64Flag{Name: "seed", Value: o.Seed, Destination: &o.Seed, Usage: "draw by `SEED`"},
		}, behind...)
}

// drawRules draws positions of chess with the tables that their proofs need.
func drawRules(in *flags.Reader, o rules.Options) ([]epd.Record, error) {
	set, err := in.Tables(rules.Endings()...)
	if err != nil {
		return nil, err
	}
	return rules.Generate(in.Ctx(), set, o)
}

func generateTactics() *cli.Command {
	o := mined.Defaults()
	return generate("tactics", "make positions in which one move wins, out of games of the engine against itself",
		func(in *flags.Reader) (figures []report.Field, write func(io.Writer) error, err error) {
			o.Count, o.Workers = in.Number("count", 1, mined.MaxCount), in.Number("workers", 1, bench.MaxWorkers)
			if in.AddErr(o.Check()); in.Err() != nil {
				return nil, nil, in.Err()
			}
			found, err := mined.Generate(in.Ctx(), o)
			if err != nil {
				return nil, nil, err
			}
			return report.Fields("games", found.Games, "positions", len(found.Records)), func(w io.Writer) error { return found.Write(w, o) }, nil
		}, []cli.Flag{
			&cli.IntFlag{Name: "count", Value: o.Count, Usage: "make `N` positions"},
			&cli.Uint64Flag{Name: "seed", Value: o.Seed, Destination: &o.Seed, Usage: "play games of `SEED`"},
			&cli.Uint64Flag{Name: "easy", Value: o.Easy, Destination: &o.Easy, Usage: "leave out what the engine solves in every form with `N` nodes"},
			&cli.Uint64Flag{Name: "hard", Value: o.Hard, Destination: &o.Hard, Usage: "leave out what it solves in no form with `N` nodes"},
			gamesAtOnce(),
		})
}

func generateTsume() *cli.Command {
	o := selfplay.TsumeDefaults()
	return generate("tsume", "make positions of shogi with a proven mate by checks, out of games of the engine against itself",
		func(in *flags.Reader) (figures []report.Field, write func(io.Writer) error, err error) {
			o.Mates, o.Workers = flags.Parse(in, "mates", mates.ParseLengths), in.Number("workers", 1, bench.MaxWorkers)
			if in.AddErr(o.Check()); in.Err() != nil {
				return nil, nil, in.Err()
			}
			found, err := selfplay.GenerateTsume(in.Ctx(), o)
			if err != nil {
				return nil, nil, err
			}
			return report.Fields("games", found.Games, "positions", len(found.Records)), found.Write, nil
		}, []cli.Flag{
			&cli.Uint64Flag{Name: "seed", Value: o.Seed, Destination: &o.Seed, Usage: "play games of `SEED`"},
			&cli.StringFlag{Name: "mates", Value: mates.FormatLengths(o.Mates), Usage: "make so many `COUNTS` of mates in 1, 2 … moves, which is 1, 3 … plies"},
			&cli.IntFlag{Name: "games", Value: o.Games, Destination: &o.Games, Usage: "play at most `N` games"},
			&cli.Uint64Flag{Name: "nodes", Value: o.Nodes, Destination: &o.Nodes, Usage: "leave positions out in which the proof that a check does not mate takes more than `N` nodes"},
			&cli.IntFlag{Name: "every", Value: o.Every, Destination: &o.Every, Usage: "try moves without a check up to `N` plies as well"},
			gamesAtOnce(),
		})
}

func generateMiddle() *cli.Command {
	o := selfplay.MiddleDefaults()
	return generate("middle", "make middle games of shogi whose trees are measured, out of games of the engine against itself",
		func(in *flags.Reader) (figures []report.Field, write func(io.Writer) error, err error) {
			found, err := selfplay.GenerateMiddle(in.Ctx(), o)
			if err != nil {
				return nil, nil, err
			}
			return report.Fields("games", found.Games, "positions", len(found.Records)), found.Write, nil
		}, []cli.Flag{
			&cli.IntFlag{Name: "count", Value: o.Count, Destination: &o.Count, Usage: "make `N` positions"},
			&cli.Uint64Flag{Name: "seed", Value: o.Seed, Destination: &o.Seed, Usage: "play games of `SEED`"},
			&cli.Uint64Flag{Name: "nodes", Value: o.Nodes, Destination: &o.Nodes, Usage: "ask for the depth that the engine completes with `N` nodes"},
		})
}

// endingFlag returns the flag of the endings, such as one of them.
func endingFlag(such string, usual []tablebase.Ending) cli.Flag {
	names := strings.Fields(strings.Trim(fmt.Sprint(usual), "[]"))
	return &cli.StringSliceFlag{
		Name: "ending", Value: cli.NewStringSlice(names...), DefaultText: strings.Join(names, ", "),
		Usage: "of the `ENDING`, such as " + such + "; may be given more than once",
	}
}

// gamesAtOnce returns the flag for the number of parallel games.
func gamesAtOnce() cli.Flag {
	return &cli.IntFlag{Name: "workers", Value: runtime.GOMAXPROCS(0), DefaultText: "the number of cores", Usage: "play `N` games at once; changes the time, never the positions"}
}

// maxSwing is the largest loss by a move, in centipawns: more is a mate.
const maxSwing = int(engine.MateBound) - 1

func suiteImportCommand() *cli.Command {
	o := imported.Defaults()
	return command.New("import FILE.csv|FILE.pgn|-", "make a suite of the puzzles of Lichess, or of games with evaluations",
		quietSuite(command.RangeArgs(1, 1, "a file of puzzles or games, - for the standard input"), func(in *flags.Reader, args []string) (command.Conclusion, error) {
			readImport(in, args[0], &o)
			return importSuite(in, args[0], o)
		}), []cli.Flag{
			flags.OneOf(&cli.StringFlag{Name: "format", DefaultText: "by the name of the file, csv for -", Usage: "read `csv` or pgn"}, "csv", "pgn"),
			&cli.StringFlag{Name: "rating", DefaultText: "all", Usage: "puzzles of a rating of `LEAST-MOST`"},
			&cli.StringFlag{Name: "themes", DefaultText: "all", Usage: "puzzles with any of the `THEMES`, such as fork,mateIn2"},
			&cli.StringFlag{Name: "without", Usage: "puzzles with none of the `THEMES`"},
			&cli.IntFlag{Name: "popularity", Value: o.Popularity, Destination: &o.Popularity, DefaultText: "all", Usage: "puzzles of a popularity of at least `N`, from -100 to 100"},
			&cli.IntFlag{Name: "swing", Value: int(o.Swing), Usage: "mistakes in games that cost at least `N` centipawns"},
			&cli.IntFlag{Name: "within", Value: int(o.Within), Usage: "answers in games that cost at most `N` centipawns"},
			&cli.IntFlag{Name: "limit", Destination: &o.Limit, DefaultText: "all", Usage: "at most `N` positions, drawn from all that are fit"},
			&cli.Uint64Flag{Name: "seed", Value: o.Seed, Destination: &o.Seed, Usage: "draw them by `SEED`"},
			&cli.BoolFlag{Name: "verify", Usage: "only positions in which no other move wins, by a search without pruning; about a second each"},
			&cli.BoolFlag{Name: "skip-damaged", Destination: &o.SkipDamaged, Usage: "go on behind what cannot be read, and list it"},
			suiteOut(),
		})
}

// readImport reads the other flags for a file.
func readImport(in *flags.Reader, name string, o *imported.Options) {
	themes := func(list string) []string { return strings.FieldsFunc(list, func(r rune) bool { return r == ',' }) }
	o.Themes, o.Without = themes(in.String("themes")), themes(in.String("without"))
	o.Swing, o.Within = engine.Score(in.Number("swing", 1, maxSwing)), engine.Score(in.Number("within", 0, maxSwing))
	if in.IsSet("rating") {
		o.Rating = flags.Parse(in, "rating", imported.ParseRange)
	}
	format, err := imported.FormatOf(name, in.String("format"))
	in.AddErr(err)
	o.Format = format
	others, of := []string{"swing", "within"}, "games"
	if format == imported.PGN {
		others, of = []string{"rating", "themes", "without", "popularity"}, "puzzles"
	}
	for _, other := range others {
		if in.IsSet(other) {
			in.Failf("flag --%s means nothing here (expected it with %s)", other, of)
		}
	}
	in.AddErr(o.Check())
}

// importSuite reads a file and writes its positions as a suite.
func importSuite(in *flags.Reader, name string, o imported.Options) (end command.Conclusion, err error) {
	if err := in.Err(); err != nil {
		return end, err
	}
	if in.Bool("verify") {
		verifier, err := mined.NewVerifier(mined.VerifyNodes)
		if err != nil {
			return end, err
		}
		defer verifier.Close()
		o.Keep = func(r *epd.Record) (bool, error) { return verifier.Holds(in.Ctx(), r) }
	}
	source, label := io.NopCloser(in.App.Reader), "stdin"
	if name != "-" {
		if source, err = input.Open(name, 0); err != nil {
			return end, failure.Inputf("import: %w", err)
		}
		label = name
	}
	defer source.Close()
	p, err := imported.Read(in.Ctx(), source, label, o)
	if o.SkipDamaged && p.Damaged > 0 {
		fmt.Fprintf(in.App.ErrWriter, "%v\nzugwatch: %d damaged of %d read are passed over\n", p.Problems.Err(), p.Damaged, p.Counts.Read)
	}
	end = command.Conclusion{Verdict: "complete", Fields: report.Fields(
		"read", p.Counts.Read, "damaged", p.Damaged, "found", p.Found, "duplicates", p.Duplicates, "refused", p.Refused, "positions", p.Taken)}
	if err != nil {
		return end, failure.Default(failure.Input, failure.Interruption(in.Ctx(), err))
	}
	defer p.Close()
	if in.Path("out") == "" {
		return end, p.Write(in.App.Writer)
	}
	return end, file.Stream(in.Path("out"), p.Write)
}
