package file

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/zugwatch/zugwatch/bench/failure"
)

// Output gives a file that a user names the content that fill writes. The file is not
// touched when fill fails, and never half written.
func Output(name string, fill func(io.Writer) error) error {
	var content bytes.Buffer
	if err := fill(&content); err != nil {
		return failure.Default(failure.Input, err)
	}
	return Stream(name, func(w io.Writer) error {
		_, err := w.Write(content.Bytes())
		return err
	})
}

// OutputOr is Output, or fills the standard output where no file is named.
func OutputOr(stdout io.Writer, name string, fill func(io.Writer) error) error {
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

// fillDevice writes to what is there already, a device or a pipe.
func fillDevice(name string, fill func(io.Writer) error) error {
	device, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if err := fill(device); err != nil {
		device.Close()
		return err
	}
	return device.Close()
}

// OutputInto puts what write writes between two marks of a file of text; kind is the
// command that writes there.
func OutputInto(path, kind, name string, write func(io.Writer) error) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return failure.Inputf("flag --into: %w", err)
	}
	begin, end := "<!-- "+kind+" "+name+" -->\n", "<!-- end -->\n"
	before, rest, found := strings.Cut(string(text), begin)
	_, after, ends := strings.Cut(rest, end)
	if !found || !ends {
		return failure.Inputf("%s: there is no line %q with %q behind it", path, strings.TrimSpace(begin), strings.TrimSpace(end))
	}
	return Output(path, func(w io.Writer) error {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			return err
		}
		_, err := fmt.Fprint(w, before, begin, "\n", b.String(), end, after)
		return err
	})
}
