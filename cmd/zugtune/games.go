package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

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
			return writeFile(c.Path("out"), func(w io.Writer) error { return games(c.Context, c.App.Writer, w, g, c.Int("hash")) })
		},
	}
}

// games writes the samples of a generation to w and a summary to out.
func games(ctx context.Context, out, w io.Writer, g tune.Generation, hashMB int) error {
	open := func() (engine.Engine, error) {
		o := search.Defaults()
		o.HashMB = hashMB
		return search.New(o)
	}
	signature, err := signature(ctx)
	if err != nil {
		return err
	}
	source := tune.Source{Seed: g.Seed, First: g.First, Games: g.Games, Limits: g.Limits, HashMB: hashMB, Signature: signature}
	if _, err := fmt.Fprintln(w, source); err != nil {
		return &machineError{err}
	}
	done, err := tune.Generate(ctx, g, open, func(s *tune.Sample) error {
		if _, err := fmt.Fprintln(w, s); err != nil {
			return &machineError{err}
		}
		return nil
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "zugtune: games=%d positions=%d duplicates=%d signature=%d\n", done.Games, done.Positions, done.Duplicates, signature)
	return err
}

// signature is the number of nodes of the engine's benchmark, which names its
// search and evaluation.
func signature(ctx context.Context) (uint64, error) {
	s, err := search.New(search.Defaults())
	if err != nil {
		return 0, err
	}
	return s.Bench(ctx, search.BenchDepth, nil)
}

// writeFile writes a file under a temporary name and gives it its own when fill
// has done its work: an old file stays until then.
func writeFile(name string, fill func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(name), ".zugtune-*")
	if err != nil {
		return &machineError{err}
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	w := bufio.NewWriter(f)
	if err := fill(w); err != nil {
		f.Close()
		return err
	}
	for _, step := range []func() error{w.Flush, func() error { return f.Chmod(0o644) }, f.Sync, f.Close} {
		if err := step(); err != nil {
			return &machineError{err}
		}
	}
	if err := os.Rename(f.Name(), name); err != nil {
		return &machineError{err}
	}
	return nil
}
