package command

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/cmd/flags"
	"github.com/zugwatch/zugwatch/engine/text"
)

// The scripts that make a shell ask the hidden command "complete".
//
//go:embed completion
var completionScripts embed.FS

// shells lists the shells that have a completion script.
func shells() []string { return []string{"bash", "fish", "powershell", "zsh"} }

// CompletionCommand returns the command completion.
func CompletionCommand(program string) *cli.Command {
	usage := "print the script that completes " + program + "'s commands in a shell"
	return New("completion "+strings.Join(shells(), "|"), usage, ActionOf(RangeArgs(1, 1, "one of "+text.JoinOr(shells())), func(in *flags.Reader, args []string) error {
		if !slices.Contains(shells(), args[0]) {
			return failure.Inputf("shell %q (expected %s%s)", args[0], text.JoinOr(shells()), text.DidYouMean(args[0], shells()))
		}
		script, err := completionScripts.ReadFile("completion/zugwatch." + args[0])
		if err != nil {
			return err
		}
		_, err = in.App.Writer.Write(bytes.ReplaceAll(script, []byte("zugwatch"), []byte(program)))
		return err
	}))
}

// Values lists the completions of flag values and arguments. A key is the word in backquotes in the usage of a flag,
// or the argument text in the help of a command. Typed holds the words before the cursor.
type Values map[string]func(ctx context.Context, typed []string) []string

// Arguments returns the function that lists the words a command takes, that of the command alone first; nil for none.
func (v Values) Arguments(c *cli.Command) func(ctx context.Context, typed []string) []string {
	if c.Name == "completion" {
		return func(context.Context, []string) []string { return shells() }
	}
	if list := v[c.Name+" "+c.ArgsUsage]; list != nil {
		return list
	}
	return v[c.ArgsUsage]
}

// completeCommand returns the command behind the completion scripts. It prints the possible words in place of the
// last argument, each with a tab and its meaning.
func completeCommand(values Values) *cli.Command {
	return &cli.Command{
		Name:   "complete",
		Hidden: true,
		Flags:  []cli.Flag{&cli.BoolFlag{Name: "next", Usage: "complete an empty word after the arguments"}},
		Action: func(c *cli.Context) error {
			words := c.Args().Slice()
			if c.Bool("next") || len(words) == 0 {
				words = append(words, "")
			}
			for _, candidate := range complete(c, values, words) {
				fmt.Fprintln(c.App.Writer, strings.TrimRight(candidate.word+"\t"+candidate.about, "\t"))
			}
			return nil
		},
	}
}

// candidate is a possible word at the cursor.
type candidate struct{ word, about string }

// complete lists what may stand in place of the last of the words. Shells that take an
// equals sign for a word by itself are understood as well.
func complete(c *cli.Context, values Values, words []string) []candidate {
	before, typed := words[:len(words)-1], words[len(words)-1]
	if typed == "=" {
		before, typed = words, ""
	}
	command, flag, ended := parseWords(c.App, before)
	commands, known := c.App.Commands, c.App.Flags
	if command != nil {
		commands, known = command.Subcommands, command.Flags
	}
	var all []candidate
	name, _, assigned := strings.Cut(typed, "=")
	switch {
	case flag != nil:
		all = valueCandidates(c.Context, flag, values, before)
	case ended || !isFlag(typed) && typed != "-":
		all = argumentCandidates(c.Context, command, commands, values)
	case assigned:
		if flag := named(known, name); flag != nil {
			all = valueCandidates(c.Context, flag, values, before)
		}
		for i := range all {
			all[i].word = name + "=" + all[i].word
		}
	default:
		all = flagCandidates(known)
	}
	return slices.DeleteFunc(all, func(c candidate) bool { return !strings.HasPrefix(c.word, typed) })
}

// parseWords parses the words of a command line. It returns the command, the flag that lacks its value, nil for none,
// and whether only arguments can follow.
func parseWords(app *cli.App, words []string) (command *cli.Command, flag cli.Flag, ended bool) {
	commands, known := app.Commands, app.Flags
	for _, word := range words {
		switch {
		case word == "=" && flag != nil: // its value is still to come
		case flag != nil:
			flag = nil
		case ended:
		case word == "--":
			ended = true
		case isFlag(word):
			if next := named(known, word); next != nil && takesValue(next) && !strings.Contains(word, "=") {
				flag = next
			}
		default:
			if found, err := findCommand(commands, word, nil); err == nil {
				command, commands, known = found, found.Subcommands, found.Flags
			}
		}
	}
	return command, flag, ended
}

// named returns the flag that a word names, nil for none.
func named(known []cli.Flag, word string) cli.Flag {
	flag, err := findFlag(known, word, nil)
	if err != nil {
		return nil
	}
	return flag
}

// valueCandidates lists the values of a flag. Nothing leaves the choice of a file to
// the shell.
func valueCandidates(ctx context.Context, flag cli.Flag, values Values, before []string) []candidate {
	if choice, ok := flag.(*flags.Choice); ok {
		return wordCandidates(choice.Words)
	}
	if list := values[placeholder(flag)]; list != nil {
		return wordCandidates(list(ctx, before))
	}
	return nil
}

// wordCandidates lists words that explain themselves.
func wordCandidates(words []string) (all []candidate) {
	for _, word := range words {
		all = append(all, candidate{word: word})
	}
	return all
}

// placeholder returns the word that stands for the value in the usage of a flag.
func placeholder(flag cli.Flag) string {
	documented, ok := flag.(cli.DocGenerationFlag)
	if !ok {
		return ""
	}
	_, rest, _ := strings.Cut(documented.GetUsage(), "`")
	word, _, _ := strings.Cut(rest, "`")
	return word
}

// flagCandidates lists the long names of flags.
func flagCandidates(known []cli.Flag) []candidate {
	all := []candidate{{"--help", "show help"}}
	for _, flag := range known {
		if visible, ok := flag.(cli.VisibleFlag); ok && !visible.IsVisible() {
			continue
		}
		about := ""
		if documented, ok := flag.(cli.DocGenerationFlag); ok {
			about = strings.ReplaceAll(documented.GetUsage(), "`", "")
		}
		if name := flagName(flag.Names()[0]); name != "--help" {
			all = append(all, candidate{name, about})
		}
	}
	return all
}

// argumentCandidates lists the subcommands or arguments that may follow. With none, the shell completes file names.
func argumentCandidates(ctx context.Context, command *cli.Command, commands []*cli.Command, values Values) (all []candidate) {
	for _, next := range commands {
		if !next.Hidden {
			all = append(all, candidate{next.Name, next.Usage})
		}
	}
	if len(all) > 0 || command == nil {
		return all
	}
	if list := values.Arguments(command); list != nil {
		return wordCandidates(list(ctx, nil))
	}
	return nil
}
