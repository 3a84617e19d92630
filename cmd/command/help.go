package command

import (
	"cmp"
	"fmt"
	"io/fs"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/engine/text"
)

// The width of a help page, in columns. It is that of the screen within bounds, so that lines stay readable and the
// column of explanations wide enough.
const (
	minHelp   = 60
	usualHelp = 80 // where no width is known
	maxHelp   = 100
)

// maxName is the largest width of a name with its explanation on the same line.
const maxName = 22

// Pages returns the texts of the pages of help for Setup. They are files of the folder help, named
// by the words of their command with dashes between. Fill returns the replacer of
// names such as @COMMANDS@ in a page. It is called for each page.
func Pages(files fs.FS, fill func() *strings.Replacer) func(words string) string {
	return func(words string) string {
		text, err := fs.ReadFile(files, "help/"+strings.ReplaceAll(words, " ", "-")+".txt")
		if err != nil {
			return ""
		}
		return strings.TrimSuffix(fill().Replace(string(text)), "\n")
	}
}

// List returns commands with their usages, as the page of help of a program lists them.
func List(commands []*cli.Command) string {
	var b strings.Builder
	for _, c := range commands {
		fmt.Fprintf(&b, "   %-14s%s\n", c.Name, c.Usage)
	}
	return b.String()
}

// Section is commands that are for one thing, in the page of help of a program.
type Section struct {
	Title    string
	Commands []*cli.Command
}

// ListSections lists sections, each below its title.
func ListSections(sections []Section) string {
	var all []string
	for _, s := range sections {
		all = append(all, s.Title+":\n"+List(s.Commands))
	}
	return strings.Join(all, "\n")
}

// helpCommand prints the help page of the command that its arguments name; without arguments that of the program. See
// arrangeArgs for the forms of help that users type.
func helpCommand(describe func(words string) string) *cli.Command {
	return &cli.Command{
		Name:   "help",
		Hidden: true,
		Action: func(c *cli.Context) error {
			width := cmp.Or(Screen(c).Width, usualHelp)
			_, err := fmt.Fprint(c.App.Writer, page(c.App, describe, c.Args().Slice(), min(max(width, minHelp), maxHelp)))
			return err
		},
	}
}

// page returns the page of the command that words name.
func page(app *cli.App, describe func(words string) string, words []string, width int) string {
	commands, path := app.Commands, append([]string{app.Name}, words...)
	var command *cli.Command
	for i, word := range words {
		found, err := findCommand(commands, word, path[:i+1])
		if err != nil {
			return err.Error() + "\n"
		}
		command, commands = found, found.Subcommands
	}
	if command == nil {
		return fillText(describe(app.Name), 0, width)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "NAME:\n   %s\n", text.Wrap(strings.Join(path, " ")+" - "+command.Usage, 6, width))
	fmt.Fprintf(&b, "\nUSAGE:\n   %s\n", command.UsageText)
	if description := describe(strings.Join(words, " ")); description != "" {
		fmt.Fprintf(&b, "\nDESCRIPTION:\n%s", fillText(description, 3, width))
	}
	if len(command.Subcommands) > 0 {
		fmt.Fprintf(&b, "\nCOMMANDS:\n%s", formatEntries(commandEntries(command), width))
	}
	fmt.Fprintf(&b, "\nOPTIONS:\n%s", formatEntries(flagEntries(command), width))
	return b.String()
}

// entry is a command or a flag with its explanation.
type entry struct{ name, about string }

func commandEntries(c *cli.Command) []entry {
	var all []entry
	for _, next := range c.Subcommands {
		all = append(all, entry{next.Name, next.Usage})
	}
	return all
}

func flagEntries(c *cli.Command) []entry {
	var all []entry
	for _, flag := range c.VisibleFlags() {
		name, about, _ := strings.Cut(flag.String(), "\t")
		all = append(all, entry{name, about})
	}
	return append(all, entry{"--help, -h", "show help"})
}

// formatEntries returns names with their explanations in a second column; a name that is too wide stands above its
// own.
func formatEntries(all []entry, width int) string {
	var b strings.Builder
	wide := 0
	for _, t := range all {
		if len(t.name) <= maxName {
			wide = max(wide, len(t.name))
		}
	}
	indent := 3 + wide + 2
	for _, t := range all {
		if len(t.name) > wide {
			fmt.Fprintf(&b, "   %s\n%*s", t.name, indent, "")
		} else {
			fmt.Fprintf(&b, "   %-*s  ", wide, t.name)
		}
		b.WriteString(text.Wrap(t.about, indent, width) + "\n")
	}
	return b.String()
}

// fillText returns a text with its paragraphs filled to the width and indented. A line that begins with a blank keeps
// its own place. It is either a name with an explanation, which is filled and may continue below, or text to be
// copied.
func fillText(description string, indent, width int) string {
	var b strings.Builder
	blanks := strings.Repeat(" ", indent)
	head, body, at := "", "", 0 // body is indented to column at
	flush := func() {
		if head+body != "" {
			b.WriteString(blanks + head + text.Wrap(body, indent+at, width) + "\n")
		}
		head, body, at = "", "", 0
	}
	for line := range strings.Lines(description + "\n") {
		line = strings.TrimRight(line, "\n")
		words := strings.TrimLeft(line, " ")
		begins := len(line) - len(words)
		if words != "" && head+body != "" && begins == at {
			body += " " + words
			continue
		}
		flush()
		gap := strings.Index(words, "  ")
		switch {
		case words == "":
			b.WriteString("\n")
		case begins == 0:
			body = words
		case gap < 0:
			b.WriteString(blanks + line + "\n")
		default:
			body = strings.TrimLeft(words[gap:], " ")
			at = len(line) - len(body)
			head = line[:at]
		}
	}
	flush()
	return strings.TrimRight(b.String(), "\n") + "\n"
}
