package main

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/engine/network/train"
)

// quantizeCommand returns the command that writes the network of a checkpoint.
func quantizeCommand() *cli.Command {
	return &cli.Command{
		Name:      "quantize",
		Usage:     "round the weights of a checkpoint to integers and write the network's file",
		ArgsUsage: "CHECKPOINT [FILE...]",
		Description: "With files of games, the losses before and after rounding are measured: on the\n" +
			"positions held back where the files are those of the training, else on all.\n\n" +
			"   zugtune quantize -o net.zugnet net.ckpt",
		HideHelpCommand: true,
		Flags: []cli.Flag{
			&cli.PathFlag{Name: "out", Aliases: []string{"o"}, Required: true, Usage: "write the network to `FILE`"},
		},
		Action: func(c *cli.Context) error {
			if c.NArg() == 0 {
				return errors.New("no checkpoint (expected one after the options)")
			}
			return quantizeNetwork(c, c.Args().First(), c.Args().Tail())
		},
	}
}

// quantizeNetwork rounds the checkpoint with that name, writes the network and prints a summary.
func quantizeNetwork(c *cli.Context, name string, games []string) error {
	checkpoint, err := readCheckpoint(name)
	if err != nil {
		return err
	}
	n, err := checkpoint.Quantize()
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	summary := fmt.Sprintf("zugtune: shape=%s digest=%s", n.Shape, n.Digest())
	if len(games) > 0 {
		var base *train.Base
		if checkpoint.Settings.Base != "" {
			base = classicBase()
		}
		data, err := readData(c.Context, base, games)
		if err != nil {
			return err
		}
		judged, err := checkpoint.Judge(n, data)
		if err != nil {
			return err
		}
		summary += fmt.Sprintf(" judged=%d float=%.6f integers=%.6f", judged.Positions, judged.Float, judged.Integers)
	}
	if err := (file.Disk{}).Replace(c.Path("out"), n.Write); err != nil {
		return err
	}
	_, err = fmt.Fprintln(c.App.Writer, summary)
	return err
}
