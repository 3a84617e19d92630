package calibrate

import (
	"bytes"
	"errors"
	"io/fs"
	"os"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
)

// CheckTarget finds what keeps Write from writing before anything is measured. The error
// is of the kind Input.
func CheckTarget(name string) error {
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		return failure.Inputf("%s is not there, so that nothing can be written into it (expected a configuration; zugwatch init writes a first one)", name)
	}
	if err := file.CheckTarget(name); err != nil {
		return failure.Inputf("configuration: %w", err)
	}
	return nil
}

// Write puts the settings into a configuration file, which is replaced as a whole or not
// at all, and reports whether it changed. The error is of the kind Input if the file
// cannot be read or edited: see config.Edit.
func (c *Calibration) Write(name string) (changed bool, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return false, failure.Inputf("configuration: %w", err)
	}
	edited, err := config.Edit(name, text, c.Edits())
	if err != nil || bytes.Equal(edited, text) {
		return false, err
	}
	return true, file.OutputBytes(name, edited)
}
