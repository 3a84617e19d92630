package export

import (
	"io"

	"github.com/zugwatch/zugwatch/bench/explain"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/explanation"
)

// Explanation writes why a position is lost as one JSON object or in a format for people.
func Explanation(w io.Writer, e *explain.Explanation, options Options) error {
	if options.Format != JSON {
		return doc.Write(w, explanation.Document(e), doc.Format(options.Format), options.Extent)
	}
	return encodeJSON(w, e, " ")
}

// Losses writes why the positions of a run are lost as one JSON object or in a format for people.
func Losses(w io.Writer, l *explain.Losses, options Options) error {
	if options.Format != JSON {
		return doc.Write(w, explanation.Losses(l), doc.Format(options.Format), options.Extent)
	}
	return encodeJSON(w, l, " ")
}
