package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/cmd/flags"
)

// Setup adds the flags, help and completion that all commands share. Values completes flag values and arguments.
// Describe returns the help text of the program or of the command that words name, empty for none.
func Setup(app *cli.App, values Values, describe func(words string) string) *cli.App {
	app.HelpName, app.HideVersion, app.HideHelp, app.DisableSliceFlagSeparator = app.Name, true, true, true
	app.Flags, app.Action = append(app.Flags, &cli.BoolFlag{Name: "version", Usage: "print the version"}), printVersion
	app.ExitErrHandler, app.OnUsageError = func(*cli.Context, error) {}, usageError
	app.Commands = append(app.Commands, helpCommand(describe), completeCommand(values))
	setupCommands(app.Name, app.Commands)
	app.Setup()
	return app
}

// setupCommands gives every command below a path what all of them share.
func setupCommands(path string, commands []*cli.Command) {
	for _, command := range commands {
		here := path + " " + command.Name
		command.OnUsageError, command.HideHelp = usageError, true
		command.UsageText = strings.TrimSpace(here + " [OPTIONS] " + command.ArgsUsage)
		if len(command.Subcommands) > 0 && command.Action == nil {
			command.UsageText = here + " COMMAND [OPTIONS] [ARGUMENTS]"
		}
		for _, flag := range command.Flags {
			if toggle, ok := flag.(*cli.BoolFlag); ok {
				toggle.DisableDefaultText = true
			}
		}
		setupCommands(here, command.Subcommands)
	}
}

// Start runs a program with the process's arguments and streams, and exits.
func Start(app *cli.App) {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		caught := <-signals
		signal.Stop(signals) // a second one ends the process at once
		handleSignal(app.Name, caught, cancel, time.After, os.Stderr, os.Exit)
	}()
	os.Exit(Run(ctx, app, os.Args, os.Stdin, os.Stdout, os.Stderr))
}

// endTimeout is the time that a command has to end after a signal. A hanging engine then costs only its present
// position: finished ones are in the journal.
const endTimeout = 3 * time.Second

// handleSignal cancels the command because of a signal, and exits the process if the command does not end in time.
func handleSignal(program string, caught os.Signal, cancel context.CancelCauseFunc, after func(time.Duration) <-chan time.Time, diagnostics io.Writer, exit func(int)) {
	cause := &SignalError{Signal: caught}
	cancel(cause)
	<-after(endTimeout)
	fmt.Fprintf(diagnostics, "%s: %v: an engine did not stop within %v (what is finished is kept; a run with --out goes on with --resume)\n", program, cause, endTimeout)
	exit(signalCode(caught))
}

// Run executes one command line and returns its exit code. It is the whole program without
// the process around it. The program's name is args[0]. A done context ends a measurement
// early, and its cause says which signal did. It prints to out and diagnostics only.
func Run(ctx context.Context, app *cli.App, args []string, in io.Reader, out, diagnostics io.Writer) int {
	stdout := &guard{w: out, screen: screenOf(out, os.Getenv)}
	app.Reader, app.Writer, app.ErrWriter = in, stdout, diagnostics
	err := dispatch(ctx, app, args)
	if stdout.err != nil && (err == nil || errors.Is(err, stdout.err)) {
		err = failure.With(failure.Machine, fmt.Errorf("standard output: %w", stdout.err))
	}
	if text := Message(app.Name, err); text != "" {
		fmt.Fprintln(diagnostics, text)
	}
	return CodeOf(err)
}

// dispatch runs the command that the arguments name.
func dispatch(ctx context.Context, app *cli.App, args []string) error {
	arranged, wrong := arrangeArgs(app, args)
	if wrong != nil && wrong != errNoCommand {
		return wrong
	}
	return cmp.Or(app.RunContext(ctx, arranged), wrong)
}

// guard remembers the first error of a writer whose callers ignore errors, and the properties of its screen.
type guard struct {
	w      io.Writer
	err    error
	screen doc.Screen
}

// Write hands p on until a first write fails.
func (g *guard) Write(p []byte) (int, error) {
	if g.err != nil {
		return 0, g.err
	}
	n, err := g.w.Write(p)
	g.err = err
	return n, err
}

// VersionCommand returns the command version.
func VersionCommand() *cli.Command {
	return New("version", "print the version of Zugwatch and of Go", ActionOf(NoArgs(), func(in *flags.Reader, _ []string) error { return printVersion(in.Context) }))
}

// printVersion prints the version of the program.
func printVersion(c *cli.Context) error {
	_, err := fmt.Fprintf(c.App.Writer, "%s %s\n%s %s/%s\n", c.App.Name, c.App.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
