package report

import (
	"fmt"
	"os"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/engine/text"
)

// MaxReproduced is the largest number of faults of a run that are shown with a command to
// see them again.
const MaxReproduced = 10

// Faults shows how to reproduce the first faults of a run, and which file beside the run
// file has their circumstances, if there is one. Again returns the command that searches
// one position as the run did.
func Faults(run *bench.Run, file string, again func(id string) string) string {
	var b strings.Builder
	told := 0
	for i := range run.Outcomes {
		id := run.Outcomes[i].ID
		if !run.Outcomes[i].Failed() {
			continue
		}
		if told++; told > MaxReproduced {
			continue
		}
		fmt.Fprintf(&b, "reproduce: %s\n", again(id))
		if file != "" {
			path := store.FaultReportPath(file, id)
			if _, err := os.Stat(path); err == nil {
				fmt.Fprintf(&b, "  what happened is in %s\n", ShellWord(path))
			}
		}
	}
	if told > MaxReproduced {
		fmt.Fprintf(&b, "and %d more\n", told-MaxReproduced)
	}
	return b.String()
}

// ShellWord writes a word so that a POSIX shell reads it as it is. Control
// characters, which would act on a terminal first, become question marks.
func ShellWord(word string) string {
	return strings.ReplaceAll(text.ShellWord(text.ASCII(word)), "##[", "##''[") // the same to a shell, and no command to GitHub
}
