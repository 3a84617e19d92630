// Command zugwatch runs tactical test suites on a chess engine and says
// whether a change of its pruning cost tactics, zugzwang safety, nodes or speed.
package main

import (
	"cmp"
	"context"
	"embed"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/config/starter"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/engine/text"
)

func main() { command.Start(newApp()) }

// run executes one command line and returns its exit code.
func run(ctx context.Context, args []string, in io.Reader, out, diagnostics io.Writer) int {
	return command.Run(ctx, newApp(), args, in, out, diagnostics)
}

// group is commands that are for one thing.
type group struct {
	title    string
	commands []*cli.Command
}

// groups returns the commands as the page of help lists them.
func groups() []group {
	return []group{
		{"JUDGE A CHANGE", []*cli.Command{
			ciCommand(), abCommand(), baselineCommand(), bisectCommand(), explainCommand(), speedCommand(), checkCommitCommand(), selftestCommand(), sensitivityCommand(), calibrateCommand(),
		}},
		{"MEASURE AN ENGINE", []*cli.Command{
			runCommand(), zugzwangCommand(), auditCommand(), matrixCommand(), matchCommand(), profileCommand(),
		}},
		{"LOOK AGAIN AT WHAT WAS MEASURED", []*cli.Command{reportCommand(), compareCommand(), mergeCommand(), historyCommand(), schemaCommand()}},
		{"SET UP", []*cli.Command{initCommand(), doctorCommand(), suiteCommand(), tablebaseCommand(), command.CompletionCommand("zugwatch"), command.VersionCommand()}},
		{"THE BUILT-IN ENGINE", []*cli.Command{command.UCICommand(), command.USICommand(), benchCommand(), perftCommand()}},
	}
}

// list returns the groups for the page of help.
func list(groups []group) string {
	var all []string
	for _, g := range groups {
		all = append(all, g.title+":\n"+command.List(g.commands))
	}
	return strings.Join(all, "\n")
}

// exitCodes returns the table of the exit codes as a page of help has it.
func exitCodes() string {
	var b strings.Builder
	for _, row := range command.ExitTable() {
		fmt.Fprintf(&b, "   %3d  %s\n", row.Code, row.Meaning)
	}
	return b.String()
}

// newApp assembles the commands.
func newApp() *cli.App {
	all := groups()
	app := &cli.App{
		Name:    "zugwatch",
		Version: version(),
		Usage:   "did this change of the pruning cost tactics?",
	}
	for _, g := range all {
		app.Commands = append(app.Commands, g.commands...)
	}
	app.Commands = append(app.Commands, farmCommand())
	return command.Setup(app, values(), command.Pages(descriptions, strings.NewReplacer(
		"@COMMANDS@\n", list(all), "@PRESETS@\n", report.Presets(), "@MATCHES@\n", report.MatchPresets(), "@BUILDS@", text.Or(starter.Builds()),
		"@NODES@", bench.DefaultNodes, "@CODES@\n", exitCodes())))
}

// descriptions are the texts of the pages of help.
//
//go:embed help
var descriptions embed.FS

// Set by the release workflow with -ldflags; empty in every other build. The linker can
// set only variables of a package.
var (
	releaseVersion string // the tag, such as v1.2.3
	releaseCommit  string // the whole hash of the commit
)

// version returns the tag of a release or else that of the build.
func version() string { return cmp.Or(releaseVersion, revision.ProgramVersion()) }
