// Command zugwatch runs tactical test suites on a chess engine and says
// whether a change of its pruning cost tactics, zugzwang safety, nodes or speed.
package main

import (
	"cmp"
	"context"
	"embed"
	"fmt"
	"io"
	"runtime"
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
			ciCommand(), abCommand(), baselineCommand(), bisectCommand(), speedCommand(), checkCommitCommand(), selftestCommand(), sensitivityCommand(), calibrateCommand(),
		}},
		{"MEASURE AN ENGINE", []*cli.Command{
			runCommand(), zugzwangCommand(), auditCommand(), matrixCommand(), matchCommand(), profileCommand(),
		}},
		{"LOOK AGAIN AT WHAT WAS MEASURED", []*cli.Command{reportCommand(), compareCommand(), mergeCommand(), historyCommand(), schemaCommand()}},
		{"WORK ON SEVERAL MACHINES", farmCommands()},
		{"SET UP", []*cli.Command{initCommand(), doctorCommand(), suiteCommand(), tablebaseCommand(), command.CompletionCommand(), versionCommand()}},
		{"THE BUILT-IN ENGINE", []*cli.Command{uciCommand(), usiCommand(), benchCommand(), perftCommand()}},
	}
}

// list returns the groups for the page of help.
func list(groups []group) string {
	var b strings.Builder
	for _, g := range groups {
		if len(g.commands) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n%s:\n", g.title)
		for _, one := range g.commands {
			fmt.Fprintf(&b, "   %-14s%s\n", one.Name, one.Usage)
		}
	}
	return strings.TrimPrefix(b.String(), "\n")
}

// newApp assembles the commands.
func newApp() *cli.App {
	all := groups()
	app := &cli.App{
		Name:        "zugwatch",
		HelpName:    "zugwatch",
		Version:     version(),
		HideVersion: true,
		Usage:       "did this change of the pruning cost tactics?",
		Flags:       []cli.Flag{&cli.BoolFlag{Name: "version", Usage: "print the version"}},
		Action:      printVersion,
	}
	for _, g := range all {
		app.Commands = append(app.Commands, g.commands...)
	}
	return command.Setup(app, values(), func(words string) string {
		return strings.Replace(describe(words), "@COMMANDS@\n", list(all), 1)
	})
}

// descriptions are the texts of the pages of help, by the words of their command
// with dashes between.
//
//go:embed help
var descriptions embed.FS

// describe returns the description of a command, empty without one. What stands in capitals
// between two @ comes from the code.
func describe(path string) string {
	page, err := descriptions.ReadFile("help/" + strings.ReplaceAll(path, " ", "-") + ".txt")
	if err != nil {
		return ""
	}
	var codes strings.Builder
	for _, row := range command.ExitTable() {
		fmt.Fprintf(&codes, "   %3d  %s\n", row.Code, row.Meaning)
	}
	fill := strings.NewReplacer(
		"@PRESETS@\n", report.Presets(), "@MATCHES@\n", report.MatchPresets(), "@BUILDS@", text.Or(starter.Builds()), "@NODES@", bench.DefaultNodes, "@CODES@\n", codes.String())
	return strings.TrimSuffix(fill.Replace(string(page)), "\n")
}

// What the release workflow stamps in with -ldflags; empty in every other
// build. The linker can set nothing but a variable of a package.
var (
	releaseVersion string // the tag, such as v1.2.3
	releaseCommit  string // the whole hash of the commit
)

// versionCommand prints what was built.
func versionCommand() *cli.Command {
	return &cli.Command{
		Name:   "version",
		Usage:  "print the version of Zugwatch and of Go",
		Action: command.Do(command.None(), func(c *cli.Context, _ []string) error { return printVersion(c) }),
	}
}

func printVersion(c *cli.Context) error {
	_, err := fmt.Fprintf(c.App.Writer, "zugwatch %s\n%s %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// version returns the tag of a release or else that of the build.
func version() string { return cmp.Or(releaseVersion, revision.ProgramVersion()) }
