package audit

import (
	"bytes"
	"fmt"
	"io"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/engine/input"
)

// formatName tells the file of an audit from every other JSON.
const formatName = "zugwatch audit"

// document is the file of an audit.
type document struct {
	Format string `json:"format"`
	*Report
}

// encodeReport returns the report as a file: JSON that is the same for the same report.
func encodeReport(r *Report) ([]byte, error) {
	data, err := file.Lines(document{formatName, r})
	if err != nil {
		return nil, fmt.Errorf("audit: %w", err)
	}
	return data, nil
}

// decodeReport reads what encodeReport wrote, and nothing else.
func decodeReport(data []byte) (*Report, error) {
	d := document{Report: new(Report)}
	if err := file.Parse(data, &d); err != nil {
		return nil, fmt.Errorf("audit: %w (expected a file that audit -o wrote)", err)
	}
	if d.Format != formatName {
		return nil, fmt.Errorf("audit: format is %.40q (expected %q)", d.Format, formatName)
	}
	if d.Schema != schemaVersion {
		return nil, fmt.Errorf("audit: schema is %d (expected %d)", d.Schema, schemaVersion)
	}
	again, err := encodeReport(d.Report)
	if err == nil && !bytes.Equal(again, data) {
		err = fmt.Errorf("audit: file is not as audit -o writes it (hint: measure it again)")
	}
	return d.Report, err
}

// Load reads the file of an audit.
func Load(path string) (*Report, error) {
	data, err := input.ReadFile(path, file.MaxSize)
	if err != nil {
		return nil, failure.Inputf("audit: %w", err)
	}
	found, err := decodeReport(data)
	if err != nil {
		return nil, failure.With(failure.Baseline, fmt.Errorf("%s: %w", path, err))
	}
	return found, nil
}

// Write writes the file of an audit.
func (r *Report) Write(w io.Writer) error {
	data, err := encodeReport(r)
	if err == nil {
		_, err = w.Write(data)
	}
	return err
}

// Save writes the file of an audit, as a whole or not at all.
func Save(path string, r *Report) error { return file.Disk{}.Replace(path, r.Write) }
