package export

import (
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
	return encodeJSON(w, e, " ")
}
