package report

import (
	"fmt"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/gate"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/engine/text"
)

// AcceptanceLine says in a line what became of the baseline of a suite.
func AcceptanceLine(a *gate.Accepted) string {
	line := a.File + ": " + a.Suite + ": "
	if a.Run == nil {
		line += fmt.Sprintf("profile of %d samples", a.Samples)
	} else {
		line += runText(a.Run)
	}
	switch {
	case !a.Changed:
		line += " (unchanged)"
	case a.Old != nil:
		line += fmt.Sprintf(" (before: %s)", runText(a.Old))
	}
	return line
}

// AcceptedFields returns the pairs of what was accepted of suites: how many runs are others
// than before.
func AcceptedFields(selected []config.Suite, all []*gate.Accepted) []Field {
	changed := 0
	for _, a := range all {
		if a.Changed && a.Run != nil {
			changed++
		}
	}
	return []Field{suitesField(selected), CountField("changed", changed)}
}

// suitesField names suites with commas between.
func suitesField(selected []config.Suite) Field {
	var names []string
	for _, chosen := range selected {
		names = append(names, chosen.Name)
	}
	return Field{"suite", strings.Join(names, ",")}
}

// StatusLine says in a line how a baseline stands to the engine as it is.
func StatusLine(s gate.Status) string {
	return strings.TrimSuffix(s.File+": "+s.Word+": "+s.Text, ": ")
}

// StatusFields returns the pairs of the baselines of suites: how many there are of each
// status.
func StatusFields(selected []config.Suite, all []gate.Status) []Field {
	count := make(map[string]int)
	for _, s := range all {
		count[s.Word]++
	}
	fields := []Field{suitesField(selected)}
	for _, word := range gate.StatusWords() {
		fields = append(fields, CountField(word, count[word]))
	}
	return fields
}

// runText returns a run in few words.
func runText(run *bench.Run) string {
	totals := run.Totals()
	if totals.Asked == 0 {
		return fmt.Sprintf("nodes %d", totals.Nodes)
	}
	return fmt.Sprintf("solved %d of %d, nodes %d", totals.Solved, totals.Asked, totals.Nodes)
}

// Provenance says in one or two lines when, why and how the baseline in a file was
// accepted.
func Provenance(file string, a *store.Accepted) string {
	var parts []string
	add := func(what, value string) {
		if value != "" {
			parts = append(parts, what+" "+text.Printable(value))
		}
	}
	add("zugwatch", a.Tool)
	add("built with", a.Go)
	add("at commit", a.Commit)
	add("taken anew:", strings.Join(a.Only, " "))
	said := fmt.Sprintf("%s: accepted %s: %s", file, a.Date, text.Printable(a.Reason))
	if parts != nil {
		said += "\nmeasured by " + strings.Join(parts, ", ")
	}
	return said
}
