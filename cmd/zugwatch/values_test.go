package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/cmd/flags"
	"github.com/zugwatch/zugwatch/engine/search"
)

// own are the words of the help for what only the user knows, or a shell finds.
var own = strings.Fields(`N A..B TIME TEXT FILE FOLDER PROCESSORS NAME=VALUE NAME=VALUE;NAME=VALUE FORMAT=FILE KEY=VALUE
	NAME:KEY=VALUE i/n 1/N P P% 2% 5% 20% 50% MIB PERCENT RATE SEED NAME PATH COMMAND BRANCH HASH CLOCK TEST PAIRS COUNTS ENDING LIMIT RULES THEMES LEAST-MOST NAME,NAME… URL HOST:PORT NKEY`)

// TestValues: a shell knows values for every flag but those that it cannot know, and a
// flag of words names each of them in its usage.
func TestValues(t *testing.T) {
	known := values()
	var visit func(path string, commands []*cli.Command)
	visit = func(path string, commands []*cli.Command) {
		for _, command := range commands {
			here := path + " " + command.Name
			visit(here, command.Subcommands)
			if strings.Contains(command.ArgsUsage, "SUITE") || strings.Contains(command.ArgsUsage, "ENGINE") {
				if known.Arguments(command) == nil {
					t.Errorf("%s: nothing completes %s", here, command.ArgsUsage)
				}
			}
			for _, flag := range command.Flags {
				usage := flag.(cli.DocGenerationFlag).GetUsage()
				if choice, ok := flag.(*flags.Choice); ok {
					for _, word := range choice.Words {
						if choice.Name != "preset" && !strings.Contains(usage, word) {
							t.Errorf("%s --%s: the usage does not name %s", here, choice.Name, word)
						}
					}
					continue
				}
				parts := strings.Split(usage, "`")
				if len(parts) < 3 || known[parts[1]] != nil || slices.Contains(own, parts[1]) {
					continue
				}
				t.Errorf("%s --%s: what values has %s?", here, flag.Names()[0], parts[1])
			}
		}
	}
	visit("zugwatch", newApp().Commands)
	for _, preset := range known["PRESET"](t.Context(), nil) {
		if _, err := search.ParseParams(preset); err != nil {
			t.Error(err)
		}
	}
}
