package flags

import (
	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/engine/text"
)

// Choice is a flag with words that its value may be. A shell offers them.
type Choice struct {
	*cli.StringFlag
	Words []string
}

// OneOf returns a flag whose usage names the words that it may be, beside others or not.
func OneOf(flag *cli.StringFlag, words ...string) cli.Flag { return &Choice{flag, words} }

// Format returns the flag for the format of what a command prints, the first without it.
func Format(what string, words ...string) cli.Flag {
	return OneOf(&cli.StringFlag{Name: "format", Value: words[0], Usage: "print the " + what + " as `FORMAT`: " + text.JoinOr(words)}, words...)
}
