package main

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/report/finding"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/cmd/flags"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/doctor"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/engine/tablebase"
)

// benchCommand returns the command bench. It reads no zugwatch.yaml: the signature depends on the engine and on
// the flags alone.
func benchCommand() *cli.Command {
	return command.New("bench", "print the signature of an engine: its nodes on fixed positions",
		command.ActionOf(command.NoArgs(), printSignature), flags.Builtin(""), []cli.Flag{
			&cli.IntFlag{Name: "depth", Value: search.BenchDepth, Usage: "search each position to depth `N` in plies"},
			&cli.StringFlag{Name: "engine", Usage: "print that of `ENGINE`, a name in " + config.FileName + " or a program, on positions of its own: what its bench: says, or its argument bench"},
			flags.Config(), flags.NoBuild(),
		})
}

// printSignature prints the signature of the engine named by the flag, by default the built-in one.
func printSignature(in *flags.Reader, _ []string) error {
	if in.IsSet("engine") {
		in.RejectWith("engine", "which has positions and settings of its own", "depth", "nullmove", "search", "eval", "eval-file", "hash", "threads")
		start := time.Now()
		nodes, err := engineSignature(in, in.String("engine"))
		if err != nil {
			return err
		}
		return builtin.WriteSpeed(in.App.Writer, time.Since(start), nodes)
	}
	depth, chosen := in.Number("depth", 1, engine.MaxDepth), in.Builtin(builtin.Defaults())
	if err := in.Err(); err != nil {
		return err
	}
	return failure.Default(failure.Engine, builtin.Bench(in.Ctx(), chosen, depth, time.Now, in.App.Writer))
}

// engineSignature returns the signature of an engine; without a name, of the configured one.
func engineSignature(in *flags.Reader, name string) (uint64, error) {
	r, err := in.ReadyRunner()
	if err != nil {
		return 0, err
	}
	found, err := r.Find(in.Ctx(), cmp.Or(name, r.Config.Engine))
	if err != nil {
		return 0, err
	}
	nodes, err := found.Signature(in.Ctx())
	return nodes, failure.Default(failure.Engine, err)
}

// checkCommitCommand returns the command check-commit.
func checkCommitCommand() *cli.Command {
	return command.New("check-commit [REV|FILE|-]", "hold what a commit message says of the search against the signature",
		command.MeasureAction(command.RangeArgs(0, 1, "a commit, a file, or - for the standard input"), checkCommit), []cli.Flag{
			&cli.StringFlag{Name: "engine", DefaultText: "that of " + config.FileName, Usage: "take the signature of `ENGINE`, as bench does"},
			&cli.StringFlag{Name: "signature", Usage: "take `N` for the signature, and search nothing"},
			flags.Config(), flags.NoBuild(),
		})
}

// checkCommit checks the claim of one message.
func checkCommit(in *flags.Reader, args []string) (end command.Conclusion, err error) {
	source := append(args, "HEAD")[0]
	check, err := revision.CheckMessage(in.Ctx(), source, in.App.Reader, func() (uint64, error) {
		text := in.String("signature")
		if text == "" {
			return engineSignature(in, in.String("engine"))
		}
		nodes, err := strconv.ParseUint(text, 10, 64)
		if err != nil || nodes == 0 {
			return 0, failure.Inputf("flag --signature=%s (expected a number of nodes)", text)
		}
		return nodes, nil
	})
	if err != nil {
		return end, err
	}
	end = command.Conclusion{Verdict: "true", Fields: finding.ClaimFields(&check)}
	end.FailIf(!check.IsTrue(), "false", failure.Baseline)
	return end, in.Print(finding.ClaimLine(source, &check) + "\n")
}

// perftCommand returns the command perft.
func perftCommand() *cli.Command {
	return command.New("perft [FEN|sfen SFEN] DEPTH", "count the move sequences from a position, to check the rules",
		command.ActionOf(command.RangeArgs(1, -1, "a depth, after a FEN if any"), perft),
		[]cli.Flag{&cli.BoolFlag{Name: "divide", Usage: "one line for each first move"}})
}

// perft counts the sequences, and with --divide those of each first move.
func perft(in *flags.Reader, args []string) error {
	position, depth, err := game.ParsePerft(args)
	if err != nil {
		return failure.Default(failure.Input, err)
	}
	start := time.Now()
	nodes, err := game.Divide(in.Ctx(), position, depth, func(m game.Move, leaves uint64) {
		if in.Bool("divide") {
			fmt.Fprintf(in.App.Writer, "%s: %d\n", m, leaves)
		}
	})
	if err != nil {
		return err
	}
	return builtin.WriteSpeed(in.App.Writer, time.Since(start), nodes)
}

