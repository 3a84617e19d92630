package suites

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/engine/input"
	"github.com/zugwatch/zugwatch/engine/text"
)

//go:embed *.epd
var files embed.FS

// UnknownError is a name that no embedded suite has.
type UnknownError struct {
	Name  string
	Known []string // sorted
}

// Error returns `suite "wak" is not known (expected bk, … or wac, or the path of an
// .epd file; did you mean wac?)`.
func (e *UnknownError) Error() string {
	return fmt.Sprintf("suite %q is not known (expected %s, or the path of an .epd file%s)",
		e.Name, strings.Join(e.Known, ", "), text.DidYouMean(e.Name, e.Known))
}

// Names lists the embedded suites in alphabetical order.
func Names() []string {
	entries, err := files.ReadDir(".")
	if err != nil {
		return nil // cannot be: the root of an embedded file system is always there
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), ".epd")
	}
	slices.Sort(names)
	return names
}

// Open loads an embedded suite. The error of a name that there is none for is
// an *UnknownError.
func Open(name string) (*Suite, error) {
	text, err := source(name)
	if err != nil {
		return nil, err
	}
	s, err := Load(bytes.NewReader(text), name+".epd")
	if err != nil {
		return nil, err
	}
	s.Path = ""
	return s, nil
}

// Resolve loads the suite named on a command line. The name is a file if it has a path separator or ends in .epd,
// else an embedded suite.
func Resolve(nameOrPath string) (*Suite, error) {
	if strings.ContainsAny(nameOrPath, `/\`) || strings.EqualFold(filepath.Ext(nameOrPath), ".epd") {
		return LoadFile(nameOrPath)
	}
	return Open(nameOrPath)
}

// All loads every embedded suite in alphabetical order.
func All() ([]*Suite, error) {
	var all []*Suite
	for _, name := range Names() {
		s, err := Open(name)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// OpenFile opens the text of an embedded suite or of any file. Label is its name in messages.
func OpenFile(name string) (text io.ReadCloser, label string, err error) {
	embedded, unknown := source(name)
	if unknown == nil {
		return io.NopCloser(bytes.NewReader(embedded)), name + ".epd", nil
	}
	opened, err := input.Open(name, maxFile)
	if errors.Is(err, fs.ErrNotExist) && filepath.Base(name) == name && filepath.Ext(name) == "" {
		err = unknown
	}
	if err != nil {
		return nil, "", fmt.Errorf("suite: %w", err)
	}
	return opened, name, nil
}

// Export writes the file of an embedded suite to w, byte for byte.
func Export(w io.Writer, name string) error {
	text, err := source(name)
	if err != nil {
		return err
	}
	if _, err := w.Write(text); err != nil {
		return fmt.Errorf("suite %s: %w", name, err)
	}
	return nil
}

// source returns the file of an embedded suite.
func source(name string) ([]byte, error) {
	text, err := files.ReadFile(name + ".epd")
	if err != nil {
		return nil, &UnknownError{Name: name, Known: Names()}
	}
	return text, nil
}
