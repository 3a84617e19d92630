package builtin

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/uci"
	"github.com/zugwatch/zugwatch/engine/uci/server"
)

// Host returns the host of an engine over its protocol. Its settings are the defaults of the options.
func Host(own Engine, now func() time.Time) server.Host {
	return server.Host{
		Protocol: own.protocol(),
		Name:     own.title(),
		Author:   "the Zugwatch authors",
		Options:  own.declared(),
		Open: func(values map[string]string) (engine.Engine, error) {
			set, err := own.parse(values)
			if err != nil {
				return nil, err
			}
			return set.Open()
		},
		Eval: func(values map[string]string, position game.Position) (string, error) {
			set, err := own.parse(values)
			if err != nil {
				return "", err
			}
			if position.InCheck() {
				return "eval none: the side to move is in check", nil
			}
			value, err := set.evaluate(position)
			if err != nil {
				return "", err
			}
			return fmt.Sprintf("eval %d centipawns for the side to move", value), nil
		},
		Bench: func(ctx context.Context, values map[string]string, args []string, w io.Writer) error {
			depth, err := benchDepth(args, own.BenchDepth())
			if err != nil {
				return err
			}
			set, err := own.parse(values)
			if err != nil {
				return err
			}
			return Bench(ctx, set, depth, now, w)
		},
		Now:      now,
		Patience: patience,
	}
}

// textSetting returns an option with a text form, with the parser of that form.
func textSetting[T fmt.Stringer](name string, value T, parse func(string) (T, error)) server.Setting {
	return server.Setting{
		Declared: uci.Declared{Name: name, Kind: uci.String, Default: value.String()},
		Check:    func(text string) error { _, err := parse(text); return err },
	}
}

// numberSetting returns an option with a number from 1 to most.
func numberSetting(name string, value, most int) server.Setting {
	return server.Setting{Declared: uci.Declared{Name: name, Kind: uci.Spin, Default: strconv.Itoa(value), Min: 1, Max: int64(most)}}
}

// patience is the longest time that an info line is held back to be written together with later ones.
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

// Bench searches fixed positions to a depth and writes a line for each, and the sum
// of the nodes: the signature of the engine.
func Bench(ctx context.Context, own Engine, depth int, now func() time.Time, w io.Writer) error {
	start := now()
	nodes, err := bench(ctx, own, depth, func(b engine.Benched) {
		r := &b.Result
		fmt.Fprintf(w, "Position %2d/%d: %-6s %6s %9d nodes  %s\n", b.Number, b.Of, r.Best, r.Score, r.Nodes, strings.TrimPrefix(b.Position, "sfen "))
	})
	if err != nil {
		return err
	}
	return WriteSpeed(w, now().Sub(start), nodes)
}

// Signature returns the number of nodes of an engine on the positions of Bench, to a depth in
// plies.
func Signature(ctx context.Context, own Engine, depth int) (uint64, error) {
	return bench(ctx, own, depth, nil)
}

func bench(ctx context.Context, own Engine, depth int, each func(engine.Benched)) (uint64, error) {
	e, err := own.Open()
	if err != nil {
		return 0, err
	}
	defer e.Close()
	return e.(bencher).Bench(ctx, depth, each)
}

// bencher is implemented by the engines that Open returns.
type bencher interface {
	Bench(ctx context.Context, depth int, each func(engine.Benched)) (nodes uint64, err error)
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
