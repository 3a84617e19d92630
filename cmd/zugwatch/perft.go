package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/engine/chess"
)

// maxPerftDepth bounds the depth of a perft: the count of a deeper one does
// not fit 64 bits.
const maxPerftDepth = 13

// perftCommand counts move sequences.
func perftCommand() *cli.Command {
	return &cli.Command{
		Name:      "perft",
		Usage:     "count the move sequences from a position, to check the rules",
		ArgsUsage: "[FEN] DEPTH",
		Description: "Counts the leaves of the tree of legal moves. Without a FEN it starts from the\n" +
			"first position of a game.\n\n" +
			"   zugwatch perft 5\n" +
			"   zugwatch perft --divide '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -' 6",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "divide", Usage: "one line for each first move"},
		},
		Action: func(c *cli.Context) error {
			args, err := arguments(c, 1, -1, "a depth, after a FEN if any")
			if err != nil {
				return err
			}
			position, depth, err := parsePerft(args)
			if err != nil {
				return err
			}
			start := time.Now()
			nodes, err := perft(c.Context, &position, depth, lines(c.App.Writer, c.Bool("divide")))
			if err != nil {
				return err
			}
			return footer(c.App.Writer, time.Since(start), nodes)
		},
	}
}

// parsePerft reads the arguments: the last is the depth, those before are the
// fields of a FEN, quoted together or not.
func parsePerft(args []string) (chess.Position, int, error) {
	last := len(args) - 1
	depth, err := strconv.Atoi(args[last])
	if err != nil || depth < 0 || depth > maxPerftDepth {
		return chess.Position{}, 0, badInput("perft depth %q (expected a number from 0 to %d as the last argument)", args[last], maxPerftDepth)
	}
	if last == 0 {
		return chess.Start(), depth, nil
	}
	position, err := chess.ParseFEN(strings.Join(args[:last], " "))
	return position, depth, withCode(codeInput, err)
}

// lines returns a function that prints one line of a divided count, or none.
func lines(w io.Writer, divide bool) func(chess.Move, uint64) {
	if !divide {
		return func(chess.Move, uint64) {}
	}
	return func(m chess.Move, nodes uint64) { fmt.Fprintf(w, "%s: %d\n", m, nodes) }
}

// perft counts the leaves below each move of p and calls each with the count.
// It returns early when ctx is done.
func perft(ctx context.Context, p *chess.Position, depth int, each func(chess.Move, uint64)) (uint64, error) {
	if depth == 0 {
		return 1, nil
	}
	var moves chess.MoveList
	p.Legal(&moves)
	var total uint64
	for _, move := range moves.Slice() {
		var next chess.Position
		p.Play(move, &next)
		count := make(chan uint64, 1)
		go func() { count <- chess.Perft(&next, depth-1) }()
		select {
		case nodes := <-count:
			each(move, nodes)
			total += nodes
		case <-ctx.Done():
			return total, interruption(ctx, ctx.Err())
		}
	}
	return total, nil
}

// footer prints the last lines of a count of nodes in the form that the tools
// of other engines read.
func footer(w io.Writer, elapsed time.Duration, nodes uint64) error {
	nps := uint64(0)
	if seconds := elapsed.Seconds(); seconds > 0 {
		nps = uint64(float64(nodes) / seconds)
	}
	_, err := fmt.Fprintf(w, "\nTotal time (ms) : %d\nNodes searched  : %d\nNodes/second    : %d\n", elapsed.Milliseconds(), nodes, nps)
	return err
}
