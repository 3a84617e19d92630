package main

import (
	"errors"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/explain"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/export"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/cmd/flags"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
)

// explainCommand says why a position is lost.
func explainCommand() *cli.Command {
	return &cli.Command{
		Name:      "explain",
		Usage:     "say at which node an engine loses a position, and by which rule",
		ArgsUsage: "ID|FEN",
		Flags: flags.Concat(
			[]cli.Flag{
				&cli.StringFlag{Name: "base", Usage: "the `REVISION` that solves the position"},
				&cli.StringFlag{Name: "head", DefaultText: "the work tree as it is", Usage: "the `REVISION` that misses it"},
				&cli.StringSliceFlag{Name: "engine", Usage: "an `ENGINE` instead of revisions: the first solves the position, the second misses it"},
				&cli.StringSliceFlag{Name: "switch", Usage: "a UCI option that takes a rule of the head away, `NAME=VALUE`, such as NullMove=false; may be given more than once"},
				&cli.IntFlag{Name: "depth", Value: explain.DefaultDeepest, Usage: "look for the loss to depth `N` in plies"},
				&cli.BoolFlag{Name: "smallest", Usage: "take pieces away as long as the base sees what the head does not"},
				flags.Format("explanation", "text", "markdown", "json"),
				flags.HTML(),
				flags.Revisions(),
			},
			flags.Runner()),
		Action: command.Measure(command.Takes(1, 1, "an id of a suite, a FEN or a record of EPD"), explainPosition),
	}
}

// explainPosition explains and writes what was found.
func explainPosition(c *cli.Context, args []string) (end command.Conclusion, err error) {
	in := flags.Read(c)
	format := tableFormat(in)
	q := &explain.Request{
		Position: args[0], Base: c.String("base"), Head: c.String("head"), Deepest: in.Number("depth", 1, engine.MaxDepth),
		Switches: in.Options("switch"), Reduce: c.Bool("smallest"), Anew: c.Bool("no-cache"), DefaultBase: builtin.Defaults(),
	}
	switch named := c.StringSlice("engine"); {
	case len(named) == 2 && q.Base == "":
		q.BaseEngine, q.HeadEngine = named[0], named[1]
	case len(named) > 0:
		in.Failf("flag --engine (expected two of them, the base and the head, and no --base)")
	case q.Base == "" && q.Head != "":
		in.Failf("flag --head without --base (expected both, or --base alone)")
	}
	r := in.Runner()
	if err := in.Err(); err != nil {
		return end, err
	}
	found, err := explain.Run(c.Context, r, q)
	if err != nil {
		return end, err
	}
	end = command.Conclusion{Verdict: "explained", Fields: report.ExplanationFields(found)}
	return end, errors.Join(
		export.Explanation(c.App.Writer, found, command.Exported(c, format)),
		command.WriteHTML(c.Path("html"), "why "+doc.Quote(found.ID)+" is lost", report.ExplanationPage(found)))
}
