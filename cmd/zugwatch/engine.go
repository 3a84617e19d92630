package main

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/cmd/flags"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/doctor"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/search"
)

// benchCommand prints the signature of the built-in engine. It reads no
// zugwatch.yaml then: the signature depends on the engine and on the flags alone.
func benchCommand() *cli.Command {
	return &cli.Command{
		Name:  "bench",
		Usage: "print the signature of an engine: its nodes on fixed positions",
		Flags: append(flags.Builtin(""),
			&cli.IntFlag{Name: "depth", Value: search.BenchDepth, Usage: "search each position to depth `N` in plies"},
			&cli.StringFlag{Name: "engine", Usage: "print that of `ENGINE`, a name in " + config.FileName + " or a program, on positions of its own: what its bench: says, or its argument bench"},
			flags.Config(), flags.NoBuild(),
		),
		Action: command.Do(command.None(), func(c *cli.Context, _ []string) error {
			in := flags.Read(c)
			if c.IsSet("engine") {
				in.Alone("engine", "which has positions and settings of its own", "depth", "nullmove", "search", "eval", "eval-file", "hash", "threads")
				return benchEngine(in, c.App.Writer)
			}
			depth, chosen := in.Number("depth", 1, engine.MaxDepth), in.Builtin(builtin.Defaults())
			if err := in.Err(); err != nil {
				return err
			}
			err := builtin.Bench(c.Context, chosen, depth, time.Now, c.App.Writer)
			return failure.Interruption(c.Context, failure.Default(failure.Engine, err))
		}),
	}
}

// benchEngine prints the signature of the engine of the flag.
func benchEngine(in *flags.Reader, w io.Writer) error {
	start := time.Now()
	nodes, err := engineSignature(in, in.String("engine"))
	if err != nil {
		return err
	}
	return builtin.WriteSpeed(w, time.Since(start), nodes)
}

// engineSignature returns the signature of an engine, that of the configuration without a name.
func engineSignature(in *flags.Reader, name string) (uint64, error) {
	r := in.Runner()
	if err := in.Err(); err != nil {
		return 0, err
	}
	ctx := in.Context.Context
	found, err := r.Find(ctx, cmp.Or(name, r.Config.Engine))
	if err != nil {
		return 0, err
	}
	nodes, err := found.Signature(ctx)
	return nodes, failure.Interruption(ctx, failure.Default(failure.Engine, err))
}

// checkCommitCommand holds a commit message against the engine.
func checkCommitCommand() *cli.Command {
	return &cli.Command{
		Name:      "check-commit",
		Usage:     "hold what a commit message says of the search against the signature",
		ArgsUsage: "[REV|FILE|-]",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "engine", DefaultText: "that of " + config.FileName, Usage: "take the signature of `ENGINE`, as bench does"},
			&cli.StringFlag{Name: "signature", Usage: "take `N` for the signature, and search nothing"},
			flags.Config(), flags.NoBuild(),
		},
		Action: command.Measure(command.Takes(0, 1, "a commit, a file, or - for the standard input"), checkCommit),
	}
}

// checkCommit checks the claim of one message.
func checkCommit(c *cli.Context, args []string) (end command.Conclusion, err error) {
	source := "HEAD"
	if len(args) > 0 {
		source = args[0]
	}
	check, err := revision.CheckMessage(c.Context, source, c.App.Reader, func() (uint64, error) {
		return signature(flags.Read(c))
	})
	if err != nil {
		return end, err
	}
	end = command.Conclusion{Verdict: "true", Fields: report.ClaimFields(&check)}
	if !check.True() {
		end.Verdict, end.Kind = "false", failure.Baseline
	}
	_, err = fmt.Fprintln(c.App.Writer, report.Claim(source, &check))
	return end, err
}

// signature returns what the flag says, or that of the engine.
func signature(in *flags.Reader) (uint64, error) {
	text := in.String("signature")
	if text == "" {
		return engineSignature(in, in.String("engine"))
	}
	nodes, err := strconv.ParseUint(text, 10, 64)
	if err != nil || nodes == 0 {
		return 0, failure.Inputf("flag --signature=%s (expected a number of nodes)", text)
	}
	return nodes, nil
}

// perftCommand counts move sequences.
func perftCommand() *cli.Command {
	return &cli.Command{
		Name:      "perft",
		Usage:     "count the move sequences from a position, to check the rules",
		ArgsUsage: "[FEN|sfen SFEN] DEPTH",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "divide", Usage: "one line for each first move"},
		},
		Action: command.Do(command.Takes(1, -1, "a depth, after a FEN if any"), func(c *cli.Context, args []string) error {
			position, depth, err := game.ParsePerft(args)
			if err != nil {
				return failure.Default(failure.Input, err)
			}
			start := time.Now()
			nodes, err := game.Divide(c.Context, position, depth, func(m game.Move, leaves uint64) {
				if c.Bool("divide") {
					fmt.Fprintf(c.App.Writer, "%s: %d\n", m, leaves)
				}
			})
			if err != nil {
				return failure.Interruption(c.Context, err)
			}
			return builtin.WriteSpeed(c.App.Writer, time.Since(start), nodes)
		}),
	}
}

// doctorCommand examines an engine.
func doctorCommand() *cli.Command {
	return &cli.Command{
		Name:      "doctor",
		Usage:     "examine an engine: does it keep to UCI and answer the same twice?",
		ArgsUsage: "ENGINE",
		Flags: flags.Concat(
			[]cli.Flag{
				flags.Option(),
				&cli.DurationFlag{Name: "patience", Value: doctor.DefaultPatience, Usage: "how long the engine may take for what should be quick, and twice that for a search"},
				flags.Config(),
				flags.NoBuild(),
			},
			command.PageFlags()),
		Action:       command.Paged(command.Takes(1, 1, "one engine"), examine),
		BashComplete: command.Complete(config.KnownEngines),
	}
}

// examine examines one engine.
func examine(c *cli.Context, args []string, _ command.Page) (end command.Conclusion, err error) {
	in, patience := flags.Read(c), c.Duration("patience")
	if patience < 10*time.Millisecond || patience > time.Hour {
		in.Failf("flag --patience=%v (expected a time from 10ms to 1h)", patience)
	}
	r := in.Runner()
	if err := in.Err(); err != nil {
		return end, err
	}
	r.Isolate = true
	patient, err := r.Find(c.Context, args[0])
	if err != nil {
		return end, err
	}
	asked := patient.Command.Protocol
	if patient = patient.Detected(c.Context, 2*patience); patient.Command.Protocol != asked {
		r.Tell("%s speaks %s", patient.Name, strings.ToUpper(patient.Command.Protocol.String()))
	}
	found, err := doctor.Examine(c.Context, patient.Command, patience)
	if err != nil {
		return end, failure.Interruption(c.Context, failure.Default(failure.Machine, err))
	}
	end = command.Conclusion{Verdict: "sound", Fields: report.ExaminationFields(patient.Name, found), Page: report.Examination(patient.Name, found)}
	if found.Count(doctor.Fault) > 0 {
		end.Verdict, end.Kind = "faulty", failure.Engine
	}
	return end, nil
}
