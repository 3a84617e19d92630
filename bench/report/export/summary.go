package export

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// maxSummaryRows is the largest number of rows of a table in the summary of a job.
const maxSummaryRows = 50

// AppendSummary appends the report to the file that GitHub shows as the summary of a job.
// Other commands of the step may have written to it. If it is full, the diagnostics say
// so.
func AppendSummary(name string, r *report.Report, counters bool, diagnostics io.Writer) error {
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return fmt.Errorf("job summary: %w", err)
	}
	defer file.Close()
	stat, err := file.Stat()
	if err != nil {
		return fmt.Errorf("job summary: %w", err)
	}
	room := doc.MaxMarkdown - stat.Size() - 1
	if room < doc.MinMarkdown {
		fmt.Fprintf(diagnostics, "job summary: full with %d bytes, the report is left out\n", stat.Size())
		return nil
	}
	var text bytes.Buffer
	if stat.Size() > 0 {
		text.WriteString("\n")
	}
	options := Options{
		Format:  Format(doc.Markdown),
		Options: report.Options{Counters: counters},
		Extent:  doc.Extent{Rows: maxSummaryRows, Bytes: int(room)},
	}
	if err := Write(&text, r, options); err != nil {
		return err
	}
	if _, err := file.Write(text.Bytes()); err != nil {
		return fmt.Errorf("job summary: %w", err)
	}
	return nil
}
