package main

import (
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/gate"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/cmd/flags"
)

// maxShownMisses is how many misses of a baseline are shown in short.
const maxShownMisses = 10

// baselineCommand groups what is done to accepted runs.
func baselineCommand() *cli.Command {
	return command.Group("baseline", "accept runs as the measure of later ones, check or show those accepted",
		baselineAcceptCommand(), baselineCheckCommand(), baselineShowCommand())
}

func baselineAcceptCommand() *cli.Command {
	return &cli.Command{
		Name:      "accept",
		Usage:     "measure suites and make the runs their baselines",
		ArgsUsage: "[SUITE]...",
		Flags: flags.Concat(
			[]cli.Flag{
				&cli.StringFlag{Name: "reason", Usage: "why the new results are right, one line of `TEXT`"},
				&cli.StringSliceFlag{Name: "only", Usage: "take over the position `ID` alone, of the one suite named; may be given again"},
				&cli.PathFlag{Name: "from", Usage: "accept the run in `FILE` for the one suite named"},
				flags.NoBuild(),
			},
			flags.Runner()),
		Action:       command.Measure(command.Anything(), accept),
		BashComplete: command.Complete(config.KnownSuites),
	}
}

// accept replaces the baselines of the suites named.
func accept(c *cli.Context, args []string) (end command.Conclusion, err error) {
	if strings.TrimSpace(c.String("reason")) == "" {
		return end, failure.Inputf("flag --reason is missing (expected why the new results are right)")
	}
	r, selected, err := namedSuites(c, args)
	if err != nil {
		return end, err
	}
	only, single := c.StringSlice("only"), len(selected) == 1 && len(args) == 1
	if c.Path("from") != "" && !single {
		return end, failure.Inputf("flag --from (expected the name of the one suite that the run is of)")
	}
	if len(only) > 0 && !single {
		return end, failure.Inputf("flag --only (expected the name of the one suite that the positions are of)")
	}
	var all []*gate.Accepted
	err = gate.Accept(c.Context, r, &gate.Acceptance{Suites: selected, From: c.Path("from"), Accepted: store.Accepted{
		Reason: c.String("reason"), Date: flags.Today(), Tool: r.Tool, Go: runtime.Version(), Commit: revision.Current(c.Context), Only: only,
	}}, func(a *gate.Accepted) error {
		all = append(all, a)
		_, err := fmt.Fprintln(c.App.Writer, report.Accepted(a))
		return err
	})
	if err != nil {
		return end, err
	}
	return command.Conclusion{Verdict: "accepted", Fields: report.AcceptedFields(selected, all)}, nil
}

// namedSuites returns the suites that the arguments name, all without any, and what runs
// them.
func namedSuites(c *cli.Context, args []string) (*runner.Runner, []config.Suite, error) {
	in := flags.Read(c)
	r := in.Runner()
	if err := in.Err(); err != nil {
		return nil, nil, err
	}
	selected, err := r.Config.Select(args)
	return r, selected, err
}

func baselineShowCommand() *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "show what was accepted, when and why",
		ArgsUsage: "[SUITE]...",
		Flags: []cli.Flag{
			&cli.PathFlag{Name: "config", Usage: "read `FILE` instead of " + config.FileName},
			&cli.BoolFlag{Name: "verbose", Usage: "show every position"},
		},
		Action:       command.Do(command.Anything(), showBaselines),
		BashComplete: command.Complete(config.KnownSuites),
	}
}

// showBaselines prints what was accepted.
func showBaselines(c *cli.Context, args []string) error {
	settings, err := flags.LoadConfig(c)
	if err != nil {
		return err
	}
	selected, err := settings.Select(args)
	if err != nil {
		return err
	}
	var bad []error
	for i := range selected {
		baseline, err := gate.LoadBaseline(settings, &selected[i])
		if err != nil {
			bad = append(bad, err)
			continue
		}
		fmt.Fprintln(c.App.Writer, report.Provenance(settings.Path(selected[i].Baseline), &baseline.Accepted))
		options, limits := report.Options{Verbose: c.Bool("verbose")}, doc.Extent{Screen: command.Screen(c)}
		if !options.Verbose {
			limits.Rows = maxShownMisses
		}
		bad = append(bad, doc.Write(c.App.Writer, report.Run(&report.Trial{Run: baseline.Run}, options), doc.PlainText, limits))
	}
	return errors.Join(bad...)
}

func baselineCheckCommand() *cli.Command {
	return &cli.Command{
		Name:      "check",
		Usage:     "say whether the baselines are those of the engine as it is",
		ArgsUsage: "[SUITE]...",
		Flags: flags.Concat(
			[]cli.Flag{&cli.BoolFlag{Name: "static", Usage: "measure nothing: look for what is missing, stale, damaged or an orphan only"}, flags.NoBuild()},
			flags.Runner()),
		Action:       command.Measure(command.Anything(), checkBaselines),
		BashComplete: command.Complete(config.KnownSuites),
	}
}

// checkBaselines prints the status of every baseline.
func checkBaselines(c *cli.Context, args []string) (end command.Conclusion, err error) {
	r, selected, err := namedSuites(c, args)
	if err != nil {
		return end, err
	}
	var all []gate.Status
	examination := &gate.Examination{Suites: selected, All: len(args) == 0, Static: c.Bool("static"), EqualOptions: flags.Read(c).EqualOptions(), Today: flags.Today()}
	err = gate.Check(c.Context, r, examination, func(s gate.Status) {
		all = append(all, s)
		fmt.Fprintln(c.App.Writer, report.Status(s))
	})
	if err != nil {
		return end, err
	}
	end.Verdict, end.Kind = gate.Worst(all)
	end.Fields = report.StatusFields(selected, all)
	return end, nil
}
