package main

import (
	"fmt"
	"io"
	"time"

	"github.com/zugwatch/zugwatch/bench/report"
)

const (
	// raceTime is how long a race takes at first: enough on a quiet machine.
	raceTime = 4 * time.Second
	// raceTries is how often an undecided race is run, each time for twice as
	// long as before: on a busy machine more is to be measured.
	raceTries = 4
	// raceAllowed is what the gate of the suite of the races says.
	raceAllowed = "(allowed: +10%)"
	// raceSlower is how much slower the slower engine is, in percent.
	raceSlower = "30"
)

// speed races the engine against itself, and against itself made slower. The slower
// one has to fail. Equal ones are not to fail: to be undecided on a noisy machine
// is no false alarm.
func (r *rehearsal) speed(budget time.Duration, diagnostics io.Writer) {
	equal := r.race("0", "an engine that is not slower", codePass, budget, diagnostics)
	equal.Found = equal.Found || equal.Got == codeUndecided && equal.Answer != ""
	r.found = append(r.found, equal, r.race(raceSlower, "an engine "+raceSlower+"% slower", codeRegression, budget, diagnostics))
}

// race holds the engine, slower by a percentage, against itself until that is
// decided.
func (r *rehearsal) race(percent, what string, code int, budget time.Duration, diagnostics io.Writer) report.Injection {
	for try := 1; ; try++ {
		injection := r.inject(r.ctx, what, code, raceAllowed,
			"speed", "speed", "--config", r.file(configName), "--slower", percent, "--nodes", "1000", "--budget", budget.String())
		if injection.Got != codeUndecided || try == raceTries {
			return injection
		}
		budget *= 2
		fmt.Fprintf(diagnostics, "selftest: %s: the race is undecided, once more with %v\n", what, budget)
	}
}
