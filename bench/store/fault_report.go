package store

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/engine/text"
)

// maxFaultReportID is the largest part of an ID in a file name, in bytes.
const maxFaultReportID = 40

// FaultReportPath returns the file for the circumstances of the fault on one position of the
// run in runPath: "wac.json.faults/WAC.001-0123abcd.txt" for WAC.001 of "wac.json". The
// digits distinguish IDs that look the same in a file name. Of an ID only letters,
// digits, dots, dashes and underscores are used, so that the path cannot leave the
// folder.
func FaultReportPath(runPath, id string) string {
	shown := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-", r) {
			return r
		}
		return '_'
	}, id)
	shown = strings.TrimLeft(shown[:min(len(shown), maxFaultReportID)], ".-")
	sum := sha256.Sum256([]byte(id))
	return filepath.Join(faultReportFolder(runPath), fmt.Sprintf("%s-%x.txt", shown, sum[:4]))
}

func faultReportFolder(runPath string) string { return runPath + ".faults" }

var faultReportName = text.Pattern(`^[A-Za-z0-9._-]*-[0-9a-f]{8}\.txt$`)

// SaveFaultReports writes the circumstances of the faults of the run in runPath, each
// into its FaultReportPath, and removes those of an earlier run. A Checkpoint does so
// by itself. The error is a *file.WriteError.
func SaveFaultReports(runPath string, timing *bench.Timing) error {
	if err := removeFaultReports(file.Disk{}, runPath); err != nil {
		return err
	}
	for i := range timing.Positions {
		if text := timing.Positions[i].FaultReport; text != "" {
			if err := saveFaultReport(file.Disk{}, runPath, timing.Positions[i].ID, text); err != nil {
				return err
			}
		}
	}
	return nil
}

// saveFaultReport writes the circumstances of one fault.
func saveFaultReport(d file.Disk, runPath, id, text string) error {
	path := FaultReportPath(runPath, id)
	folder := filepath.Dir(path)
	if err := d.DoStep(folder, "create", func() error { return os.MkdirAll(folder, 0o777) }); err != nil {
		return err
	}
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return d.Write(path, []byte(text))
}

// removeFaultReports takes away what an earlier run has left, and the folder if
// nothing else is in it.
func removeFaultReports(d file.Disk, runPath string) error {
	folder := faultReportFolder(runPath)
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return &file.WriteError{Path: folder, Step: "open", Err: err}
	}
	others := false
	for _, entry := range entries {
		if !faultReportName().MatchString(entry.Name()) {
			others = true
			continue
		}
		if err := d.DoStep(folder, "remove", func() error { return os.Remove(filepath.Join(folder, entry.Name())) }); err != nil {
			return err
		}
	}
	if others {
		return nil
	}
	return d.DoStep(folder, "remove", func() error { return os.Remove(folder) })
}
