package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"
)

// newApp assembles the commands. It prints to out and diagnostics only and
// never ends the process.
func newApp(in io.Reader, out, diagnostics io.Writer) *cli.App {
	app := &cli.App{
		Name:                      "zugwatch",
		HelpName:                  "zugwatch",
		Usage:                     "did this change of the pruning cost tactics?",
		Reader:                    in,
		Writer:                    out,
		ErrWriter:                 diagnostics,
		HideHelpCommand:           true,
		Flags:                     []cli.Flag{&cli.BoolFlag{Name: "version", Usage: "print the version"}},
		Action:                    printVersion,
		DisableSliceFlagSeparator: true,
		CustomAppHelpTemplate:     helpTemplate(),
		ExitErrHandler:            func(*cli.Context, error) {},
		OnUsageError:              usageError,
		Commands: []*cli.Command{
			ciCommand(),
			runCommand(),
			zugzwangCommand(),
			auditCommand(),
			matrixCommand(),
			matchCommand(),
			mergeCommand(),
			compareCommand(),
			reportCommand(),
			speedCommand(),
			abCommand(),
			bisectCommand(),
			selftestCommand(),
			baselineCommand(),
			suiteCommand(),
			tablebaseCommand(),
			initCommand(),
			profileCommand(),
			doctorCommand(),
			uciCommand(),
			benchCommand(),
			checkCommitCommand(),
			perftCommand(),
			completionCommand(),
			completeCommand(),
			versionCommand(),
		},
	}
	settle(app.Name, app.Commands)
	app.Setup()
	return app
}

// settle gives every command below a path what all of them share.
func settle(path string, commands []*cli.Command) {
	for _, command := range commands {
		here := path + " " + command.Name
		command.OnUsageError = usageError
		command.HideHelpCommand = true
		command.UsageText = strings.TrimSpace(here + " [OPTIONS] " + command.ArgsUsage)
		if len(command.Subcommands) > 0 && command.Action == nil {
			command.UsageText = here + " COMMAND [OPTIONS] [ARGUMENTS]"
		}
		for _, flag := range command.Flags {
			if toggle, ok := flag.(*cli.BoolFlag); ok {
				toggle.DisableDefaultText = true
			}
		}
		settle(here, command.Subcommands)
	}
}

// dispatch runs the command that the arguments name.
func dispatch(ctx context.Context, app *cli.App, args []string) error {
	arranged, err := arrange(app, args)
	if err != nil {
		return err
	}
	return app.RunContext(ctx, arranged)
}

// helpTemplate is the page of zugwatch --help.
func helpTemplate() string {
	var codes strings.Builder
	for _, row := range exitTable() {
		fmt.Fprintf(&codes, "   %3d  %s\n", row.code, row.meaning)
	}
	return `zugwatch - {{.Usage}}

Zugwatch runs suites of test positions on a chess engine and compares what was
solved, and with how many nodes, with a run that was accepted before.

USAGE:
   zugwatch COMMAND [OPTIONS] [ARGUMENTS]

START HERE:
   zugwatch ci                         judge the engine by zugwatch.yaml, or by the built-in suites
   zugwatch ci --nullmove r3           the same with another null-move policy
   zugwatch run wac --nodes 20000      one suite, position by position
   zugwatch run --help                 what a command does and its options

COMMANDS:{{range .VisibleCommands}}
   {{printf "%-12s" .Name}}{{.Usage}}{{end}}

EXIT CODES:
` + codes.String() + `
A command that measures ends its standard output with one line for scripts:
   zugwatch: verdict=pass code=0 suite=wac solved=291 total=300 faults=0 nodes=123456789
`
}
