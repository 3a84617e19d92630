// Command zugtune fits the evaluations of the built-in engine. It plays games of
// the engine against itself, fits the weights of the classic evaluation to them
// and trains networks. It also tunes the numbers of the search.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/file"
)

// The exit codes, a subset of those of zugwatch.
const (
	codeDone        = 0
	codeInput       = 3
	codeMachine     = 7
	codeInterrupted = 130
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run executes one command line and returns its exit code. A done context ends
// it early.
func run(ctx context.Context, args []string, out, diagnostics io.Writer) int {
	err := newApp(out, diagnostics).RunContext(ctx, args)
	if err == nil {
		return codeDone
	}
	fmt.Fprintln(diagnostics, "zugtune: "+err.Error())
	var machine *file.WriteError
	switch {
	case ctx.Err() != nil:
		return codeInterrupted
	case errors.As(err, &machine), bench.IsOfMachine(err):
		return codeMachine
	}
	return codeInput
}

// newApp returns the application with its commands. It prints only to out and
// diagnostics and never exits.
func newApp(out, diagnostics io.Writer) *cli.App {
	return &cli.App{
		Name:            "zugtune",
		HelpName:        "zugtune",
		Usage:           "make the weights of the evaluations, and tune the search, by games of the engine against itself",
		Writer:          out,
		ErrWriter:       diagnostics,
		HideHelpCommand: true,
		ExitErrHandler:  func(*cli.Context, error) {},
		OnUsageError:    func(_ *cli.Context, err error, _ bool) error { return err },
		Commands:        []*cli.Command{gamesCommand(), packCommand(), weightsCommand(), trainCommand(), quantizeCommand(), openingsCommand(), spsaCommand()},
		Action: func(c *cli.Context) error {
			return fmt.Errorf("command %q is not known (expected games, pack, weights, train, quantize, openings or spsa; see zugtune --help)", c.Args().First())
		},
	}
}
