package main

import (
	"fmt"
	"strconv"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/engine/doctor"
)

// doctorCommand examines an engine.
func doctorCommand() *cli.Command {
	return &cli.Command{
		Name:      "doctor",
		Usage:     "examine an engine: does it keep to UCI and answer the same twice?",
		ArgsUsage: "ENGINE",
		Description: "Asks an engine what the suites and matches will ask, and says in plain words what\n" +
			"is wrong: a fault spoils runs or their results, a warning can be lived with.\n" +
			"ENGINE is zugwatch, a name in " + configName + " or a program that speaks UCI.\n\n" +
			"   zugwatch doctor /usr/games/stockfish\n" +
			"   zugwatch doctor 'gnuchess --uci' --option Hash=16",
		Flags: concat(
			[]cli.Flag{
				optionFlag(),
				&cli.DurationFlag{Name: "patience", Value: doctor.DefaultPatience, Usage: "how long the engine may take for what should be quick, and twice that for a search"},
				&cli.PathFlag{Name: "config", Usage: "read `FILE` instead of " + configName},
			},
			pageFlags()),
		Action: func(c *cli.Context) error {
			args, err := arguments(c, 1, 1, "one engine")
			if err != nil {
				return err
			}
			return conclude(c, func() (conclusion, error) { return examine(c, args[0]) })
		},
	}
}

// examine examines one engine and prints what was found.
func examine(c *cli.Context, name string) (end conclusion, err error) {
	options, err := pageOptions(c)
	if err != nil {
		return end, err
	}
	patience := c.Duration("patience")
	if patience < 10*time.Millisecond || patience > time.Hour {
		return end, badInput("flag --patience=%v (expected a time from 10ms to 1h)", patience)
	}
	_, measurement, err := setUp(c)
	if err != nil {
		return end, err
	}
	measurement.isolate = true
	patient, err := measurement.contender(c.Context, name)
	if err != nil {
		return end, err
	}
	found, err := doctor.Examine(c.Context, patient.command, patience)
	if err != nil {
		return end, interruption(c.Context, withCode(codeMachine, err))
	}
	end = conclusion{verdict: "sound", fields: []report.Field{
		{Key: "engine", Value: patient.name},
		{Key: "ok", Value: strconv.Itoa(found.Count(doctor.OK))},
		{Key: "warnings", Value: strconv.Itoa(found.Count(doctor.Warning))},
		{Key: "faults", Value: strconv.Itoa(found.Count(doctor.Fault))},
	}}
	if faults := found.Count(doctor.Fault); faults > 0 {
		err = &failure{code: codeEngine, err: fmt.Errorf("engine %s has %s", patient.name, counted(faults, "fault"))}
	}
	if broken := report.Examination(c.App.Writer, patient.name, found, options); broken != nil {
		return end, broken
	}
	return end, err
}

// counted is a number with its noun.
func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}
