package main

import (
	"cmp"
	"fmt"
	"time"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/speed"
)

// slow holds the figures of an engine that is slower than is allowed, as two
// measurements on a quiet machine would have them, against the gate. The program is
// tested with a real one: see rehearsal.speed.
func (g *gateTest) slow(allowed compare.Growth) {
	growth := allowed + beyondGrowth
	m := &speed.Measurement{}
	for i := range 4 * speed.MinSessions {
		base := speed.Sample{Wall: time.Second + time.Duration(i%5)*time.Millisecond, Nodes: 1_000_000}
		again, head := base, base
		again.Wall += time.Duration(i%3) * time.Millisecond
		head.Wall = time.Duration(more(uint64(base.Wall), growth))
		m.Pairs = append(m.Pairs, speed.Pair{Session: i, Base: base, Head: head})
		m.Same = append(m.Same, speed.Pair{Session: i, Base: base, Head: again})
	}
	result := g.speed(m, m, allowed).Result()
	g.found = append(g.found, report.Injection{
		Where: g.suite.Name, What: fmt.Sprintf("the times of an engine %s slower", growth),
		Expected: codeRegression, Got: verdictCode(result.Verdict, false),
		Answer: fmt.Sprintf("gate %s: %s", result.Axis, result.Verdict), Found: result.Verdict == compare.Fail,
	})
}

// shift makes a function take a larger share of the time than in the accepted
// profile: a fifth of it.
func (g *gateTest) shift() {
	samples := int64(cmp.Or(g.suite.Samples, profileSamples))
	grown := samples / 5
	head := &profile.Summary{Samples: []int64{samples}}
	head.Notes.Suite, head.Notes.Limits = g.profile.Suite, g.profile.Limits
	head.Functions = []profile.Function{{Name: "selftest.grown", Flat: []int64{grown}, Cum: []int64{grown}}}
	for _, f := range g.profile.Functions {
		part := func(share int64) []int64 { return []int64{share * (samples - grown) / 10_000} }
		head.Functions = append(head.Functions, profile.Function{Name: f.Name, Flat: part(f.Flat), Cum: part(f.Cum)})
	}
	functions, phases, err := g.shifts(g.profile, head, shiftRule())
	injection := report.Injection{Where: g.suite.Name, What: "a function that takes a fifth of the time", Expected: codeRegression}
	if err != nil {
		injection.Got, injection.Answer = codeBaseline, firstLine(err.Error())
	} else {
		verdict := finding{shifts: []report.Shifts{{Suite: g.suite.Name, Gate: true, Functions: functions, Phases: phases}}}
		verdict.judgeShifts()
		injection.Got, injection.Answer = verdict.code, fmt.Sprintf("profile: %d functions", len(functions))
	}
	injection.Found = injection.Got == injection.Expected
	g.found = append(g.found, injection)
}
