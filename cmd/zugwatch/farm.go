package main

import (
	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/failure"
)

// farmCommand refuses the commands that zugfarm has now, whatever their flags.
func farmCommand() *cli.Command {
	return &cli.Command{
		Name:            "farm",
		Hidden:          true,
		SkipFlagParsing: true,
		Action: func(c *cli.Context) error {
			moved := ""
			if word := c.Args().First(); word == "serve" || word == "work" {
				moved = " " + word
			}
			return failure.Inputf("zugwatch farm%s is zugfarm%s now, a program of its own (go install github.com/zugwatch/zugwatch/cmd/zugfarm@latest, or take it from a release)", moved, moved)
		},
	}
}
