package export

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/zugwatch/zugwatch/bench/explain"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// Explanation writes why a position is lost as one JSON object or in a format for people.
func Explanation(w io.Writer, e *explain.Explanation, options Options) error {
	if options.Format != JSON {
		return doc.Write(w, report.Explanation(e), doc.Format(options.Format), options.Extent)
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", " ")
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(e); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}
