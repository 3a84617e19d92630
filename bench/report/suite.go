package report

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/zugwatch/zugwatch/engine/text"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
)

// Suites returns a line for each suite.
func Suites(all []*suites.Suite) string {
	var b strings.Builder
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "NAME\tPOSITIONS\tKIND\tTITLE")
	for _, suite := range all {
		fmt.Fprintf(table, "%s\t%d\t%s\t%s\n", suite.Name, len(suite.Records), suite.Kind, suite.Title)
	}
	table.Flush() // a Builder takes everything
	return b.String()
}

// Suite returns what the header of a suite says, and its count and digest.
func Suite(suite *suites.Suite) string {
	var b strings.Builder
	for _, row := range [][2]string{
		{"name", suite.Name},
		{"title", suite.Title},
		{"kind", suite.Kind},
		{"positions", fmt.Sprint(len(suite.Records))},
		{"source", suite.Source},
		{"license", suite.License},
		{"checked", suite.Checked},
		{"digest", suite.Digest},
	} {
		if row[1] != "" {
			fmt.Fprintf(&b, "%-11s %s\n", row[0]+":", text.Wrap(text.Printable(row[1]), 12, 88))
		}
	}
	return b.String()
}

// Lint returns what is wrong or odd in a file, at most so many of the findings and how
// many there are of each severity.
func Lint(file string, all []epd.Issue, most int) string {
	var b strings.Builder
	var counts [epd.Error + 1]int
	for i, finding := range all {
		counts[finding.Kind.Severity()]++
		if i < most {
			fmt.Fprintf(&b, "%s:%s\n", file, finding)
		}
	}
	if hidden := len(all) - most; hidden > 0 {
		fmt.Fprintf(&b, "and %d more (--all lists them)\n", hidden)
	}
	fmt.Fprintf(&b, "%s: %s, %s, %s\n", file, text.Count(counts[epd.Error], "error"), text.Count(counts[epd.Warning], "warning"), text.Count(counts[epd.Note], "note"))
	return b.String()
}