// doctorCommand returns the command doctor.
func doctorCommand() *cli.Command {
	return command.New("doctor ENGINE", "examine an engine: does it keep to UCI and answer the same twice?",
		command.PageAction(command.RangeArgs(1, 1, "one engine"), examine), []cli.Flag{
			flags.Option(),
			&cli.DurationFlag{Name: "patience", Value: doctor.DefaultPatience, Usage: "how long the engine may take for what should be quick, and twice that for a search"},
			flags.Config(), flags.NoBuild(),
		}, command.PageFlags())
}

// examine examines one engine.
func examine(in *flags.Reader, args []string, _ command.Page) (end command.Conclusion, err error) {
	patience := in.Duration("patience")
	if patience < 10*time.Millisecond || patience > time.Hour {
		in.Failf("flag --patience=%v (expected a time from 10ms to 1h)", patience)
	}
	r, err := in.ReadyRunner()
	if err != nil {
		return end, err
	}
	r.Isolate = true
	patient, err := r.Find(in.Ctx(), args[0])
	if err != nil {
		return end, err
	}
	asked := patient.Command.Protocol
	if patient = patient.DetectProtocol(in.Ctx(), 2*patience); patient.Command.Protocol != asked {
		r.Tell("%s speaks %s", patient.Name, strings.ToUpper(patient.Command.Protocol.String()))
	}
	found, err := doctor.Examine(in.Ctx(), patient.Command, patience)
	if err != nil {
		return end, failure.Default(failure.Machine, err)
	}
	end = command.Conclusion{Verdict: "sound", Fields: finding.ExaminationFields(patient.Name, found), Page: finding.Examination(patient.Name, found)}
	end.FailIf(found.Count(doctor.Fault) > 0, "faulty", failure.Engine)
	return end, nil
}

// tablebaseCommand returns the command tablebase.
func tablebaseCommand() *cli.Command {
	endings := command.RangeArgs(1, -1, "endings such as KRKP")
	return command.Group("tablebase", "solve endings of at most four pieces exactly",
		command.New("build ENDING...", "build the tables of endings and of all that they lead to", command.MeasureAction(endings, buildTables), flags.Tables()),
		command.New("probe FEN", "print the exact value of a position and of its moves", command.ActionOf(command.RangeArgs(1, -1, "a FEN"), probePosition), flags.Tables()),
		command.New("mzug ENDING...", "list the mutual zugzwangs of endings", command.MeasureAction(endings, listZugzwangs),
			flags.Tables(), []cli.Flag{&cli.BoolFlag{Name: "count", Usage: "print the numbers only"}}))
}

// buildTables builds tables and prints their figures.
func buildTables(in *flags.Reader, args []string) (end command.Conclusion, err error) {
	endings := in.Endings(args)
	set, err := in.Tables(endings...)
	if err != nil {
		return end, err
	}
	var all []tablebase.Statistics
	for _, e := range tablebase.Closure(endings...) {
		all = append(all, set.Statistics(e))
	}
	return command.Conclusion{Verdict: "complete", Fields: finding.TablesFields(all)}, in.Print(finding.Tables(all))
}

// probePosition prints the values of a position and its moves.
func probePosition(in *flags.Reader, args []string) error {
	p, err := chess.ParseFEN(strings.Join(args, " "))
	if err != nil {
		return failure.Default(failure.Input, err)
	}
	e, _, ok := tablebase.EndingOf(&p)
	if !ok {
		return failure.Inputf("position has %d pieces (expected at most %d)", p.Occupied().Count(), tablebase.MaxPieces)
	}
	set, err := in.Tables(e)
	if err != nil {
		return err
	}
	found, ok := set.Analyze(&p)
	if !ok {
		return failure.Inputf("position %s has castling rights (expected none: tables do not know them)", p.EPD())
	}
	return in.Print(finding.Analysis(&found))
}

// listZugzwangs prints the mutual zugzwangs of endings.
func listZugzwangs(in *flags.Reader, args []string) (end command.Conclusion, err error) {
	endings := in.Endings(args)
	set, err := in.Tables(endings...)
	if err != nil {
		return end, err
	}
	total := 0
	for _, e := range endings {
		all, err := set.Zugzwangs(in.Ctx(), e)
		if err == nil {
			err = in.Print(finding.Zugzwangs(e, all, !in.Bool("count")))
		}
		if err != nil {
			return end, err
		}
		total += len(all)
	}
	return command.Conclusion{Verdict: "complete", Fields: finding.ZugzwangsFields(len(endings), total)}, nil
}
