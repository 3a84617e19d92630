// Command zugfarm keeps the queue of a farm and works for one: it searches positions and plays
// games for zugwatch on other machines.
package main

import (
	"cmp"
	"context"
	"embed"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/cmd/command"
)

func main() { command.Start(newApp()) }

// releaseVersion is the tag of a release, such as v1.2.3, which the release workflow stamps in with
// -ldflags; empty in every other build.
var releaseVersion string

// newApp assembles the commands.
func newApp() *cli.App {
	listed := []*cli.Command{serveCommand(), workCommand(), command.CompletionCommand("zugfarm"), command.VersionCommand()}
	uci, usi := command.UCICommand(), command.USICommand() // which a worker starts in processes of their own
	uci.Hidden, usi.Hidden = true, true
	app := &cli.App{
		Name:     "zugfarm",
		Version:  cmp.Or(releaseVersion, revision.ProgramVersion()),
		Usage:    "measure on machines that come and go",
		Commands: append(listed, uci, usi),
	}
	values := command.Values{"ENGINE": func(context.Context, []string) []string { return config.KnownEngines() }}
	return command.Setup(app, values, command.Pages(descriptions, func() *strings.Replacer {
		return strings.NewReplacer("@COMMANDS@\n", command.List(listed))
	}))
}

// descriptions are the texts of the pages of help.
//
//go:embed help
var descriptions embed.FS
