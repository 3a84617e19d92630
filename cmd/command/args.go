package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/cmd/flags"
	"github.com/zugwatch/zugwatch/engine/text"
)

// errNoCommand is a command line that ends before a command: the page of help says more
// than a message could.
var errNoCommand = failure.With(failure.Input, nil)

// arrangeArgs validates the commands and flags of a command line. It moves the flags of a command before its other
// arguments, where the parser expects them, because people type the suite first. After "--" nothing is a flag. A call
// for help in any place becomes "help COMMAND", and so does the command line of errNoCommand. The arguments of a
// command that parses no flags stay as they are.
func arrangeArgs(app *cli.App, args []string) ([]string, error) {
	commands, flags := app.Commands, app.Flags
	path, rest := []string{app.Name}, args[min(1, len(args)):]
	takesArguments := false // the command has an action besides its subcommands
	help := false
	for len(rest) > 0 && len(commands) > 0 {
		word := rest[0]
		if _, unknown := findCommand(commands, word, nil); takesArguments && !isHelp(word) && unknown != nil {
			commands = nil
			break
		}
		if isFlag(word) {
			flag, err := findFlag(flags, word, path)
			if flag == nil && err == nil {
				return helpOf(path), nil
			}
			return append(path, rest...), err
		}
		rest = rest[1:]
		if isHelp(word) {
			help = true
			continue
		}
		command, err := findCommand(commands, word, path)
		if err != nil {
			return nil, err
		}
		path = append(path, command.Name)
		if command.SkipFlagParsing {
			return append(path, rest...), nil
		}
		commands, flags = command.Subcommands, command.Flags
		takesArguments = command.Action != nil && len(commands) > 0
	}
	if help {
		return helpOf(path), nil
	}
	if len(commands) > 0 && !takesArguments {
		return helpOf(path), errNoCommand
	}
	before, after, help, err := splitArgs(flags, path, rest)
	if help {
		return helpOf(path), nil
	}
	if err != nil || len(after) == 0 {
		return append(path, before...), err
	}
	return append(append(append(path, before...), "--"), after...), nil
}

// helpOf returns the command line for the page of a command.
func helpOf(path []string) []string {
	return append([]string{path[0], "help", "--"}, path[1:]...)
}

// splitArgs splits the arguments of one command into flags and the others, and reports whether one
// of them calls for help.
func splitArgs(known []cli.Flag, path, args []string) (before, after []string, help bool, err error) {
	for i := 0; i < len(args); i++ {
		word := args[i]
		if word == "--" {
			return before, append(after, args[i+1:]...), false, nil
		}
		if !isFlag(word) {
			after = append(after, word)
			continue
		}
		flag, err := findFlag(known, word, path)
		if err != nil {
			return nil, nil, false, err
		}
		if flag == nil {
			return nil, nil, true, nil
		}
		if optional, ok := flag.(*flags.Optional); ok && !strings.Contains(word, "=") {
			before = append(before, word+"="+optional.Without)
			continue
		}
		before = append(before, word)
		if strings.Contains(word, "=") || !takesValue(flag) {
			continue
		}
		if i++; i == len(args) {
			return nil, nil, false, failure.Inputf("%s: flag %s needs a value (see %s --help)",
				strings.Join(path, " "), word, strings.Join(path, " "))
		}
		before = append(before, args[i])
	}
	return before, after, false, nil
}

// isFlag reports whether a word is written like a flag; "-" alone is an argument
// (a field of a FEN, or standard input).
func isFlag(word string) bool { return len(word) > 1 && word[0] == '-' }

func isHelp(word string) bool { return word == "help" || word == "h" }

func takesValue(flag cli.Flag) bool {
	valued, ok := flag.(cli.DocGenerationFlag)
	return ok && valued.TakesValue()
}

// findFlag returns the flag that word names, nil for the help flag.
func findFlag(flags []cli.Flag, word string, path []string) (cli.Flag, error) {
	name, _, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
	known := []string{"--help"}
	for _, flag := range flags {
		if slices.Contains(flag.Names(), name) {
			return flag, nil
		}
		for _, other := range flag.Names() {
			known = append(known, flagName(other))
		}
	}
	if isHelp(name) {
		return nil, nil
	}
	where := strings.Join(path, " ")
	return nil, failure.Inputf("%s: unknown flag %s (see %s --help%s)", where, flagName(name), where, text.DidYouMean(flagName(name), known))
}

// flagName returns a flag's name with its dashes.
func flagName(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// findCommand returns the command that word names.
func findCommand(commands []*cli.Command, word string, path []string) (*cli.Command, error) {
	var known []string
	for _, command := range commands {
		if command.HasName(word) {
			return command, nil
		}
		known = append(known, command.Name)
	}
	where := strings.Join(path, " ")
	return nil, failure.Inputf("%s: unknown command %q (see %s --help%s)", where, word, where, text.DidYouMean(word, known))
}

// usageError rewords the flag parser's errors about values.
func usageError(c *cli.Context, err error, _ bool) error {
	var value, name string
	for _, form := range []string{"invalid value %q for flag -%s", "invalid boolean value %q for -%s"} {
		if _, scanned := fmt.Sscanf(err.Error(), form, &value, &name); scanned == nil {
			name = strings.TrimSuffix(name, ":")
			return failure.Inputf("flag %s=%s (expected %s)", flagName(name), value, expectation(c, name))
		}
	}
	return failure.Inputf("%s: %w", c.Command.HelpName, err)
}

// expectation says what kind of value a flag takes.
func expectation(c *cli.Context, name string) string {
	for _, flag := range c.Command.Flags {
		if !slices.Contains(flag.Names(), name) {
			continue
		}
		switch flag.(type) {
		case *cli.BoolFlag:
			return "true or false"
		case *cli.IntFlag:
			return "a whole number"
		}
	}
	return "another value"
}

// read returns the arguments of a command, or an error if there are too few or too many.
func (w ArgRange) read(c *cli.Context) ([]string, error) {
	args := c.Args().Slice()
	if len(args) < w.least || w.most >= 0 && len(args) > w.most {
		got := "got none"
		if len(args) > 0 {
			got = "got " + strings.Join(args, " ")
		}
		return nil, failure.Inputf("%s: %s (expected %s; see %s --help)", c.Command.HelpName, got, w.what, c.Command.HelpName)
	}
	return args, nil
}

// ShellCommand returns a command line as a shell reads it, with more words and without the flags of
// some names.
func ShellCommand(c *cli.Context, more []string, without ...string) string {
	words := slices.Concat(strings.Fields(c.Command.HelpName), c.Args().Slice(), more)
	for _, flag := range c.Command.Flags {
		name := flag.Names()[0]
		if slices.Contains(without, name) || !c.IsSet(name) {
			continue
		}
		switch flag.(type) {
		case *cli.BoolFlag:
			words = append(words, flagName(name))
		case *cli.StringSliceFlag:
			for _, value := range c.StringSlice(name) {
				words = append(words, flagName(name)+"="+value)
			}
		default:
			words = append(words, fmt.Sprintf("%s=%v", flagName(name), c.Value(name)))
		}
	}
	for i := range words {
		words[i] = report.ShellWord(words[i])
	}
	return strings.Join(words, " ")
}
