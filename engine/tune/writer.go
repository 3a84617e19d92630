package tune

import (
	"fmt"
	"io"

	"github.com/zugwatch/zugwatch/engine/text"
)

// Form is the encoding of a data file.
type Form uint8

// The forms: Text has a line for each sample, Packed a Record.
const (
	Text Form = iota
	Packed
)

// formNames holds the names of the forms, also used as file extensions.
var formNames = [2]string{"text", "packed"}

// String returns "text" or "packed".
func (f Form) String() string { return formNames[f] }

// ParseForm returns the form with a name.
func ParseForm(name string) (Form, error) {
	return text.FindWord[Form](name, formNames[:], "form")
}

// packedForm is the first line of a packed file. The sources follow, one a line,
// then the records to the end of the file.
const packedForm = "# packed=1 sources=%d\n"

// Writer writes a data file.
type Writer struct {
	to   io.Writer
	form Form
}

// NewWriter writes the head of a data file and returns its Writer. A text file must
// have exactly one source.
func NewWriter(to io.Writer, form Form, sources ...Source) (*Writer, error) {
	if form == Packed {
		if _, err := fmt.Fprintf(to, packedForm, len(sources)); err != nil {
			return nil, err
		}
	} else if len(sources) != 1 {
		return nil, fmt.Errorf("file of text from %d sources (expected one)", len(sources))
	}
	for _, s := range sources {
		if _, err := fmt.Fprintln(to, s); err != nil {
			return nil, err
		}
	}
	return &Writer{to: to, form: form}, nil
}

// Write writes a sample.
func (w *Writer) Write(s *Sample) error {
	if w.form == Text {
		_, err := fmt.Fprintln(w.to, s)
		return err
	}
	r, err := NewRecord(s)
	if err == nil {
		_, err = w.to.Write(r[:])
	}
	return err
}
