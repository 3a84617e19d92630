package main

import (
	"context"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/engine/eval"
	"github.com/zugwatch/zugwatch/engine/tune"
)

// weightsCommand returns the command that fits the weights to the positions of games.
func weightsCommand() *cli.Command {
	return &cli.Command{
		Name:      "weights",
		Usage:     "fit the weights to the positions of games",
		ArgsUsage: "FILE...",
		Description: "Starts from the weights of this build, which must trace evaluations:\n\n" +
			"   go run -tags tune ./cmd/zugtune weights -o engine/eval/weights.go games.txt",
		HideHelpCommand: true,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "epochs", Value: 20, Usage: "go over the positions `N` times"},
			&cli.IntFlag{Name: "batch", Value: 16384, Usage: "positions `N` for each step"},
			&cli.Float64Flag{Name: "rate", Value: 1, Usage: "first length of a step in `CENTIPAWNS`"},
			&cli.Float64Flag{Name: "blend", Value: 0.7, Usage: "share `X` of the search's score in the target; the rest is the game's result"},
			&cli.Float64Flag{Name: "decay", Value: 3e-8, Usage: "pull `X` back to the first weights"},
			&cli.Float64Flag{Name: "held", Value: 0.05, Usage: "share `X` of the positions that only judge"},
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "seed `N` of the positions' order"},
			&cli.StringFlag{Name: "date", Usage: "`DATE` for the head of the file"},
			&cli.PathFlag{Name: "out", Aliases: []string{"o"}, Required: true, Usage: "write the Go file of the weights to `FILE`"},
		},
		Action: func(c *cli.Context) error {
			if c.NArg() == 0 {
				return errNoGames
			}
			set, sources, err := readGames(c.Context, c.Args().Slice())
			if err != nil {
				return err
			}
			p := tune.Provenance{Date: c.String("date"), Sources: sources, Positions: set.Len(), Fitting: tune.FitOptions{
				Epochs: c.Int("epochs"), Batch: c.Int("batch"), Rate: c.Float64("rate"), Blend: c.Float64("blend"),
				Decay: c.Float64("decay"), Held: c.Float64("held"), Seed: c.Uint64("seed"),
			}}
			return fitWeights(c, set, &p)
		},
	}
}

// readGames reads files of games into a set.
func readGames(ctx context.Context, names []string) (*tune.Set, []tune.Source, error) {
	set, err := tune.NewSet()
	if err != nil {
		return nil, nil, err
	}
	sources, err := readFiles(ctx, names, func(r io.Reader, name string) ([]tune.Source, error) { return tune.Read(r, name, set.Add) })
	return set, sources, err
}

// fitWeights fits the weights and writes their file. It checks first that the file can be written.
func fitWeights(c *cli.Context, set *tune.Set, p *tune.Provenance) error {
	if err := file.CheckTarget(c.Path("out")); err != nil {
		return err
	}
	shipped := eval.Shipped()
	fitted, err := tune.Fit(c.Context, set, &shipped, p.Fitting, func(epoch int, l tune.Loss) {
		fmt.Fprintf(c.App.ErrWriter, "epoch %d: loss %.6f, held back %.6f\n", epoch, l.Learnt, l.Held)
	})
	if err != nil {
		return err
	}
	p.Fitted = fitted
	err = file.Disk{}.Replace(c.Path("out"), func(w io.Writer) error { return tune.WriteWeights(w, &fitted.Weights, p) })
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.App.Writer, "zugtune: positions=%d before=%.6f after=%.6f held-before=%.6f held-after=%.6f\n",
		set.Len(), fitted.Before.Learnt, fitted.After.Learnt, fitted.Before.Held, fitted.After.Held)
	return err
}
