package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/pprof"
	"strconv"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/eval"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// The names of the built-in engine's UCI options.
const (
	uciHash     = engine.HashOption
	uciNullMove = "NullMove"
	uciSearch   = "Search"
)

// uciCommand lets a GUI or a match runner play with the built-in engine.
func uciCommand() *cli.Command {
	return &cli.Command{
		Name:  "uci",
		Usage: "speak UCI: be an engine for a GUI, a match runner or a script",
		Description: "Reads commands from the standard input until quit or its end. The flags are the\n" +
			"defaults of the options Hash, NullMove and Search. Beside UCI it knows d, eval,\n" +
			"perft DEPTH and bench [DEPTH].\n\n" +
			"   zugwatch uci --nullmove verified3\n" +
			"   (printf 'position startpos\\ngo depth 8\\n'; sleep 2) | zugwatch uci",
		Flags: concat(builtinFlags(""), []cli.Flag{&cli.PathFlag{Name: "cpuprofile", Usage: "write a CPU profile of the process to `FILE` at its end"}}),
		Action: func(c *cli.Context) error {
			if _, err := arguments(c, 0, 0, "no argument"); err != nil {
				return err
			}
			settings := search.Defaults()
			chosen, err := newBuiltin(c, &config{NullMove: settings.Policy.String(), Search: settings.Params.String(), Hash: settings.HashMB})
			if err != nil {
				return err
			}
			// A reader that waits for a command holds its share of the scheduler for up
			// to 10 ms: kept on one processor, the search would wait that long for it.
			runtime.GOMAXPROCS(max(2, runtime.GOMAXPROCS(0)))
			err = profiled(c.Path("cpuprofile"), func() error {
				return uci.Serve(c.Context, c.App.Reader, c.App.Writer, uciHost(chosen))
			})
			if err == nil && c.Context.Err() != nil {
				err = c.Context.Err()
			}
			return interruption(c.Context, withCode(codeMachine, err))
		},
	}
}

// profiled writes a CPU profile of what work does to a file, if one is named.
func profiled(file string, work func() error) error {
	if file == "" {
		return work()
	}
	out, err := os.Create(file)
	if err != nil {
		return fmt.Errorf("profile: %w", err)
	}
	if err := pprof.StartCPUProfile(out); err != nil {
		return errors.Join(fmt.Errorf("profile: %w", err), out.Close())
	}
	err = work()
	pprof.StopCPUProfile()
	return errors.Join(err, out.Close())
}

// uciHost describes the built-in engine to those who ask over UCI.
func uciHost(chosen builtin) uci.Host {
	return uci.Host{
		Name:   "Zugwatch " + search.Version,
		Author: "the Zugwatch authors",
		Options: []uci.Setting{
			{Declared: uci.Declared{Name: uciHash, Kind: uci.Spin, Default: strconv.Itoa(chosen.hash), Min: 1, Max: search.MaxHashMB}},
			{Declared: uci.Declared{Name: engine.ThreadsOption, Kind: uci.Spin, Default: strconv.Itoa(chosen.threads), Min: 1, Max: search.MaxThreads}},
			{
				Declared: uci.Declared{Name: uciNullMove, Kind: uci.String, Default: chosen.policy.String()},
				Check:    func(text string) error { _, err := nullmove.Parse(text); return err },
			},
			{
				Declared: uci.Declared{Name: uciSearch, Kind: uci.String, Default: chosen.params.String()},
				Check:    func(text string) error { _, err := search.ParseParams(text); return err },
			},
		},
		Open: func(values map[string]string) (engine.Engine, error) {
			settings, err := builtinOf(values)
			if err != nil {
				return nil, err
			}
			return settings.open()
		},
		Eval:  evalText,
		Bench: uciBench,
		Now:   time.Now,

		Patience: 2 * time.Millisecond,
	}
}

// builtinOf reads the values of the UCI options.
func builtinOf(values map[string]string) (b builtin, err error) {
	if b.hash, err = strconv.Atoi(values[uciHash]); err != nil {
		return b, fmt.Errorf("option %s: %w", uciHash, err)
	}
	if b.threads, err = strconv.Atoi(values[engine.ThreadsOption]); err != nil {
		return b, fmt.Errorf("option %s: %w", engine.ThreadsOption, err)
	}
	if b.policy, err = nullmove.Parse(values[uciNullMove]); err != nil {
		return b, fmt.Errorf("option %s: %w", uciNullMove, err)
	}
	if b.params, err = search.ParseParams(values[uciSearch]); err != nil {
		return b, fmt.Errorf("option %s: %w", uciSearch, err)
	}
	return b, nil
}

// evalText is the static value of a position for people.
func evalText(p *chess.Position) string {
	if p.InCheck() {
		return "eval none: the side to move is in check"
	}
	return fmt.Sprintf("eval %d centipawns for the side to move", eval.New().Evaluate(p))
}

// uciBench is bench over UCI.
func uciBench(ctx context.Context, values map[string]string, args []string, w io.Writer) error {
	depth := search.BenchDepth
	if len(args) > 0 {
		var err error
		if depth, err = strconv.Atoi(args[0]); err != nil || depth < 1 || depth > engine.MaxDepth {
			return fmt.Errorf("depth %.20q (expected a number from 1 to %d)", args[0], engine.MaxDepth)
		}
	}
	settings, err := builtinOf(values)
	if err != nil {
		return err
	}
	searcher, err := settings.searcher()
	if err != nil {
		return err
	}
	start := time.Now()
	nodes, err := searcher.Bench(ctx, depth, func(b search.Benched) {
		fmt.Fprintf(w, "Position %2d/%d: %-6s %6s %9d nodes  %s\n", b.Number, b.Of, b.Best, b.Score, b.Nodes, b.FEN)
	})
	if err != nil {
		return err
	}
	return footer(w, time.Since(start), nodes)
}
