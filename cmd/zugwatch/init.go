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
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/cmd/flags"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/game"
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

// trial is how long the limit of an engine is tried at most.
const trial = 20 * time.Second

// tryEngine builds the engine of a plan and sets the options that follow from what it does.
// What fails is told, and nothing follows from it: the files are there to be mended. The
// error is that of a command that was told to end.
func tryEngine(c *cli.Context, plan *starter.Plan, options *starter.Options) error {
	file := plan.Files[0]
	settings, err := config.Parse(file.Name, []byte(file.Text))
	if err != nil {
		return err
	}
	r := flags.Read(c).RunnerOf(settings, settings.Own)
	if c.Bool("print") {
		r.Maker = nil // it writes nothing
	}
	found, err := r.Find(c.Context, settings.Engine)
	if err == nil {
		if detected := found.Detected(c.Context, 0); detected.Game() == game.Shogi {
			fmt.Fprintf(c.App.ErrWriter, "%s speaks USI\n", detected.Name)
			options.Shogi = true
			return nil
		}
		var has bool
		has, err = found.Has(c.Context, builtin.HashOption)
		if options.NoHash = err == nil && !has; options.NoHash {
			settings.Engines[0].Options = nil
		}
	}
	if c.Context.Err() != nil {
		return failure.Interruption(c.Context, err)
	}
	if err != nil {
		if !c.Bool("print") {
			fmt.Fprintf(c.App.ErrWriter, "the engine was not tried: %v\n", err)
		}
		return nil
	}
	if tried, err := tryLimits(c, r, options); err != nil || !tried {
		return err
	}
	return tryMates(c, r, options)
}

// tryLimits sets what follows from what an engine makes of limits, first of one by nodes, and tells whether that could
// be tried.
func tryLimits(c *cli.Context, r *runner.Runner, options *starter.Options) (bool, error) {
	tried, err := tryLimit(c, r, options, "wac")
	if tried == nil {
		return false, err
	}
	unkept := tried.Unkept
	if options.Silent = tried.Silent; options.Silent && unkept == "" {
		for _, name := range []string{"wac", "zugzwang-proven"} {
			if tried, err = tryLimit(c, r, options, name); tried == nil {
				return false, err
			}
			unkept = cmp.Or(unkept, tried.Unkept)
		}
	}
	if options.ByDepth = unkept != ""; options.ByDepth {
		fmt.Fprintf(c.App.ErrWriter, "limits are by depth: %s\n", unkept)
	}
	if options.Silent {
		fmt.Fprintln(c.App.ErrWriter, "the engine tells too few of its iterations to say how soon it finds a solution: "+silence(options.ByDepth))
	}
	return true, nil
}

// tryMates puts the suite of mates into the plan where the engine can be judged by it.
func tryMates(c *cli.Context, r *runner.Runner, options *starter.Options) error {
	with := *options
	with.Mates = true
	chosen, err := planned(&with, "mates")
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(c.Context, trial)
	defer cancel()
	why, err := gate.TryMates(ctx, r, chosen)
	switch {
	case c.Context.Err() != nil:
		return failure.Interruption(c.Context, err)
	case ctx.Err() != nil:
		why = fmt.Sprintf("it takes longer than %v", trial)
	case err != nil:
		why = err.Error()
	}
	if options.Mates = why == ""; !options.Mates {
		fmt.Fprintf(c.App.ErrWriter, "suite mates is left out: %s\n", why)
	}
	return nil
}

// planned is a suite as it would be written.
func planned(options *starter.Options, name string) (*config.Suite, error) {
	plan, err := starter.NewPlan(os.DirFS("."), *options)
	if err != nil {
		return nil, err
	}
	settings, err := config.Parse(plan.Files[0].Name, []byte(plan.Files[0].Text))
	if err != nil {
		return nil, err
	}
	chosen, err := settings.Select([]string{name})
	if err != nil {
		return nil, err
	}
	return &chosen[0], nil
}

// silence says what follows of an engine that tells too few of its iterations.
func silence(byDepth bool) string {
	if byDepth {
		return "only what it solves is judged"
	}
	return "suites are searched in steps"
}

// tryLimit says what an engine makes of the limit of a suite, nil where that cannot be
// tried: it fails, or takes too long.
func tryLimit(c *cli.Context, r *runner.Runner, options *starter.Options, name string) (*gate.Tried, error) {
	suite, err := planned(options, name)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(c.Context, trial)
	defer cancel()
	tried, err := gate.TryLimit(ctx, r, suite)
	switch {
	case c.Context.Err() != nil:
		return nil, failure.Interruption(c.Context, err)
	case ctx.Err() != nil:
		fmt.Fprintf(c.App.ErrWriter, "the limit was not tried: five searches take longer than %v\n", trial)
	case err != nil:
		fmt.Fprintf(c.App.ErrWriter, "the limit was not tried: %v\n", err)
	default:
		return tried, nil
	}
	return nil, nil
}
