package command

import (
	"embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/text"
)

// The scripts that make a shell ask the hidden command "complete".
//
//go:embed completion
var completionScripts embed.FS

// shells lists the shells that have a completion script.
func shells() []string { return []string{"bash", "fish", "powershell", "zsh"} }

// CompletionCommand prints a shell's script.
func CompletionCommand() *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "print the script that completes zugwatch's commands in a shell",
		ArgsUsage: "bash|fish|powershell|zsh",
		Action: Do(Takes(1, 1, "one of "+text.Or(shells())), func(c *cli.Context, args []string) error {
			if !slices.Contains(shells(), args[0]) {
				return failure.Inputf("shell %q (expected %s%s)", args[0], text.Or(shells()), text.DidYouMean(args[0], shells()))
			}
			script, err := completionScripts.ReadFile("completion/zugwatch." + args[0])
			if err != nil {
				return err
			}
			_, err = c.App.Writer.Write(script)
			return err
		}),
		BashComplete: Complete(shells),
	}
}

// Complete completes the arguments of a command by names.
func Complete(names func() []string) cli.BashCompleteFunc {
	return func(c *cli.Context) { fmt.Fprintln(c.App.Writer, strings.Join(names(), "\n")) }
}

// completeCommand is what the scripts call: it prints the words that may stand
// in place of the last argument, each with a tab and what it means.
func completeCommand() *cli.Command {
	return &cli.Command{
		Name:   "complete",
		Hidden: true,
		Flags:  []cli.Flag{&cli.BoolFlag{Name: "next", Usage: "complete an empty word after the arguments"}},
		Action: func(c *cli.Context) error {
			words := c.Args().Slice()
			if c.Bool("next") || len(words) == 0 {
				words = append(words, "")
			}
			for _, candidate := range complete(c.App, words) {
				fmt.Fprintln(c.App.Writer, strings.TrimRight(candidate.word+"\t"+candidate.about, "\t"))
			}
			return nil
		},
	}
}

// candidate is a word that may stand where the user types.
type candidate struct{ word, about string }

// complete lists what may stand in place of the last of the words.
func complete(app *cli.App, words []string) []candidate {
	typed := words[len(words)-1]
	commands, flags := app.Commands, app.Flags
	var command *cli.Command
	for _, word := range words[:len(words)-1] {
		i := slices.IndexFunc(commands, func(c *cli.Command) bool { return c.HasName(word) })
		if i < 0 {
			continue
		}
		command = commands[i]
		commands, flags = command.Subcommands, command.Flags
	}
	all := flagCandidates(flags)
	if !strings.HasPrefix(typed, "-") {
		all = argumentCandidates(app, command, commands)
	}
	return slices.DeleteFunc(all, func(c candidate) bool { return !strings.HasPrefix(c.word, typed) })
}

// flagCandidates lists the long names of flags.
func flagCandidates(flags []cli.Flag) []candidate {
	all := []candidate{{"--help", "show help"}}
	for _, flag := range flags {
		if visible, ok := flag.(cli.VisibleFlag); ok && !visible.IsVisible() {
			continue
		}
		about := ""
		if documented, ok := flag.(cli.DocGenerationFlag); ok {
			about = strings.ReplaceAll(documented.GetUsage(), "`", "")
		}
		if name := Dashed(flag.Names()[0]); name != "--help" {
			all = append(all, candidate{name, about})
		}
	}
	return all
}

// argumentCandidates lists the commands that may follow, or what a command
// takes as its argument. Nothing leaves the choice of a file to the shell.
func argumentCandidates(app *cli.App, command *cli.Command, commands []*cli.Command) []candidate {
	var all []candidate
	for _, next := range commands {
		if !next.Hidden {
			all = append(all, candidate{next.Name, next.Usage})
		}
	}
	if len(all) > 0 || command == nil || command.BashComplete == nil {
		return all
	}
	var b strings.Builder
	asking := *app
	asking.Writer = io.Writer(&b)
	command.BashComplete(cli.NewContext(&asking, nil, nil))
	for line := range strings.Lines(b.String()) {
		all = append(all, candidate{word: strings.TrimSpace(line)})
	}
	return all
}
