package main

import (
	"context"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/search"
)

// openingsCommand returns the command that makes the default book of openings for matches.
func openingsCommand() *cli.Command {
	return &cli.Command{
		Name:  "openings",
		Usage: "make a book of level openings with the engine",
		Description: "Each opening is eight plies of moves that a short search finds good enough, and\n" +
			"level after a longer one. The file is the same for the same engine and seed.\n\n" +
			"   zugtune openings --seed 1 --count 1000 -o bench/match/openings.epd",
		HideHelpCommand: true,
		Flags: []cli.Flag{
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "seed `N` of the choice of moves"},
			&cli.IntFlag{Name: "count", Value: 1000, Usage: "make `N` openings"},
			&cli.PathFlag{Name: "out", Aliases: []string{"o"}, Required: true, Usage: "write the openings to `FILE`"},
		},
		Action: func(c *cli.Context) error {
			if c.NArg() > 0 {
				return fmt.Errorf("argument %q (expected options only)", c.Args().First())
			}
			if count := c.Int("count"); count < 1 || count > maxOpenings {
				return fmt.Errorf("flag --count=%d (expected a number from 1 to %d)", count, maxOpenings)
			}
			return file.Disk{}.Replace(c.Path("out"), func(w io.Writer) error {
				return writeOpenings(c.Context, w, c.Uint64("seed"), c.Int("count"), signatureOf(search.Defaults()))
			})
		},
	}
}

// maxOpenings is the largest number of openings in a book.
const maxOpenings = 100_000

// writeOpenings writes a book. Its first line holds the settings and the signature of the
// engine, which sign returns.
func writeOpenings(ctx context.Context, w io.Writer, seed uint64, count int, sign signatureFunc) error {
	signature, err := sign(ctx)
	if err != nil {
		return err
	}
	settings := search.Defaults()
	settings.HashMB = 1
	engine, err := search.New(settings)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "# zugtune openings --seed %d --count %d, with the engine of signature %d\n", seed, count, signature); err != nil {
		return err
	}
	return match.GenerateOpenings(ctx, engine, seed, count, func(p game.Position) error {
		_, err := fmt.Fprintln(w, p.EPD())
		return err
	})
}
