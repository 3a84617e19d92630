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
	if err := swap(name, content.Bytes()); err != nil {
		return &failure{code: codeMachine, err: fmt.Errorf("output: %w", err)}
	}
	return nil
}

// swap writes a file beside name and renames it to name.
func swap(name string, content []byte) error {
	if stat, err := os.Stat(name); err == nil && !stat.Mode().IsRegular() {
		return os.WriteFile(name, content, 0o666) // a device or a pipe
	}
	beside, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(beside.Name()) // gone already when all went well
	if _, err := beside.Write(content); err != nil {
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
