package uci

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/engine/process"
	"github.com/zugwatch/zugwatch/engine/text"
)

// maxBench is the number of bytes of bench output that are kept, from its end.
const maxBench = 64 << 10

// Bench runs a program whose arguments, such as "bench", have it search its own positions and exit. It returns the
// node count that the program prints: the signature of the engine. It sends no input and ends the program after
// within. Errors are of type *Fault, or the cause of ctx when that is done, or about an invalid command.
func Bench(ctx context.Context, command Command, within time.Duration) (nodes uint64, err error) {
	if err := command.check(); err != nil {
		return 0, err
	}
	var printed strings.Builder
	ended := make(chan process.Exit, 1)
	tree, err := command.start(command.program(), process.Options{
		Output: func(r io.Reader) { _, _ = io.Copy(&printed, r) },
		Ended:  func(e process.Exit) { ended <- e },
	})
	if err != nil {
		return 0, err
	}
	defer tree.End(false)
	tree.CloseInput()
	running, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	var exit process.Exit
	select {
	case exit = <-ended:
	case <-running.Done():
		if ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		return 0, &Fault{Class: ClassTimeout, Detail: fmt.Sprintf("bench did not end within %v", within)}
	}
	if exit.Signal {
		return 0, &Fault{Class: ClassSignal, Detail: fmt.Sprintf("%s %s ended with %s", text.Escaped(command.Path), text.Escaped(strings.Join(command.Args, " ")), exit.Text)}
	}
	out := printed.String()
	if nodes, err = readBench(out[max(0, len(out)-maxBench):] + "\n" + tree.Stderr()); err != nil {
		return 0, &Fault{Class: ClassExit, Detail: fmt.Sprintf("%s %s: %v; it ended with %s", text.Escaped(command.Path), text.Escaped(strings.Join(command.Args, " ")), err, exit.Text)}
	}
	return nodes, nil
}

// benchNodes finds the nodes in a line as engines print them: "Nodes searched  : 1234",
// "1234 nodes 5678 nps", "Bench: 1234".
var benchNodes = text.Pattern(`(?i)(?:\b(?:nodes(?:\s+searched)?|bench)\b\s*[:=]?\s*(\d+)\b)|(?:\b(\d+)[ \t]+nodes(?:[^\w/]|$))`)

// readBench returns the last node count in the output of a bench.
func readBench(printed string) (uint64, error) {
	all := benchNodes().FindAllStringSubmatch(printed, -1)
	if all == nil {
		return 0, errors.New("no line with the nodes (expected one such as \"1234 nodes 5678 nps\" or \"Nodes searched: 1234\")")
	}
	last := all[len(all)-1]
	nodes, err := strconv.ParseUint(last[1]+last[2], 10, 64)
	if err != nil || nodes == 0 {
		return 0, fmt.Errorf("line %q has no number of nodes", text.Printable(last[0]))
	}
	return nodes, nil
}
