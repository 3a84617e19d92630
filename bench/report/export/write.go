package export

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/engine/text"
)

// Write writes the report in the format of the options. Memory grows only by some bytes
// for each position, whatever the texts. Formats for programs leave out no position;
// those for people say how many they do not show.
func Write(w io.Writer, r *report.Report, options Options) error {
	out := &writer{Writer: bufio.NewWriter(w)}
	switch options.Format {
	case JSON:
		writeJSON(out, r)
	case JSONLines:
		writeJSONLines(out, r)
	case JUnit:
		writeJUnit(out, r)
	case Annotations:
		writeAnnotations(out, r)
	case Benchmark:
		writeBenchmark(out, r)
	default:
		options.Bytes = cmp.Or(options.Bytes, doc.MaxMarkdown)
		document := r.Document
		if doc.Format(options.Format) == doc.PlainText {
			document = r.Terminal
		}
		return doc.Write(w, document(options.Options), doc.Format(options.Format), options.Extent)
	}
	out.keepErr(out.Flush())
	if out.err != nil {
		return fmt.Errorf("report: %w", out.err)
	}
	return nil
}

// writer collects what is written and remembers the first error.
type writer struct {
	*bufio.Writer
	value bytes.Buffer // for one value at a time
	err   error
}

func (w *writer) keepErr(err error) {
	if w.err == nil {
		w.err = err
	}
}

// printable escapes what a terminal, a log or a person may misread in a document that has
// its own escapes. It escapes characters that do not print, except line ends. It also
// escapes the bracket of the older workflow commands, which the runner of GitHub finds
// anywhere in a line. A reader of the document gets the very same text.
func printable(document []byte, escape func(out []byte, r rune) []byte) []byte {
	if !bytes.ContainsFunc(document, doc.IsInvisible) && !bytes.Contains(document, []byte("##[")) {
		return document
	}
	out := make([]byte, 0, len(document)+len(document)/8)
	for i := 0; i < len(document); {
		r, size := utf8.DecodeRune(document[i:])
		if doc.IsInvisible(r) || r == '[' && bytes.HasSuffix(document[:i], []byte("##")) {
			out = escape(out, r)
		} else {
			out = append(out, document[i:i+size]...)
		}
		i += size
	}
	return out
}

// jsonEscape writes a character inside of a JSON string.
func jsonEscape(out []byte, r rune) []byte {
	if r <= 0xffff {
		return fmt.Appendf(out, `\u%04x`, r)
	}
	high, low := utf16.EncodeRune(r)
	return fmt.Appendf(out, `\u%04x\u%04x`, high, low)
}

// xmlEscape writes a character inside of an XML attribute.
func xmlEscape(out []byte, r rune) []byte { return fmt.Appendf(out, "&#x%X;", r) }

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
