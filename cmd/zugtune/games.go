package main

import (
	"context"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/engine/tune"
)

// gamesCommand plays games and writes their quiet positions.
func gamesCommand() *cli.Command {
	return &cli.Command{
		Name:  "games",
		Usage: "play games of the engine against itself and keep their quiet positions",
		Description: "Each game begins with six to ten random moves. The file is the same for the same\n" +
			"engine, seed, numbers and limit, with any number of workers.\n\n" +
			"   zugtune games --seed 1 --games 9000 -o games.txt",
		HideHelpCommand: true,
		Flags: []cli.Flag{
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "seed `N` of the openings"},
			&cli.IntFlag{Name: "first", Usage: "number `N` of the first game; a seed can go on where a run ended"},
			&cli.IntFlag{Name: "games", Value: 1000, Usage: "play `N` games"},
			&cli.StringFlag{Name: "limit", Value: "nodes=2500", Usage: "limit `L` of each move, by nodes or depth"},
			&cli.IntFlag{Name: "hash", Value: 2, Usage: "transposition table in `MiB`"},
			&cli.IntFlag{Name: "workers", Value: 1, Usage: "play `N` games at a time"},
			&cli.PathFlag{Name: "out", Aliases: []string{"o"}, Required: true, Usage: "write the positions to `FILE`"},
		},
		Action: func(c *cli.Context) error {
			if c.NArg() > 0 {
				return fmt.Errorf("argument %q (expected options only)", c.Args().First())
			}
			limits, err := engine.ParseLimits(c.String("limit"))
			if err != nil {
				return err
			}
			g := tune.Generation{
				Seed: c.Uint64("seed"), First: c.Int("first"), Games: c.Int("games"),
				Limits: limits, Workers: c.Int("workers"),
			}
			return file.Disk{}.Replace(c.Path("out"), func(w io.Writer) error { return games(c.Context, c.App.Writer, w, g, c.Int("hash"), signature) })
		},
	}
}

// games writes the samples of a generation to w and a summary to out. Sign gives
// the signature of the engine.
func games(ctx context.Context, out, w io.Writer, g tune.Generation, hashMB int, sign signer) error {
	if err := g.Check(); err != nil {
		return err
	}
	open := func() (engine.Engine, error) {
		o := search.Defaults()
		o.HashMB = hashMB
		return search.New(o)
	}
	signature, err := sign(ctx)
	if err != nil {
		return err
	}
	source := tune.Source{Seed: g.Seed, First: g.First, Games: g.Games, Limits: g.Limits, HashMB: hashMB, Signature: signature}
	if _, err := fmt.Fprintln(w, source); err != nil {
		return err
	}
	done, err := tune.Generate(ctx, g, open, func(s *tune.Sample) error {
		_, err := fmt.Fprintln(w, s)
		return err
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "zugtune: games=%d positions=%d duplicates=%d signature=%d\n", done.Games, done.Positions, done.Duplicates, signature)
	return err
}

// signer works out a signature, which takes seconds.
type signer func(context.Context) (uint64, error)

// signature is the number of nodes of the engine's benchmark, which names its
// search and evaluation.
func signature(ctx context.Context) (uint64, error) {
	s, err := search.New(search.Defaults())
	if err != nil {
		return 0, err
	}
	return s.Bench(ctx, search.BenchDepth, nil)
}
