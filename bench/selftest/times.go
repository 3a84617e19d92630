package selftest

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/speed"
)

// checkSlower has the gate judge the figures of an engine that is slower than is allowed. They are like those of two
// measurements on a quiet machine. The program is tested with a real one: see rehearsal.races.
func (g *gateTest) checkSlower(allowed compare.Growth) {
	growth := allowed + beyondGrowth
	m := &speed.Measurement{}
	for i := range 4 * speed.MinSessions {
		base := speed.Sample{Wall: time.Second + time.Duration(i%5)*time.Millisecond, Nodes: 1_000_000}
		again, head := base, base
		again.Wall += time.Duration(i%3) * time.Millisecond
		head.Wall = time.Duration(grownNodes(uint64(base.Wall), growth))
		m.Pairs = append(m.Pairs, speed.Pair{Session: i, Base: base, Head: head})
		m.Same = append(m.Same, speed.Pair{Session: i, Base: base, Head: again})
	}
	result := g.judges.speed(m, m, allowed).Result()
	g.found = append(g.found, Injection{
		Where: g.suite.Name, What: fmt.Sprintf("the times of an engine %s slower", growth),
		Expected: failure.Regression, Got: result.Verdict.Failure(false),
		Answer: fmt.Sprintf("gate %s: %s", result.Axis, result.Verdict), Found: result.Verdict == compare.Fail,
	})
}

// checkShift makes a function take a fifth more of the time than in the accepted profile.
func (g *gateTest) checkShift() {
	samples := int64(cmp.Or(g.suite.Samples, profile.ShiftSamples)) / profile.MinProcesses // of each process
	grown := samples / 5
	inEach := func(n int64) []int64 { return slices.Repeat([]int64{n}, profile.MinProcesses) }
	head := &profile.Summary{Samples: inEach(samples)}
	head.Notes.Suite, head.Notes.Limits = g.profile.Suite, g.profile.Limits
	for i := range head.Samples {
		head.Notes.Passes = append(head.Notes.Passes, profile.Pass{Process: fmt.Sprint(i)})
	}
	head.Functions = []profile.Function{{Name: "selftest.grown", Flat: inEach(grown), Cum: inEach(grown)}}
	for _, f := range g.profile.Functions {
		part := func(share int64) []int64 { return inEach(share * (samples - grown) / 10_000) }
		head.Functions = append(head.Functions, profile.Function{Name: f.Name, Flat: part(f.Flat), Cum: part(f.Cum)})
	}
	functions, phases, err := g.judges.shifts(g.profile, head, profile.ShiftRule())
	result := Injection{Where: g.suite.Name, What: "a function that takes a fifth of the time", Expected: failure.Regression}
	if err != nil {
		result.Got, result.Answer = failure.Baseline, firstLine(err.Error())
	} else {
		if shifts := (profile.Shifts{Gate: true, Functions: functions, Phases: phases}); shifts.Failed() {
			result.Got = failure.Regression
		}
		result.Answer = fmt.Sprintf("profile: %d functions", len(functions))
	}
	result.Found = result.Got == result.Expected
	g.found = append(g.found, result)
}

const (
	// RaceTime is the time of the first race: enough on a quiet machine.
	RaceTime = 4 * time.Second
	// raceTries is the number of times that an undecided race is run. Each takes twice as long as the one before, as
	// a busy machine needs more measurements.
	raceTries = 4
	// raceAllowed is the limit of the races' suite, as its gate words it.
	raceAllowed = "(allowed: +10%)"
	// raceSlower is the loss of speed of the slower engine, in percent.
	raceSlower = "30"
)

// races races the engine against itself, and against itself made slower. The slower
// one has to fail. Equal ones are not to fail: to be undecided on a noisy machine
// is no false alarm.
func (r *rehearsal) races(budget time.Duration, tell func(format string, args ...any)) {
	equal := r.race("0", "an engine that is not slower", failure.None, budget, tell)
	equal.Found = equal.Found || equal.Got == failure.Undecided && equal.Answer != ""
	r.found = append(r.found, equal, r.race(raceSlower, "an engine "+raceSlower+"% slower", failure.Regression, budget, tell))
}

// race races the engine, slower by a percentage, against itself until that is decided.
func (r *rehearsal) race(percent, what string, kind failure.Kind, budget time.Duration, tell func(format string, args ...any)) Injection {
	for try := 1; ; try++ {
		result := r.inject(r.ctx, what, kind, raceAllowed,
			"speed", "speed", "--config", r.file(config.FileName), "--slower", percent, "--nodes", "1000", "--budget", budget.String())
		if result.Got != failure.Undecided || try == raceTries {
			return result
		}
		budget *= 2
		tell("selftest: %s: the race is undecided, once more with %v", what, budget)
	}
}
