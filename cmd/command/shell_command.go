package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/report"
)

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
