package export

import (
	"fmt"
	"slices"

	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/engine/text"
)

// Format is a form of a report: one that people read, of package doc, or one of
// these.
type Format string

// The formats for programs.
const (
	JSON        Format = "json"   // one document
	JSONLines   Format = "jsonl"  // one object for each position, then one that sums up
	JUnit       Format = "junit"  // XML for viewers of test results
	Annotations Format = "github" // workflow commands that GitHub shows at lines of files
	Benchmark   Format = "bench"  // Go benchmark lines, as benchstat reads them
)

// Formats lists the words of all formats.
func Formats() []string {
	var words []string
	for _, f := range doc.Formats() {
		words = append(words, string(f))
	}
	return append(words, string(JSON), string(JSONLines), string(JUnit), string(Annotations), string(Benchmark))
}

// ParseFormat reads the word.
func ParseFormat(word string) (Format, error) {
	words := Formats()
	if slices.Contains(words, word) {
		return Format(word), nil
	}
	return "", fmt.Errorf("format %q (expected %s)", word, text.JoinOr(words))
}

// ForPeople reports whether the format is one that people read as it is printed.
func (f Format) ForPeople() bool {
	return doc.Format(f) == doc.PlainText || doc.Format(f) == doc.Markdown
}

// Printed reports whether the format is read as it is, so that another line after it
// does no harm.
func (f Format) Printed() bool { return f.ForPeople() || f == Annotations }

// Options say how a report is written and, to people, how much of it.
type Options struct {
	Format Format
	report.Options
	doc.Extent // no Bytes: doc.MaxMarkdown
}
