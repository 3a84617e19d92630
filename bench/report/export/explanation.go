package export

import (
	"io"

	"github.com/zugwatch/zugwatch/bench/explain"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/finding"
)

// Explanation writes why a position is lost as one JSON object or in a format for people.
func Explanation(w io.Writer, e *explain.Explanation, options Options) error {
	if options.Format != JSON {
		return doc.Write(w, finding.Explanation(e), doc.Format(options.Format), options.Extent)
	}
	return encodeJSON(w, e, " ")
}
