package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/config/starter"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/bench/start"
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
			flags.NoBuild(),
			&cli.StringFlag{Name: "branch", Value: "main", Usage: "the default branch is `BRANCH`"},
			&cli.StringFlag{Name: "pin", DefaultText: "that of this program", Usage: "the workflow uses Zugwatch at the commit `HASH`, or at the tag of a release"},
			&cli.BoolFlag{Name: "baselines", Usage: "have stored baselines judge, a fixed reference, instead of the base branch side by side"},
			&cli.BoolFlag{Name: "history", Usage: "have the workflow keep a history of the default branch, by a job that may write"},
			&cli.DurationFlag{Name: "try", Value: time.Minute, Usage: "search whole suites for `TIME` to say what they can tell of the engine; 0 tries its limits on a few positions alone"},
			&cli.BoolFlag{Name: "force", Usage: "replace files that are there"},
			&cli.BoolFlag{Name: "print", Usage: "print the files and write none"},
		},
		Action: command.Do(command.Takes(0, 0, "no argument; it looks into the working directory"), initialise),
	}
}

// initialise writes the files, or prints them.
func initialise(c *cli.Context, _ []string) error {
	options := starter.Options{
		Name: c.String("name"), Command: c.String("command"), Build: c.String("build"), Branch: c.String("branch"),
		Pin: cmp.Or(c.String("pin"), releaseCommit, revision.ProgramCommit(), revision.ProgramTag()), Baselines: c.Bool("baselines"), History: c.Bool("history"),
		Ignored: func(path string) bool { return revision.Ignores(c.Context, path) },
	}
	plan, err := starter.NewPlan(os.DirFS("."), options)
	if err != nil {
		return err
	}
	if err := tryEngine(c, plan, &options); err != nil {
		return err
	}
	if plan, err = starter.NewPlan(os.DirFS("."), options); err != nil {
		return err
	}
	if c.Bool("print") {
		_, err := io.WriteString(c.App.Writer, starter.Text(plan.Files))
		return err
	}
	err = starter.Write(plan.Files, c.Bool("force"), func(name string) { fmt.Fprintf(c.App.Writer, "wrote %s\n", name) })
	if err != nil {
		return err
	}
	if plan.NoWorkflow != "" {
		fmt.Fprintf(c.App.ErrWriter, "no workflow was written: %s\n", plan.NoWorkflow)
	}
	_, err = fmt.Fprint(c.App.Writer, "\n"+plan.Next())
	return err
}

// tryEngine builds the engine of a plan and sets the options that follow from what it does.
func tryEngine(c *cli.Context, plan *starter.Plan, options *starter.Options) error {
	file := plan.Files[0]
	settings, err := config.Parse(file.Name, []byte(file.Text))
	if err != nil {
		return err
	}
	trial := start.Trial{Tree: os.DirFS("."), Options: options, Runner: flags.Read(c).RunnerOf(settings, settings.Own), Whole: c.Duration("try"), Today: flags.Today()}
	if c.Bool("print") {
		trial.Runner.Maker = nil // it writes nothing
	}
	tried, err := trial.Run(c.Context)
	if err != nil || len(tried) == 0 {
		return err
	}
	return doc.Write(c.App.ErrWriter, report.Tried(tried), doc.PlainText, doc.Extent{})
}
