package doc

import (
	"cmp"
	"fmt"
	"io"
)

// Format is a form that people read a document in.
type Format string

// The formats.
const (
	PlainText Format = "text"     // for terminals and logs
	Markdown  Format = "markdown" // for GitHub: the verdicts first
	HTML      Format = "html"     // a self-contained page, with figures
)

// Formats lists the formats.
func Formats() []Format { return []Format{PlainText, Markdown, HTML} }

// Extent bounds what is written; each bound is none when it is 0.
type Extent struct {
	// Rows is the largest number of rows of one table; the others are counted.
	Rows int
	// Bytes bounds a document in Markdown, at least MinMarkdown.
	Bytes int
	// Screen describes the terminal for plain text.
	Screen Screen
}

// Screen describes the abilities of a terminal. The zero value is that of a file.
type Screen struct {
	Width int  // columns; 0: a line may be of any length
	Color bool // good and bad words are colored
	// Symbols draws boards with chess symbols, for a terminal with UTF-8 and a font that has them;
	// otherwise boards have letters.
	Symbols bool
}

// firstError is the first of several errors, nil where there is none.
type firstError struct{ err error }

func (e *firstError) keep(err error) { e.err = cmp.Or(e.err, err) }

// Write writes a document in a format. On an error other than one of the writer, it writes at most up to the section
// that has the error.
func Write(w io.Writer, d Document, format Format, extent Extent) error {
	var err error
	switch format {
	case PlainText:
		err = writePlainText(w, d, extent)
	case Markdown:
		err = writeMarkdown(w, d, extent)
	case HTML:
		err = writeHTML(w, d, extent)
	default:
		err = fmt.Errorf("format %q is unknown", format)
	}
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}
