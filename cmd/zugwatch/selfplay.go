package main

import (
	"errors"
	"runtime"
	"strconv"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/cmd/flags"
	"github.com/zugwatch/zugwatch/suites/mates"
	"github.com/zugwatch/zugwatch/suites/selfplay"
)

func generateTsumeCommand() *cli.Command {
	defaults := selfplay.TsumeDefaults()
	return &cli.Command{
		Name:  "tsume",
		Usage: "make positions of shogi with a proven mate by checks, out of games of the engine against itself",
		Flags: []cli.Flag{
			&cli.Uint64Flag{Name: "seed", Value: defaults.Seed, Usage: "play games of `SEED`"},
			&cli.StringFlag{Name: "mates", Value: mates.Lengths(defaults.Mates), Usage: "make so many `COUNTS` of mates in 1, 2 … moves, which is 1, 3 … plies"},
			&cli.IntFlag{Name: "games", Value: defaults.Games, Usage: "play at most `N` games"},
			&cli.Uint64Flag{Name: "nodes", Value: defaults.Nodes, Usage: "leave positions out in which the proof that a check does not mate takes more than `N` nodes"},
			&cli.IntFlag{Name: "every", Value: defaults.Every, Usage: "try moves without a check up to `N` plies as well"},
			gamesAtOnce(),
			flags.Out("write to `FILE` instead of the standard output"),
		},
		Action: quietSuite(command.None(), generateTsume),
	}
}

// generateTsume makes a suite and writes it.
func generateTsume(c *cli.Context, _ []string) (end command.Conclusion, err error) {
	in := flags.Read(c)
	o := selfplay.TsumeOptions{
		Seed: c.Uint64("seed"), Mates: flags.Parsed(in, "mates", mates.ParseLengths),
		Games: c.Int("games"), Nodes: c.Uint64("nodes"), Every: c.Int("every"), Workers: workersOf(c, in),
	}
	if err := errors.Join(in.Err(), failure.Default(failure.Input, o.Check())); err != nil {
		return end, err
	}
	found, err := selfplay.GenerateTsume(c.Context, o)
	if err != nil {
		return end, failure.Default(failure.Input, failure.Interruption(c.Context, err))
	}
	return generated(found.Games, len(found.Records)), file.OutputOr(c.App.Writer, c.Path("out"), found.Write)
}

func generateMiddleCommand() *cli.Command {
	defaults := selfplay.MiddleDefaults()
	return &cli.Command{
		Name:  "middle",
		Usage: "make middle games of shogi whose trees are measured, out of games of the engine against itself",
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "count", Value: defaults.Count, Usage: "make `N` positions"},
			&cli.Uint64Flag{Name: "seed", Value: defaults.Seed, Usage: "play games of `SEED`"},
			&cli.Uint64Flag{Name: "nodes", Value: defaults.Nodes, Usage: "ask for the depth that the engine completes with `N` nodes"},
			flags.Out("write to `FILE` instead of the standard output"),
		},
		Action: quietSuite(command.None(), generateMiddle),
	}
}

// generateMiddle makes a suite and writes it.
func generateMiddle(c *cli.Context, _ []string) (end command.Conclusion, err error) {
	o := selfplay.MiddleOptions{Count: c.Int("count"), Seed: c.Uint64("seed"), Nodes: c.Uint64("nodes")}
	if err := o.Check(); err != nil {
		return end, failure.Default(failure.Input, err)
	}
	found, err := selfplay.GenerateMiddle(c.Context, o)
	if err != nil {
		return end, failure.Default(failure.Input, failure.Interruption(c.Context, err))
	}
	return generated(found.Games, len(found.Records)), file.OutputOr(c.App.Writer, c.Path("out"), found.Write)
}

// gamesAtOnce returns the flag of those who play games.
func gamesAtOnce() cli.Flag {
	return &cli.IntFlag{Name: "workers", DefaultText: "the number of cores", Usage: "play `N` games at once; changes the time, never the positions"}
}

// workersOf returns how many games are to be played at once.
func workersOf(c *cli.Context, in *flags.Reader) int {
	if !c.IsSet("workers") {
		return runtime.GOMAXPROCS(0)
	}
	return in.Number("workers", 1, bench.MaxWorkers)
}

// generated says how many positions came of how many games.
func generated(games, positions int) command.Conclusion {
	return command.Conclusion{Verdict: "complete", Fields: []report.Field{
		{Key: "games", Value: strconv.Itoa(games)}, {Key: "positions", Value: strconv.Itoa(positions)},
	}}
}
