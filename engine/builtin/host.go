package builtin

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/engine/uci"
	"github.com/zugwatch/zugwatch/engine/uci/server"
)

// Host describes the engine to those who ask over UCI; the settings are the
// defaults of its options.
func Host(s Settings, now func() time.Time) server.Host {
	return server.Host{
		Name:   "Zugwatch " + search.Version,
		Author: "the Zugwatch authors",
		Options: []server.Setting{
			{Declared: uci.Declared{Name: HashOption, Kind: uci.Spin, Default: strconv.Itoa(s.HashMB), Min: 1, Max: search.MaxHashMB}},
			{Declared: uci.Declared{Name: engine.ThreadsOption, Kind: uci.Spin, Default: strconv.Itoa(s.Threads), Min: 1, Max: search.MaxThreads}},
			{
				Declared: uci.Declared{Name: NullMoveOption, Kind: uci.String, Default: s.Policy.String()},
				Check:    func(text string) error { _, err := nullmove.Parse(text); return err },
			},
			{
				Declared: uci.Declared{Name: SearchOption, Kind: uci.String, Default: s.Params.String()},
				Check:    func(text string) error { _, err := search.ParseParams(text); return err },
			},
			{Declared: uci.Declared{Name: EvalOption, Kind: uci.Combo, Default: evalOfSearch, Values: append([]string{evalOfSearch}, search.Evaluations()...)}},
			{Declared: uci.Declared{Name: EvalFileOption, Kind: uci.String, Default: s.EvalFile}},
		},
		Open: func(values map[string]string) (engine.Engine, error) {
			settings, err := Parse(values)
			if err != nil {
				return nil, err
			}
			return settings.Open()
		},
		Eval: evalText,
		Bench: func(ctx context.Context, values map[string]string, args []string, w io.Writer) error {
			depth, err := benchDepth(args, search.BenchDepth)
			if err != nil {
				return err
			}
			settings, err := Parse(values)
			if err != nil {
				return err
			}
			return Bench(ctx, settings, depth, now, w)
		},
		Now:      now,
		Patience: patience,
	}
}

// patience is how long an info line may wait for those behind it.
const patience = 2 * time.Millisecond

// benchDepth reads the argument of the command bench.
func benchDepth(args []string, otherwise int) (int, error) {
	if len(args) == 0 {
		return otherwise, nil
	}
	depth, err := strconv.Atoi(args[0])
	if err != nil || depth < 1 || depth > engine.MaxDepth {
		return 0, fmt.Errorf("depth %.20q (expected a number from 1 to %d)", args[0], engine.MaxDepth)
	}
	return depth, nil
}

// evalText is the static value of a position for people, by the evaluation of the
// settings.
func evalText(values map[string]string, position game.Position) (string, error) {
	p, _ := game.InChess(position)
	s, err := Parse(values)
	if err != nil {
		return "", err
	}
	o, err := s.SearchOptions()
	if err != nil {
		return "", err
	}
	if p.InCheck() {
		return "eval none: the side to move is in check", nil
	}
	value, err := o.Evaluate(&p)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("eval %d centipawns for the side to move", value), nil
}

// Bench searches fixed positions to a depth and writes a line for each, and the sum
// of the nodes: the signature of the engine.
func Bench(ctx context.Context, s Settings, depth int, now func() time.Time, w io.Writer) error {
	searcher, err := s.searcher()
	if err != nil {
		return err
	}
	start := now()
	nodes, err := searcher.Bench(ctx, depth, func(b search.Benched) {
		fmt.Fprintf(w, "Position %2d/%d: %-6s %6s %9d nodes  %s\n", b.Number, b.Of, b.Best, b.Score, b.Nodes, b.FEN)
	})
	if err != nil {
		return err
	}
	return WriteSpeed(w, now().Sub(start), nodes)
}

// Signature is the number of nodes of the engine as it is on the positions of
// Bench.
func Signature(ctx context.Context) (uint64, error) {
	return Defaults().Signature(ctx, search.BenchDepth)
}

// Signature is the number of nodes of the engine with the settings on the positions of
// Bench, to a depth in plies.
func (s Settings) Signature(ctx context.Context, depth int) (uint64, error) {
	searcher, err := s.searcher()
	if err != nil {
		return 0, err
	}
	return searcher.Bench(ctx, depth, func(search.Benched) {})
}

// WriteSpeed writes the last lines of a count of nodes in the form that the tools
// of other engines read.
func WriteSpeed(w io.Writer, elapsed time.Duration, nodes uint64) error {
	nps := uint64(0)
	if seconds := elapsed.Seconds(); seconds > 0 {
		nps = uint64(float64(nodes) / seconds)
	}
	_, err := fmt.Fprintf(w, "\nTotal time (ms) : %d\nNodes searched  : %d\nNodes/second    : %d\n", elapsed.Milliseconds(), nodes, nps)
	return err
}
