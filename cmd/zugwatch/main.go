// Command zugwatch runs tactical test suites on a chess engine and says
// whether a change of its pruning cost tactics, zugzwang safety, nodes or speed.
package main

import (
	"cmp"
	"context"
	"embed"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/config/starter"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/report/finding"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/bench/schemas"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/text"
	"github.com/zugwatch/zugwatch/suites"
)

func main() { command.Start(newApp()) }

// run executes one command line and returns its exit code.
func run(ctx context.Context, args []string, in io.Reader, out, diagnostics io.Writer) int {
	return command.Run(ctx, newApp(), args, in, out, diagnostics)
}

// groups returns the commands as the page of help lists them.
func groups() []command.Section {
	return []command.Section{
		{Title: "JUDGE A CHANGE", Commands: []*cli.Command{
			ciCommand(), abCommand(), baselineCommand(), bisectCommand(), explainCommand(), speedCommand(), checkCommitCommand(), selftestCommand(), sensitivityCommand(), calibrateCommand(),
		}},
		{Title: "MEASURE AN ENGINE", Commands: []*cli.Command{
			runCommand(), zugzwangCommand(), auditCommand(), matrixCommand(), matchCommand(), profileCommand(),
		}},
		{Title: "LOOK AGAIN AT WHAT WAS MEASURED", Commands: []*cli.Command{reportCommand(), compareCommand(), mergeCommand(), historyCommand(), schemaCommand()}},
		{Title: "SET UP", Commands: []*cli.Command{initCommand(), doctorCommand(), suiteCommand(), tablebaseCommand(), command.CompletionCommand("zugwatch"), command.VersionCommand()}},
		{Title: "THE BUILT-IN ENGINE", Commands: []*cli.Command{command.UCICommand(), command.USICommand(), benchCommand(), perftCommand()}},
	}
}

// newApp assembles the commands.
func newApp() *cli.App {
	all := groups()
	app := &cli.App{Name: "zugwatch", Version: version(), Usage: "did this change of the pruning cost tactics?"}
	for _, g := range all {
		app.Commands = append(app.Commands, g.Commands...)
	}
	app.Commands = append(app.Commands, movedCommand())
	return command.Setup(app, values(), command.Pages(descriptions, func() *strings.Replacer {
		return strings.NewReplacer(
			"@COMMANDS@\n", command.ListSections(all), "@PRESETS@\n", finding.Presets(), "@MATCHES@\n", finding.MatchPresets(),
			"@BUILDS@", text.JoinOr(starter.Builds()), "@NODES@", bench.DefaultNodes, "@CODES@\n", command.ExitCodes())
	}))
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

// movedCommand returns the hidden command farm. It refuses the commands that have moved to zugfarm, whatever their
// flags.
func movedCommand() *cli.Command {
	return &cli.Command{Name: "farm", Hidden: true, SkipFlagParsing: true, Action: func(c *cli.Context) error {
		moved := ""
		if word := c.Args().First(); word == "serve" || word == "work" {
			moved = " " + word
		}
		return failure.Inputf("zugwatch farm%s is zugfarm%s now, a program of its own (go install github.com/zugwatch/zugwatch/cmd/zugfarm@latest, or take it from a release)", moved, moved)
	}}
}

// values returns the shell completions of flags and arguments, by their words in the help. On an error it offers
// nothing.
func values() command.Values {
	without := func(names func() []string) func(context.Context, []string) []string {
		return func(context.Context, []string) []string { return names() }
	}
	positions := func(_ context.Context, typed []string) []string { return config.KnownPositions(typed) }
	engines, known, brought := without(config.KnownEngines), without(config.KnownSuites), without(suites.Names)
	return command.Values{
		"ENGINE": engines, "[ENGINE...]": engines, "[[NAME=]ENGINE]...": engines,
		"POLICY": without(nullmove.Names),
		"PRESET": without(func() []string { return []string{"modern", "falcon"} }),
		"SUITE":  known, "[SUITE]...": known,
		"SUITE@LIMIT": brought, "SUITE|FILE.epd": brought, "[SUITE|FILE.epd]": brought, "SUITE|FILE.epd...": brought,
		"SUITE|FILE.epd [ID|PATTERN]...": brought, "SUITE...": brought, "export SUITE": brought,
		"[NAME]":   without(schemas.Names),
		"REVISION": func(ctx context.Context, _ []string) []string { return revision.RevisionNames(ctx) },
		"ID":       positions, "PATTERN": positions,
	}
}
