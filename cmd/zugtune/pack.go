package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/engine/tune"
)

// packCommand returns the command that merges files of games into one packed file.
func packCommand() *cli.Command {
	return &cli.Command{
		Name:      "pack",
		Usage:     "put files of games into one compact file",
		ArgsUsage: "FILE...",
		Description: "Reads text and packed files. A position that came before is left out, whichever\n" +
			"file it stands in.\n\n" +
			"   zugtune pack -o games.packed games/*",
		HideHelpCommand: true,
		Flags: []cli.Flag{
			&cli.PathFlag{Name: "out", Aliases: []string{"o"}, Required: true, Usage: "write the positions to `FILE`"},
		},
		Action: func(c *cli.Context) error {
			if c.NArg() == 0 {
				return errNoGames
			}
			return packGames(c.Context, c.App.Writer, c.Path("out"), c.Args().Slice())
		},
	}
}

var errNoGames = errors.New("no file of games (expected at least one after the options)")

// packGames writes the positions of the named files to another, and a summary to out.
func packGames(ctx context.Context, out io.Writer, target string, names []string) error {
	sources, err := readFiles(ctx, names, tune.ReadSources)
	if err != nil {
		return err
	}
	var packed tune.GenerationResult
	err = file.Disk{}.Replace(target, func(w io.Writer) error {
		to, err := tune.NewWriter(w, tune.Packed, sources...)
		if err != nil {
			return err
		}
		d := tune.NewDeduplicator(to.Write)
		_, err = readFiles(ctx, names, func(r io.Reader, name string) ([]tune.Source, error) { return tune.Read(r, name, d.AddSample) })
		packed = d.GenerationResult
		return err
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "zugtune: files=%d positions=%d duplicates=%d\n", len(names), packed.Positions, packed.Duplicates)
	return err
}

// readFiles calls read for each file of games, in order, and returns the sources of all.
func readFiles(ctx context.Context, names []string, read func(io.Reader, string) ([]tune.Source, error)) (sources []tune.Source, err error) {
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		more, err := readFile(name, read)
		if err != nil {
			return nil, err
		}
		sources = append(sources, more...)
	}
	return sources, nil
}

// readFile opens a file of games and calls read for it.
func readFile(name string, read func(io.Reader, string) ([]tune.Source, error)) ([]tune.Source, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return read(f, name)
}
