package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/engine"
)

// raceEngine is what opens the engine that the flag of a side names, with the
// options of that side.
func raceEngine(c *cli.Context, settings *config, side string) (func() (engine.Engine, error), error) {
	m, err := newMeasurement(c, settings)
	if err != nil {
		return nil, err
	}
	for _, text := range c.StringSlice(side + "-option") {
		option, err := parseOption(text)
		if err != nil {
			return nil, badInput("flag --%s-option: %w", side, err)
		}
		m.options = append(m.options, option)
	}
	e, err := m.contender(c.Context, c.String(side))
	if err != nil {
		return nil, fmt.Errorf("flag --%s: %w", side, err)
	}
	return e.open, nil
}

// speedLimit reads the limit of a search.
func speedLimit(c *cli.Context) (engine.Limits, error) {
	var parts []string
	for _, name := range []string{"depth", "nodes"} {
		if text := c.String(name); text != "" {
			parts = append(parts, name+"="+text)
		}
	}
	if len(parts) == 0 {
		parts = append(parts, speedNodes)
	}
	limits, err := engine.ParseLimits(strings.Join(parts, ","))
	return limits, withCode(codeInput, err)
}

// raceProgress prints a line every ten seconds.
func raceProgress(w io.Writer, budget time.Duration) func(share float64) {
	next := tickInterval
	return func(share float64) {
		spent := time.Duration(share * float64(budget))
		if spent < next {
			return
		}
		next = spent + tickInterval
		fmt.Fprintf(w, "speed: %v of at most %v\n", spent.Truncate(time.Second), budget)
	}
}
