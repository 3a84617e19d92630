package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report"
)

// conclusion is what the last line of a command that measures says.
type conclusion struct {
	verdict string
	code    int
	fields  []report.Field
}

// conclude runs a command that measures and prints its last line, also when it
// failed.
func conclude(c *cli.Context, measure func() (conclusion, error)) error {
	end, err := measure()
	if err != nil {
		end.verdict, end.code = compare.Inconclusive.String(), codeOf(err)
	}
	if broken := report.Line(c.App.Writer, end.verdict, end.code, end.fields...); broken != nil {
		return broken
	}
	return end.failure(err)
}

// failure is the error that leads to the exit code: err, or a silent one.
func (end conclusion) failure(err error) error {
	if err == nil && end.code != codePass {
		return &failure{code: end.code}
	}
	return err
}

// verdictCode is the exit code of a verdict. What is not decided for faults of
// the engine has a code of its own.
func verdictCode(verdict compare.Verdict, faulted bool) int {
	switch {
	case verdict == compare.Pass:
		return codePass
	case verdict == compare.Fail:
		return codeRegression
	case faulted:
		return codeEngine
	}
	return codeUndecided
}

// faultError tells the first of the engine's faults and how many there were;
// timing may be nil.
func faultError(run *bench.Run, timing *bench.Timing) error {
	for i, outcome := range run.Outcomes {
		if outcome.Verdict == bench.Faulted {
			text := outcome.Fault.String()
			if timing != nil && timing.Positions[i].Fault != "" {
				text = outcome.Fault.Message(timing.Positions[i].Fault)
			}
			return &failure{code: codeEngine, err: fmt.Errorf("engine faults on %d of %d positions of suite %s, first on %s: %s",
				run.Totals().Faulted, run.Shard.Size(len(run.Outcomes)), run.Suite.Name, outcome.ID, text)}
		}
	}
	return nil
}
