package file

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/zugwatch/zugwatch/bench/failure"
)

// Output gives a file that a user names the content that fill writes. The file is not
// touched when fill fails, and never half written.
func Output(name string, fill func(io.Writer) error) error {
	var content bytes.Buffer
	if err := fill(&content); err != nil {
		return failure.Default(failure.Input, err)
	}
	return OutputBytes(name, content.Bytes())
}

// OutputBytes gives a file that a user names the content. The failure is one of the machine.
func OutputBytes(name string, content []byte) error {
	return Stream(name, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

// OutputOrStdout is Output for a named file, and else writes the standard output.
func OutputOrStdout(stdout io.Writer, name string, fill func(io.Writer) error) error {
	if name == "" {
		return failure.Default(failure.Input, fill(stdout))
	}
	return Output(name, fill)
}

// Stream gives a file the content that fill writes, without holding it. The
// file is not touched when that fails; the failure is one of the machine.
func Stream(name string, fill func(io.Writer) error) error {
	write := Disk{}.Replace
	if stat, err := os.Stat(name); err == nil && !stat.Mode().IsRegular() {
		write = fillDevice
	}
	if err := write(name, fill); err != nil {
		return failure.With(failure.Machine, fmt.Errorf("output: %w", err))
	}
	return nil
}

// CheckOutput finds what keeps Output and Stream from writing a file, before there is
// anything to write. A folder that is not there is the fault of the user, and is not
// made; the rest is one of the machine.
func CheckOutput(name string) error {
	stat, err := os.Stat(name)
	if err == nil && !stat.Mode().IsRegular() && !stat.IsDir() {
		return nil // a device or a pipe takes what comes
	}
	folder := filepath.Dir(name)
	if stat, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) || err == nil && !stat.IsDir() {
		return failure.Inputf("%s is no folder (expected one that exists)", folder)
	}
	return failure.Default(failure.Machine, CheckTarget(name))
}

// CheckFolder returns an error if files cannot be written into a folder. A missing folder is no error, as MakeFolder makes
// it with its parents.
func CheckFolder(name string) error {
	for {
		stat, err := os.Stat(name)
		missing := errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
		if above := filepath.Dir(name); missing && above != name {
			name = above
			continue
		}
		switch {
		case err != nil:
			return failure.With(failure.Machine, err)
		case !stat.IsDir():
			return failure.Inputf("%s is no folder (expected one, or a name that is free)", name)
		}
		if err := probeWritable(filepath.Join(name, "file")); err != nil {
			return failure.With(failure.Machine, &WriteError{Path: name, Step: "create", Err: err})
		}
		return nil
	}
}

// MakeFolder makes a folder that a user names, with those above, where it is not there.
func MakeFolder(name string) error {
	if err := os.MkdirAll(name, 0o777); err != nil {
		return failure.With(failure.Machine, fmt.Errorf("output: %w", err))
	}
	return nil
}

// fillDevice writes to what is there already, a device or a pipe.
func fillDevice(name string, fill func(io.Writer) error) error {
	device, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(fill(device), device.Close())
}

// OutputBetweenMarks replaces the text between two marks of a file by the output of write. Kind is
// the command that writes there.
func OutputBetweenMarks(path, kind, name string, write func(io.Writer) error) error {
	before, after, err := cutMarked(path, kind, name)
	if err != nil {
		return err
	}
	return Output(path, func(w io.Writer) error {
		fmt.Fprint(w, before, "\n")
		err := write(w)
		fmt.Fprint(w, after)
		return err
	})
}

// CheckMarks returns the error of OutputBetweenMarks before there is anything to write.
func CheckMarks(path, kind, name string) error {
	_, _, err := cutMarked(path, kind, name)
	return err
}

// cutMarked returns the text of a file before and after what OutputBetweenMarks replaces, with the
// marks.
func cutMarked(path, kind, name string) (before, after string, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", "", failure.Inputf("flag --into: %w", err)
	}
	begin, end := "<!-- "+kind+" "+name+" -->\n", "<!-- end -->\n"
	before, rest, found := strings.Cut(string(text), begin)
	_, after, ends := strings.Cut(rest, end)
	if !found || !ends {
		return "", "", failure.Inputf("%s: there is no line %q with %q behind it", path, strings.TrimSpace(begin), strings.TrimSpace(end))
	}
	return before + begin, end + after, nil
}
