package main

import (
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/search"
)

// benchCommand prints the signature of the built-in engine. It reads no
// zugwatch.yaml: the signature depends on the engine and on the flags alone.
func benchCommand() *cli.Command {
	return &cli.Command{
		Name:  "bench",
		Usage: "print the signature of the built-in engine: its nodes on fixed positions",
		Description: "Searches fixed positions to a fixed depth. The number of nodes changes if and\n" +
			"only if the search or the evaluation does; it is the figure of the line\n" +
			"\"Bench: N\" at the end of a commit message.",
		Flags: append(builtinFlags(""),
			&cli.IntFlag{Name: "depth", Value: search.BenchDepth, Usage: "search each position to depth `N` in plies"},
		),
		Action: func(c *cli.Context) error {
			if _, err := arguments(c, 0, 0, "no argument"); err != nil {
				return err
			}
			depth := c.Int("depth")
			if depth < 1 || depth > engine.MaxDepth {
				return badInput("flag --depth=%d (expected a number from 1 to %d)", depth, engine.MaxDepth)
			}
			settings := search.Defaults()
			chosen, err := newBuiltin(c, &config{NullMove: settings.Policy.String(), Search: settings.Params.String(), Hash: settings.HashMB})
			if err != nil {
				return err
			}
			searcher, err := chosen.searcher()
			if err != nil {
				return withCode(codeEngine, err)
			}
			start := time.Now()
			nodes, err := searcher.Bench(c.Context, depth, func(b search.Benched) {
				fmt.Fprintf(c.App.Writer, "Position %2d/%d: %-6s %6s %9d nodes  %s\n", b.Number, b.Of, b.Best, b.Score, b.Nodes, b.FEN)
			})
			if err != nil {
				return interruption(c.Context, withCode(codeEngine, err))
			}
			return footer(c.App.Writer, time.Since(start), nodes)
		},
	}
}
