package report

import (
	"fmt"
	"strings"
)

// Format is a form of output.
type Format uint8

// The formats.
const (
	Text        Format = iota // for terminals and logs
	Markdown                  // for GitHub: the verdict first, never more than MaxMarkdown bytes
	JSON                      // one document for programs
	JSONLines                 // one object for each position, then one that sums up
	JUnit                     // XML for viewers of test results
	Annotations               // workflow commands that GitHub shows at lines of files
	Benchmark                 // Go benchmark lines, as benchstat reads them
)

var formatWords = [...]string{"text", "markdown", "json", "jsonl", "junit", "github", "bench"}

// String is the format as one word.
func (f Format) String() string {
	if int(f) < len(formatWords) {
		return formatWords[f]
	}
	return fmt.Sprintf("format(%d)", uint8(f))
}

// Formats lists the words of all formats.
func Formats() []string { return formatWords[:] }

// ParseFormat reads the word.
func ParseFormat(text string) (Format, error) {
	for i, word := range formatWords {
		if word == text {
			return Format(i), nil
		}
	}
	last := len(formatWords) - 1
	return Text, fmt.Errorf("format %q (expected %s or %s)", text, strings.Join(formatWords[:last], ", "), formatWords[last])
}

// ForPeople tells whether the format is read as it is, so that another line
// after it does no harm.
func (f Format) ForPeople() bool { return f == Text || f == Markdown || f == Annotations }

// Options say how much to show and in which form.
type Options struct {
	Format Format
	// Verbose shows every position, not only those that call for a look.
	Verbose bool
	// Counters shows what the null-move family did in a run.
	Counters bool
	// MaxRows is the most rows of one table, the rest being counted; 0: as many
	// as a table may have at all.
	MaxRows int
	// MaxBytes bounds what is written as Markdown; 0: MaxMarkdown.
	MaxBytes int
}
