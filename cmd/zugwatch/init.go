package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/config/starter"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/gate"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/cmd/flags"
)

// initCommand writes the first configuration of a repository.
func initCommand() *cli.Command {
	return &cli.Command{
		Name:  "init",
		Usage: "write a zugwatch.yaml and a workflow for the engine in this folder",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "name", Usage: "call the engine `NAME`"},
			&cli.StringFlag{Name: "command", Usage: "the engine is the program at `PATH`, from this folder"},
			&cli.StringFlag{Name: "build", Usage: "`COMMAND` for the shell builds it"},
			&cli.StringFlag{Name: "branch", Value: "main", Usage: "the default branch is `BRANCH`"},
			&cli.StringFlag{Name: "pin", DefaultText: "that of this program", Usage: "the workflow uses Zugwatch at the commit `HASH`"},
			&cli.BoolFlag{Name: "baselines", Usage: "have stored baselines judge, a fixed reference, instead of the base branch side by side"},
			&cli.BoolFlag{Name: "force", Usage: "replace files that are there"},
			&cli.BoolFlag{Name: "print", Usage: "print the files and write none"},
		},
		Action: command.Do(command.Takes(0, 0, "no argument; it looks into the working directory"), initialise),
	}
}

// initialise writes the files, or prints them.
func initialise(c *cli.Context, _ []string) error {
	options := starter.Options{
		Name: c.String("name"), Command: c.String("command"), Build: c.String("build"),
		Branch: c.String("branch"), Pin: cmp.Or(c.String("pin"), releaseCommit, revision.ProgramCommit()), Baselines: c.Bool("baselines"),
	}
	files, err := starter.Files(os.DirFS("."), options)
	if err != nil {
		return err
	}
	why, err := unkept(c, files[0])
	if err != nil {
		return err
	}
	if why != "" {
		fmt.Fprintf(c.App.ErrWriter, "limits are by depth: %s\n", why)
		options.ByDepth = true
		if files, err = starter.Files(os.DirFS("."), options); err != nil {
			return err
		}
	}
	if c.Bool("print") {
		_, err := io.WriteString(c.App.Writer, starter.Text(files))
		return err
	}
	err = starter.Write(files, c.Bool("force"), func(name string) { fmt.Fprintf(c.App.Writer, "wrote %s\n", name) })
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(c.App.Writer, "\n"+starter.Next(c.Bool("baselines")))
	return err
}

// trial is how long the limit of an engine is tried at most.
const trial = 20 * time.Second

// unkept says how the engine of a first configuration misses the limit of its first suite,
// empty where it keeps it or where that cannot be tried: it is not built yet, fails, or takes
// too long. The error is that of a command that was told to end.
func unkept(c *cli.Context, file starter.File) (string, error) {
	settings, err := config.Parse(file.Name, []byte(file.Text))
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(c.Context, trial)
	defer cancel()
	why, err := gate.TryLimit(ctx, flags.Read(c).RunnerOf(settings, settings.Own), &settings.Suites[0])
	switch {
	case c.Context.Err() != nil:
		return "", failure.Interruption(c.Context, err)
	case ctx.Err() != nil:
		fmt.Fprintf(c.App.ErrWriter, "the limit was not tried: five searches take longer than %v\n", trial)
	}
	return why, nil
}
