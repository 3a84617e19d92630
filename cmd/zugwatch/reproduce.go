package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/store"
)

// maxReproduced is for how many faults of a run it is said how to see them
// again.
const maxReproduced = 10

// tellFaults says of the first faults of an engine how to see them again, and
// where their circumstances are written beside the run file, if there is one.
func tellFaults(c *cli.Context, on contender, file string, run *bench.Run, timing *bench.Timing) {
	told := 0
	for i := range run.Outcomes {
		id := run.Outcomes[i].ID
		if run.Outcomes[i].Verdict != bench.Faulted && timing.Positions[i].Retried == "" {
			continue
		}
		if told++; told > maxReproduced {
			continue
		}
		fmt.Fprintf(c.App.ErrWriter, "reproduce: %s\n", reproduction(c, on, id))
		if file != "" {
			path := store.CapsulePath(file, id)
			if _, err := os.Stat(path); err == nil {
				fmt.Fprintf(c.App.ErrWriter, "  what happened is in %s\n", shellWord(path))
			}
		}
	}
	if told > maxReproduced {
		fmt.Fprintf(c.App.ErrWriter, "and %d more\n", told-maxReproduced)
	}
}

// aside are the flags of a run that have nothing to do with how one position is
// searched.
func aside() []string {
	return []string{"engine", "build", "filter", "shard", "out", "resume", "fresh", "salvage", "workers", "format", "report", "github", "verbose", "no-times"}
}

// reproduction is the command that searches one position as the command line
// did.
func reproduction(c *cli.Context, on contender, id string) string {
	words := strings.Fields(c.Command.HelpName)
	words = append(words, c.Args().Slice()...)
	if on.flag != "" {
		words = append(words, "--engine", on.flag)
	}
	words = append(words, "--filter", id)
	for _, flag := range c.Command.Flags {
		name := flag.Names()[0]
		if slices.Contains(aside(), name) || !c.IsSet(name) {
			continue
		}
		switch flag.(type) {
		case *cli.BoolFlag:
			words = append(words, dashed(name))
		case *cli.StringSliceFlag:
			for _, value := range c.StringSlice(name) {
				words = append(words, dashed(name)+"="+value)
			}
		default:
			words = append(words, fmt.Sprintf("%s=%v", dashed(name), c.Value(name)))
		}
	}
	for i := range words {
		words[i] = shellWord(words[i])
	}
	return strings.Join(words, " ")
}

// shellWord writes a word so that a POSIX shell reads it as it is. Control
// characters, which would act on a terminal first, become question marks.
func shellWord(word string) string {
	word = strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, word)
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./=+,:@", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	word = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	return strings.ReplaceAll(word, "##[", "##''[") // the same to a shell, and no command to GitHub
}

// harmless is a message in which GitHub's runner finds no workflow command: it
// reads what goes to the standard error, too.
func harmless(text string) string {
	lines := strings.Split(strings.ReplaceAll(text, "##[", `##\x5b`), "\n")
	for i, line := range lines {
		if trimmed := strings.TrimLeft(line, " \t"); strings.HasPrefix(trimmed, "::") {
			lines[i] = `:\x3a` + trimmed[2:]
		}
	}
	return strings.Join(lines, "\n")
}
