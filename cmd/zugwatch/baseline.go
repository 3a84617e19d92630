package main

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/gate"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/cmd/flags"
)

// maxShownMisses is the number of misses of a baseline in the short output.
const maxShownMisses = 10

// baselineCommand returns the command baseline.
func baselineCommand() *cli.Command {
	return command.Group("baseline", "accept runs as the measure of later ones, check or show those accepted",
		command.New("accept [SUITE]...", "measure suites and make the runs their baselines", command.MeasureAction(command.ArbitraryArgs(), acceptRuns), []cli.Flag{
			&cli.StringFlag{Name: "reason", Usage: "why the new results are right, one line of `TEXT`"},
			&cli.StringSliceFlag{Name: "only", Usage: "take over the position `ID` alone, of the one suite named; may be given again"},
			&cli.PathFlag{Name: "from", Usage: "accept the run in `FILE` for the one suite named"},
			flags.NoBuild(),
		}, flags.Runner()),
		command.New("check [SUITE]...", "say whether the baselines are those of the engine as it is", command.MeasureAction(command.ArbitraryArgs(), checkBaselines), []cli.Flag{
			&cli.BoolFlag{Name: "static", Usage: "measure nothing: look for what is missing, stale, damaged or an orphan only"},
			flags.NoBuild(),
		}, flags.Runner()),
		command.New("show [SUITE]...", "show what was accepted, when and why", command.ActionOf(command.ArbitraryArgs(), showBaselines),
			[]cli.Flag{flags.Config(), &cli.BoolFlag{Name: "verbose", Usage: "show every position"}}))
}

// acceptRuns replaces the baselines of the suites named.
func acceptRuns(in *flags.Reader, args []string) (end command.Conclusion, err error) {
	in.Required("reason", "why the new results are right")
	r, selected, err := in.ReadyRunnerOn(args)
	if err != nil {
		return end, err
	}
	only, single := in.StringSlice("only"), len(selected) == 1 && len(args) == 1
	if in.Path("from") != "" && !single {
		return end, failure.Inputf("flag --from (expected the name of the one suite that the run is of)")
	}
	if len(only) > 0 && !single {
		return end, failure.Inputf("flag --only (expected the name of the one suite that the positions are of)")
	}
	var all []*gate.Accepted
	err = gate.Accept(in.Ctx(), r, &gate.Acceptance{Suites: selected, From: in.Path("from"), Accepted: store.Accepted{
		Reason: in.String("reason"), Date: flags.Today(), Tool: r.Tool, Go: runtime.Version(), Commit: revision.CurrentCommit(in.Ctx()), Only: only,
	}}, func(a *gate.Accepted) error {
		all = append(all, a)
		_, err := fmt.Fprintln(in.App.Writer, report.AcceptanceLine(a))
		return err
	})
	if err != nil {
		return end, err
	}
	return command.Conclusion{Verdict: "accepted", Fields: report.AcceptedFields(selected, all)}, nil
}

// showBaselines prints what was accepted.
func showBaselines(in *flags.Reader, args []string) error {
	settings := in.Config()
	selected := in.SelectSuites(settings, args)
	if err := in.Err(); err != nil {
		return err
	}
	var bad []error
	for i := range selected {
		baseline, err := gate.LoadBaseline(settings, &selected[i])
		if err != nil {
			bad = append(bad, err)
			continue
		}
		fmt.Fprintln(in.App.Writer, report.Provenance(settings.Path(selected[i].Baseline), &baseline.Accepted))
		options, limits := report.Options{Verbose: in.Bool("verbose")}, doc.Extent{Screen: command.Screen(in.Context)}
		if !options.Verbose {
			limits.Rows = maxShownMisses
		}
		bad = append(bad, doc.Write(in.App.Writer, report.Run(&report.Trial{Run: baseline.Run}, options), doc.PlainText, limits))
	}
	return errors.Join(bad...)
}

// checkBaselines prints the status of every baseline.
func checkBaselines(in *flags.Reader, args []string) (end command.Conclusion, err error) {
	r, selected, err := in.ReadyRunnerOn(args)
	if err != nil {
		return end, err
	}
	var all []gate.Status
	examination := &gate.CheckOptions{Suites: selected, All: len(args) == 0, Static: in.Bool("static"), EqualOptions: in.EqualOptions(), Today: flags.Today()}
	err = gate.Check(in.Ctx(), r, examination, func(s gate.Status) {
		all = append(all, s)
		fmt.Fprintln(in.App.Writer, report.StatusLine(s))
	})
	if err != nil {
		return end, err
	}
	end.Verdict, end.Kind = gate.Worst(all)
	end.Fields = report.StatusFields(selected, all)
	return end, nil
}
