package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/selftest"
	"github.com/zugwatch/zugwatch/bench/speed"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/cmd/flags"
)

// selftestCommand proves that the gates can fail.
func selftestCommand() *cli.Command {
	return &cli.Command{
		Name:      "selftest",
		Usage:     "inject known regressions and prove that every gate goes red",
		ArgsUsage: "[SUITE]...",
		Flags: flags.Concat(
			[]cli.Flag{
				flags.Config(),
				&cli.DurationFlag{Name: "speed", Value: selftest.RaceTime, Usage: "race the engine for about a `TIME` with an equal and with a slower one, for longer where that decides nothing; 0 does not"},
			},
			command.PageFlags()),
		Action:       command.Paged(command.Anything(), runSelftest),
		BashComplete: command.Complete(config.KnownSuites),
	}
}

// runSelftest makes all injections and counts those that were not found.
func runSelftest(c *cli.Context, names []string, _ command.Page) (end command.Conclusion, err error) {
	if budget := c.Duration("speed"); budget != 0 && budget < speed.MinBudget {
		return end, failure.Inputf("flag --speed=%v (expected 0 or at least %v)", budget, speed.MinBudget)
	}
	settings, err := flags.LoadConfig(c)
	if err != nil {
		return end, err
	}
	selected, err := settings.Select(names)
	if err != nil {
		return end, err
	}
	path, err := os.Executable()
	if err != nil {
		return end, err
	}
	test := selftest.Test{
		Config: settings, Suites: selected, Today: flags.Today(), Program: thisProgram(path),
		Race: c.Duration("speed"), Tell: flags.Tell(c.App.ErrWriter),
	}
	all, err := test.Run(c.Context)
	if err != nil {
		return end, err
	}
	return selftestEnd(all), nil
}

// selftestEnd fails where one was missed, or none was made.
func selftestEnd(all []selftest.Injection) command.Conclusion {
	end := command.Conclusion{
		Verdict: compare.Pass.String(), Fields: report.InjectionsFields(all), Page: report.Injections(all, command.CodeOfKind),
	}
	if len(all) == 0 || selftest.Missed(all) > 0 {
		end.Verdict, end.Kind = compare.Fail.String(), failure.Regression
	}
	return end
}

// thisProgram returns this program, called in its own process; path is where it can be
// started as an engine.
func thisProgram(path string) selftest.Program {
	return selftest.Program{Path: path, Call: inProcess, Signal: &command.SignalError{Signal: os.Interrupt}}
}

// inProcess calls this program.
func inProcess(ctx context.Context, args ...string) (kind failure.Kind, out string, concluded bool) {
	var printed bytes.Buffer
	code := run(ctx, append([]string{"zugwatch"}, args...), strings.NewReader(""), &printed, &printed)
	for line := range strings.Lines(printed.String()) {
		concluded = concluded || strings.HasPrefix(line, "zugwatch: verdict=") && strings.Contains(strings.TrimSpace(line)+" ", fmt.Sprintf(" code=%d ", code))
	}
	return command.KindOf(code), printed.String(), concluded
}
