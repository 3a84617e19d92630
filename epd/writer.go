package epd

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Writer writes canonical EPD with LF line endings. Call Flush at the end. It
// is not safe for concurrent use.
type Writer struct {
	out  *bufio.Writer
	line []byte
}

// NewWriter writes to w.
func NewWriter(w io.Writer) *Writer { return &Writer{out: bufio.NewWriter(w)} }

// Write writes the line of r. See Format for what cannot be written.
func (w *Writer) Write(r *Record) error {
	line, err := Format(w.line[:0], r)
	w.line = line
	if err != nil {
		return err
	}
	return w.put(string(line))
}

// Comment writes each line of text as a comment.
func (w *Writer) Comment(text string) error {
	for line := range strings.Lines(text) {
		if err := w.put(strings.TrimRight("# "+line, " \t\r\n")); err != nil {
			return err
		}
	}
	return nil
}

// put writes one line as it is.
func (w *Writer) put(line string) error {
	if _, err := w.out.WriteString(line); err != nil {
		return fmt.Errorf("suite: %w", err)
	}
	if err := w.out.WriteByte('\n'); err != nil {
		return fmt.Errorf("suite: %w", err)
	}
	return nil
}

// Flush hands everything to the underlying writer.
func (w *Writer) Flush() error {
	if err := w.out.Flush(); err != nil {
		return fmt.Errorf("suite: %w", err)
	}
	return nil
}
