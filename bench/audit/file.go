package audit

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// formatName tells the file of an audit from every other JSON.
const formatName = "zugwatch audit"

// document is the file of an audit.
type document struct {
	Format string `json:"format"`
	*Report
}

// Encode is the report as a file: JSON that is the same for the same report.
func Encode(r *Report) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(document{formatName, r}); err != nil {
		return nil, fmt.Errorf("audit: %w", err)
	}
	return b.Bytes(), nil
}

// Decode reads what Encode wrote, and nothing else.
func Decode(data []byte) (*Report, error) {
	d := document{Report: new(Report)}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&d); err != nil {
		return nil, fmt.Errorf("audit: %w (expected a file that audit -o wrote)", err)
	}
	if d.Format != formatName {
		return nil, fmt.Errorf("audit: format is %.40q (expected %q)", d.Format, formatName)
	}
	if d.Schema != Schema {
		return nil, fmt.Errorf("audit: schema is %d (expected %d)", d.Schema, Schema)
	}
	again, err := Encode(d.Report)
	if err == nil && !bytes.Equal(again, data) {
		err = fmt.Errorf("audit: file is not as audit -o writes it (hint: measure it again)")
	}
	return d.Report, err
}
