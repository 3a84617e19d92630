package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/engine/eval"
	"github.com/zugwatch/zugwatch/engine/network"
	"github.com/zugwatch/zugwatch/engine/network/train"
	"github.com/zugwatch/zugwatch/engine/tune"
)

// trainCommand returns the command that trains a network.
func trainCommand() *cli.Command {
	d := train.Defaults()
	return &cli.Command{
		Name:      "train",
		Usage:     "train a network on the positions of games",
		ArgsUsage: "FILE...",
		Description: "Writes a checkpoint after each epoch, when interrupted, and as often as asked for.\n" +
			"The same command with --resume goes on from it, and ends with the same bytes as if\n" +
			"it had never stopped. It needs 42 bytes of memory for each position.\n\n" +
			"   zugtune train --hidden 256 --epochs 6 -o net.ckpt games.packed",
		HideHelpCommand: true,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "buckets", Value: d.Buckets, Usage: fmt.Sprintf("king buckets `N`, 1 or %d", network.MaxBuckets)},
			&cli.IntFlag{Name: "hidden", Value: d.Hidden, Usage: "units `N` of each view, a multiple of 128"},
			&cli.IntFlag{Name: "outputs", Value: d.Outputs, Usage: "outputs `N`, one for each class of material"},
			&cli.StringFlag{Name: "base", Value: baseClassic, Usage: "the network corrects the `EVALUATION` classic, to which its value is added, or none"},
			&cli.IntFlag{Name: "epochs", Value: d.Epochs, Usage: "go over the positions `N` times"},
			&cli.IntFlag{Name: "batch", Value: d.Batch, Usage: "positions `N` for each step"},
			&cli.Float64Flag{Name: "rate", Value: d.Rate, Usage: "first length `X` of a step; it falls to a hundredth"},
			&cli.Float64Flag{Name: "blend", Value: d.Blend, Usage: "share `X` of the search's score in the target; the rest is the game's result"},
			&cli.Float64Flag{Name: "decay", Value: d.Decay, Usage: "share `X` of the weights, times the rate, that each step takes off"},
			&cli.Float64Flag{Name: "held", Value: d.Held, Usage: "share `X` of the positions that only judge"},
			&cli.Uint64Flag{Name: "seed", Value: d.Seed, Usage: "seed `N` of the first weights and the positions' order"},
			&cli.IntFlag{Name: "workers", Value: runtime.NumCPU(), DefaultText: "all cores", Usage: "learn from `N` positions at a time; it changes nothing but the time"},
			&cli.IntFlag{Name: "checkpoint", Usage: "write a checkpoint every `N` batches too", DefaultText: "after each epoch only"},
			&cli.PathFlag{Name: "from", Usage: "begin with the weights of the checkpoint or network `FILE` instead of random ones"},
			&cli.BoolFlag{Name: "resume", Usage: "go on where the checkpoint stands, if there is one"},
			&cli.PathFlag{Name: "out", Aliases: []string{"o"}, Required: true, Usage: "write checkpoints to `FILE`"},
		},
		Action: func(c *cli.Context) error {
			if c.NArg() == 0 {
				return errNoGames
			}
			base, err := parseBase(c.String("base"))
			if err != nil {
				return err
			}
			r := training{
				base: base,
				settings: train.Settings{
					Buckets: c.Int("buckets"), Hidden: c.Int("hidden"), Outputs: c.Int("outputs"), Epochs: c.Int("epochs"), Batch: c.Int("batch"), Rate: c.Float64("rate"),
					Blend: c.Float64("blend"), Decay: c.Float64("decay"), Held: c.Float64("held"), Seed: c.Uint64("seed"),
				},
				workers: c.Int("workers"), every: c.Int("checkpoint"), resume: c.Bool("resume"), from: c.Path("from"), path: c.Path("out"),
				out: c.App.Writer, diagnostics: c.App.ErrWriter,
			}
			return r.run(c.Context, c.Args().Slice())
		},
	}
}

// training holds the state of one call of the command.
type training struct {
	base             *train.Base // nil: the network evaluates alone
	settings         train.Settings
	workers          int
	every            int // batches between checkpoints, 0 for none within an epoch
	resume           bool
	from             string // checkpoint or network with the first weights, "" for random ones
	path             string
	out, diagnostics io.Writer

	trainer         *train.Trainer
	started         time.Time
	lastProgress    time.Time // time of the last progress report
	positionsBefore int       // positions trained on before this call
}

// check validates the call before any file is read.
func (r *training) check() error {
	if err := r.settings.Check(); err != nil {
		return err
	}
	if r.workers < 1 || r.every < 0 {
		return fmt.Errorf("%d workers, a checkpoint every %d batches (expected at least one, and 0 or more)", r.workers, r.every)
	}
	_, err := os.Stat(r.path)
	if err == nil && !r.resume {
		return fmt.Errorf("%s exists (expected --resume or a free name)", r.path)
	}
	return file.CheckTarget(r.path)
}

