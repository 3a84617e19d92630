package export

import (
	"bufio"
	"fmt"
	"io"

	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
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
		if options.Bytes == 0 {
			options.Bytes = doc.MaxMarkdown
		}
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
