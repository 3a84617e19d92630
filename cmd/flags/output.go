package flags

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/runner"
)

// Output is a flag for something that a command writes. The folder of a file has to be
// there; one that is named itself is made.
type Output struct {
	*cli.PathFlag
	folder bool
}

// Out returns the flag for the file that a command writes.
func Out(usage string) cli.Flag {
	return &Output{PathFlag: &cli.PathFlag{Name: "out", Aliases: []string{"o"}, Usage: usage}}
}

// File returns the flag of another file that a command writes.
func File(name, usage string) cli.Flag {
	return &Output{PathFlag: &cli.PathFlag{Name: name, Usage: usage}}
}

// HTML returns the flag of a page to look at.
func HTML(aliases ...string) cli.Flag {
	return &Output{PathFlag: &cli.PathFlag{
		Name: "html", Aliases: aliases,
		Usage: "write the report to `FILE` as well, a page with boards and figures that needs nothing beside it",
	}}
}

// Folder returns the flag of a folder that a command writes into.
func Folder(name, usage string) cli.Flag {
	return &Output{PathFlag: &cli.PathFlag{Name: name, Usage: usage}, folder: true}
}

// CheckOutputs finds what keeps a command from writing what its flags name. It is asked
// before the command does anything, so that nothing is measured and then lost.
func CheckOutputs(c *cli.Context) error {
	for _, flag := range c.Command.Flags {
		output, ok := flag.(*Output)
		if !ok || !c.IsSet(output.Name) {
			continue
		}
		if err := output.check(c.Path(output.Name)); err != nil {
			return failure.With(failure.Of(err), fmt.Errorf("flag --%s=%s: %w", output.Name, c.Path(output.Name), err))
		}
	}
	return nil
}

func (o *Output) check(path string) error {
	switch {
	case path == "" && o.folder:
		return failure.Inputf("no folder is named (expected a name)")
	case path == "":
		return failure.Inputf("no file is named (expected a name)")
	case o.folder:
		return file.CheckFolder(path)
	case strings.Contains(path, runner.EngineMark):
		return nil // whoever knows the names of the engines checks them
	}
	return file.CheckOutput(path)
}

// CheckInto checks the marks in the file of --into, if it is given: see file.OutputBetweenMarks.
func (r *Reader) CheckInto(kind, name string) {
	if path := r.Path("into"); path != "" {
		r.AddErr(file.CheckMarks(path, kind, name))
	}
}