func (r *training) run(ctx context.Context, names []string) error {
	if err := r.check(); err != nil {
		return err
	}
	data, err := readData(ctx, r.base, names)
	if err != nil {
		return err
	}
	if err := r.open(data); err != nil {
		return err
	}
	t := r.trainer
	fmt.Fprintf(r.diagnostics, "%d positions to learn from, %d held back, %s\n", t.TrainingCount(), t.HeldCount(), r.settings)
	r.started = time.Now()
	r.lastProgress = r.started
	err = t.Run(ctx, r.workers, r.reportProgress)
	if err != nil && ctx.Err() != nil {
		err = errors.Join(err, r.save())
	}
	if err != nil {
		return err
	}
	return r.conclude(data)
}

// open starts the training, or resumes it from its checkpoint.
func (r *training) open(data *train.Data) error {
	if r.base != nil {
		r.settings.Base = r.base.Digest
	}
	var from *train.Start
	if r.from != "" {
		var err error
		if from, err = readStart(r.from); err != nil {
			return err
		}
		r.settings.From = from.Digest
	}
	c, err := readCheckpoint(r.path)
	switch {
	case !r.resume || errors.Is(err, fs.ErrNotExist):
		r.trainer, err = train.New(data, r.settings, from)
		return err
	case err != nil:
		return err
	case c.Settings != r.settings:
		return fmt.Errorf("%s is of %s (expected the settings of this call, %s)", r.path, c.Settings, r.settings)
	}
	if r.trainer, err = train.Resume(c, data); err != nil {
		return fmt.Errorf("%s: %w", r.path, err)
	}
	r.positionsBefore = r.trainer.Positions()
	return nil
}

// progressInterval is the time between two reports of progress within an epoch.
const progressInterval = 20 * time.Second

// reportProgress prints the progress and writes a checkpoint when one is due.
func (r *training) reportProgress(p *train.Progress) error {
	now := time.Now()
	speed := float64(p.Positions-r.positionsBefore) / max(now.Sub(r.started).Seconds(), 1e-3)
	switch {
	case p.Done:
		fmt.Fprintf(r.diagnostics, "epoch %d: loss %.6f, held back %.6f, rate %.2g, %.0f positions/s\n", p.Epoch, p.Loss, p.Held, p.Rate, speed)
	case now.Sub(r.lastProgress) >= progressInterval:
		fmt.Fprintf(r.diagnostics, "epoch %d, batch %d of %d: loss %.6f, rate %.2g, %.0f positions/s\n", p.Epoch, p.Batch, p.Batches, p.Loss, p.Rate, speed)
	default:
		now = r.lastProgress
	}
	r.lastProgress = now
	if p.Done || r.every > 0 && p.Batch%r.every == 0 {
		return r.save()
	}
	return nil
}

// save writes a checkpoint.
func (r *training) save() error { return file.Disk{}.Replace(r.path, r.trainer.Write) }

// conclude measures the loss of the rounded network and prints the summary.
func (r *training) conclude(data *train.Data) error {
	c := r.trainer.Checkpoint()
	n, err := c.Quantize()
	if err != nil {
		return err
	}
	judged, err := c.Judge(n, data)
	if err != nil {
		return err
	}
	losses := r.trainer.Losses()
	_, err = fmt.Fprintf(r.out, "zugtune: positions=%d epochs=%d loss=%.6f held=%d held-float=%.6f held-integers=%.6f\n",
		data.Len(), len(losses), losses[len(losses)-1].Learnt, judged.Positions, judged.Float, judged.Integers)
	return err
}

// The values of --base.
const (
	baseClassic = "classic"
	baseNone    = "none"
)

// parseBase returns the base that the value of --base names, nil for none.
func parseBase(text string) (*train.Base, error) {
	switch text {
	case baseNone:
		return nil, nil
	case baseClassic:
		return classicBase(), nil
	}
	return nil, fmt.Errorf("base %.20q (expected %s or %s)", text, baseClassic, baseNone)
}

// classicBase returns the classic evaluation of this build.
func classicBase() *train.Base { return &train.Base{Digest: eval.Digest(), Value: eval.New().Evaluate} }

// readData reads the positions of files of games.
func readData(ctx context.Context, base *train.Base, names []string) (*train.Data, error) {
	data := train.NewData(base)
	sources, err := readFiles(ctx, names, func(r io.Reader, name string) ([]tune.Source, error) { return tune.ReadRecords(r, name, data.Add) })
	data.AddSources(sources...)
	return data, err
}

// readCheckpoint reads a checkpoint.
func readCheckpoint(name string) (*train.Checkpoint, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	c, err := train.Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return c, nil
}

// readStart reads the first weights from a network or a checkpoint.
func readStart(name string) (*train.Start, error) {
	if n, err := network.Open(name); err == nil {
		return train.StartOf(n), nil
	} else if !errors.Is(err, network.ErrFormat) {
		return nil, err
	}
	c, err := readCheckpoint(name)
	if err != nil {
		return nil, err
	}
	return c.Start(), nil
}
