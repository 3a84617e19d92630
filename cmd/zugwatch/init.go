package main

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/config/starter"
	"github.com/zugwatch/zugwatch/bench/enginetrial"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/finding"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/cmd/flags"
)

// initCommand returns the command init.
func initCommand() *cli.Command {
	return command.New("init", "write a zugwatch.yaml and a workflow for the engine in this folder",
		command.ActionOf(command.RangeArgs(0, 0, "no argument; it looks into the working directory"), initialise), []cli.Flag{
			&cli.StringFlag{Name: "name", Usage: "call the engine `NAME`"},
			&cli.StringFlag{Name: "command", Usage: "the engine is the program at `PATH`, from this folder"},
			&cli.StringFlag{Name: "build", Usage: "`COMMAND` for the shell builds it"},
			flags.NoBuild(),
			&cli.StringFlag{Name: "branch", DefaultText: "that of origin, else the present one", Usage: "the workflow runs on pushes to `BRANCH`"},
			&cli.StringFlag{Name: "pin", DefaultText: "that of this program", Usage: "the workflow uses Zugwatch at the commit `HASH`, or at the tag of a release"},
			&cli.BoolFlag{Name: "baselines", Usage: "have stored baselines judge, a fixed reference, instead of the base branch side by side"},
			&cli.BoolFlag{Name: "history", Usage: "have the workflow keep a history of the default branch, by a job that may write"},
			&cli.DurationFlag{Name: "try", Value: time.Minute, Usage: "search whole suites for `TIME` to say what they can tell of the engine; 0 tries its limits on a few positions alone"},
			&cli.BoolFlag{Name: "force", Usage: "replace files that are there"},
			&cli.BoolFlag{Name: "print", Usage: "print the files and write none"},
		})
}

// initialise writes the files, or prints them.
func initialise(in *flags.Reader, _ []string) error {
	branch, reason := in.String("branch"), ""
	if branch == "" {
		branch, reason = revision.DefaultBranch(in.Ctx(), ".")
	}
	trial := enginetrial.Trial{Tree: os.DirFS("."), SuiteTime: in.Duration("try"), Today: flags.Today(), Options: &starter.Options{
		Name: in.String("name"), Command: in.String("command"), Build: in.String("build"), Branch: branch, Repository: revision.ProjectName(in.Ctx(), "."),
		Pin: cmp.Or(in.String("pin"), releaseCommit, revision.ProgramCommit(), revision.ProgramTag()), Baselines: in.Bool("baselines"), History: in.Bool("history"),
		Ignored:   func(path string) bool { return revision.IsIgnored(in.Ctx(), path) },
		Installed: func(program string) bool { _, err := exec.LookPath(program); return err == nil },
	}}
	trial.Tracked = func(path string) bool { return revision.IsTracked(in.Ctx(), path) }
	trial.Untracked = func(ignored bool) []string { return revision.Untracked(in.Ctx(), ".", ignored) }
	plan, tried, err := trial.Plan(in.Ctx(), func(settings *config.Config) *runner.Runner {
		r := in.RunnerOf(settings, settings.Own)
		if in.Bool("print") {
			r.Maker = nil // it writes nothing
		}
		return r
	})
	if err == nil && len(tried) > 0 {
		err = doc.Write(in.App.ErrWriter, finding.TrialTable(tried), doc.PlainText, doc.Extent{})
	}
	if err != nil {
		return err
	}
	if reason != "" && plan.NoWorkflow == "" {
		fmt.Fprintf(in.App.ErrWriter, "the workflow runs on pushes to %s (%s; --branch names another)\n", branch, reason)
	}
	if plan.Compiler != "" {
		fmt.Fprintln(in.App.ErrWriter, plan.Compiler)
	}
	if in.Bool("print") {
		return cmp.Or(in.Print(starter.Text(plan.Files)), plan.Failure())
	}
	if err := starter.Write(plan.Files, in.Bool("force"), func(name string) { fmt.Fprintf(in.App.Writer, "wrote %s\n", name) }); err != nil {
		return err
	}
	if plan.NoWorkflow != "" {
		fmt.Fprintf(in.App.ErrWriter, "no workflow was written: %s\n", plan.NoWorkflow)
	}
	return cmp.Or(in.Print("\n"+plan.Next()), plan.Failure())
}
