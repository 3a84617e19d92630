package main

import (
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
	endings := command.Takes(1, -1, "endings such as KRKP")
	return command.Group("tablebase", "solve endings of at most four pieces exactly",
		command.New("build ENDING...", "build the tables of endings and of all that they lead to", command.Measure(endings, buildTables), flags.Tables()),
		command.New("probe FEN", "print the exact value of a position and of its moves", command.Do(command.Takes(1, -1, "a FEN"), probe), flags.Tables()),
		command.New("mzug ENDING...", "list the mutual zugzwangs of endings", command.Measure(endings, listZugzwangs),
			flags.Tables(), []cli.Flag{&cli.BoolFlag{Name: "count", Usage: "print the numbers only"}}))
}

// buildTables builds tables and prints their figures.
func buildTables(in *flags.Reader, args []string) (end command.Conclusion, err error) {
	endings := in.Endings(args)
	set, err := in.Tables(endings...)
	if err != nil {
		return end, err
	}
	var all []tablebase.Facts
	for _, e := range tablebase.Closure(endings...) {
		all = append(all, set.Facts(e))
	}
	return command.Conclusion{Verdict: "complete", Fields: report.TablesFields(all)}, in.Print(report.Tables(all))
}

// probe prints the values of a position and its moves.
func probe(in *flags.Reader, args []string) error {
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
	return in.Print(report.Analysis(&found))
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
			err = in.Print(report.Zugzwangs(e, all, !in.Bool("count")))
		}
		if err != nil {
			return end, err
		}
		total += len(all)
	}
	return command.Conclusion{Verdict: "complete", Fields: report.ZugzwangsFields(len(endings), total)}, nil
}
