package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"
)

// outFlag is the flag for the file that a command writes.
func outFlag(usage string) cli.Flag {
	return &cli.PathFlag{Name: "out", Aliases: []string{"o"}, Usage: usage}
}

// replaceFile gives a file the content that fill writes. The file is not
// touched when fill fails, and never half written.
func replaceFile(name string, fill func(io.Writer) error) error {
	var content bytes.Buffer
	if err := fill(&content); err != nil {
		return withCode(codeInput, err)
	}
	return streamFile(name, func(w io.Writer) error {
		_, err := w.Write(content.Bytes())
		return err
	})
}

// streamFile gives a file the content that fill writes, without holding it. The
// file is not touched when that fails; the failure is one of the machine.
func streamFile(name string, fill func(io.Writer) error) error {
	if err := swap(name, fill); err != nil {
		return &failure{code: codeMachine, err: fmt.Errorf("output: %w", err)}
	}
	return nil
}

// swap fills a file beside name and renames it to name.
func swap(name string, fill func(io.Writer) error) error {
	if stat, err := os.Stat(name); err == nil && !stat.Mode().IsRegular() {
		return fillDevice(name, fill)
	}
	beside, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(beside.Name()) // gone already when all went well
	if err := fill(beside); err != nil {
		beside.Close()
		return err
	}
	if err := beside.Chmod(0o644); err != nil {
		beside.Close()
		return err
	}
	if err := beside.Close(); err != nil {
		return err
	}
	return os.Rename(beside.Name(), name)
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
