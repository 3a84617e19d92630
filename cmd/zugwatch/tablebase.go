package main

import (
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/cmd/flags"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/tablebase"
)

// tablebaseCommand groups what is done with exact tables of endings.
func tablebaseCommand() *cli.Command {
	return command.Group("tablebase", "solve endings of at most four pieces exactly",
		tablebaseBuildCommand(), tablebaseProbeCommand(), tablebaseMzugCommand())
}

func tablebaseBuildCommand() *cli.Command {
	return &cli.Command{
		Name:      "build",
		Usage:     "build the tables of endings and of all that they lead to",
		ArgsUsage: "ENDING...",
		Flags:     flags.Tables(),
		Action:    command.Measure(command.Takes(1, -1, "endings such as KRKP"), buildTables),
	}
}

// buildTables builds tables and prints their figures.
func buildTables(c *cli.Context, args []string) (end command.Conclusion, err error) {
	in := flags.Read(c)
	endings := in.Endings(args)
	set, err := in.Tables(endings...)
	if err != nil {
		return end, err
	}
	var all []tablebase.Facts
	for _, e := range tablebase.Closure(endings...) {
		all = append(all, set.Facts(e))
	}
	_, err = io.WriteString(c.App.Writer, report.Tables(all))
	return command.Conclusion{Verdict: "complete", Fields: report.TablesFields(all)}, err
}

func tablebaseProbeCommand() *cli.Command {
	return &cli.Command{
		Name:      "probe",
		Usage:     "print the exact value of a position and of its moves",
		ArgsUsage: "FEN",
		Flags:     flags.Tables(),
		Action:    command.Do(command.Takes(1, -1, "a FEN"), probe),
	}
}

// probe prints the values of a position and its moves.
func probe(c *cli.Context, args []string) error {
	p, err := chess.ParseFEN(strings.Join(args, " "))
	if err != nil {
		return failure.Default(failure.Input, err)
	}
	e, _, ok := tablebase.EndingOf(&p)
	if !ok {
		return failure.Inputf("position has %d pieces (expected at most %d)", p.Occupied().Count(), tablebase.MaxPieces)
	}
	set, err := flags.Read(c).Tables(e)
	if err != nil {
		return err
	}
	found, ok := set.Analyze(&p)
	if !ok {
		return failure.Inputf("position %s has castling rights (expected none: tables do not know them)", p.EPD())
	}
	_, err = io.WriteString(c.App.Writer, report.Analysis(&found))
	return err
}

func tablebaseMzugCommand() *cli.Command {
	return &cli.Command{
		Name:      "mzug",
		Usage:     "list the mutual zugzwangs of endings",
		ArgsUsage: "ENDING...",
		Flags:     append(flags.Tables(), &cli.BoolFlag{Name: "count", Usage: "print the numbers only"}),
		Action:    command.Measure(command.Takes(1, -1, "endings such as KRKP"), listZugzwangs),
	}
}

// listZugzwangs prints the mutual zugzwangs of endings.
func listZugzwangs(c *cli.Context, args []string) (end command.Conclusion, err error) {
	in := flags.Read(c)
	endings := in.Endings(args)
	set, err := in.Tables(endings...)
	if err != nil {
		return end, err
	}
	total := 0
	for _, e := range endings {
		all, err := set.Zugzwangs(c.Context, e)
		if err != nil {
			return end, failure.Interruption(c.Context, err)
		}
		total += len(all)
		if _, err := io.WriteString(c.App.Writer, report.Zugzwangs(e, all, !c.Bool("count"))); err != nil {
			return end, err
		}
	}
	return command.Conclusion{Verdict: "complete", Fields: report.ZugzwangsFields(len(endings), total)}, nil
}
