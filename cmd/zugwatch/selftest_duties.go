package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report"
)

// roles holds the lists of the gate against runs that only they judge right.
func (g *gateTest) roles() {
	gate := g.suite.Gate
	if len(gate.Control) > 0 && gate.Axis != compare.Tactics {
		g.loseControl()
	}
	if len(gate.ExpectedFail) > 0 {
		id := gate.ExpectedFail[0]
		run := g.copy()
		find(run, id).Verdict = bench.Solved
		g.injectNoted(fmt.Sprintf("an expected failure that is solved, %s", id), "expected to fail and solved now", run)
	}
	if len(gate.Quarantine) > 0 {
		q := gate.Quarantine[0]
		run := g.copy()
		miss(find(run, q.ID))
		g.injectNoted(fmt.Sprintf("a loss in quarantine, %s", q.ID), "in quarantine and not as before", run)
		expired := gate
		expired.Today = dayAfter(q.Until)
		g.injectInto(expired, fmt.Sprintf("a quarantine that has expired, of %s", q.ID), codeInput, compare.Inconclusive, gate.Axis, g.copy())
	}
}

// loseControl loses the first control that the baseline has solved.
func (g *gateTest) loseControl() {
	run := g.copy()
	for i := range run.Outcomes {
		if o := &run.Outcomes[i]; o.Verdict == bench.Solved && g.suite.Gate.Role(o.ID) == compare.Control {
			miss(o)
			break
		}
	}
	g.inject("a lost control", g.worse(), g.verdict(), compare.Tactics, run)
}

// poor takes points away until there are fewer than asked for.
func (g *gateTest) poor() {
	run, reached := g.copy(), 0
	for i := range run.Outcomes {
		reached += run.Outcomes[i].Points
	}
	for i := range run.Outcomes {
		if o := &run.Outcomes[i]; g.judged(i) && reached >= g.suite.Gate.MinPoints {
			reached -= o.Points
			o.Points = 0
		}
	}
	g.inject(fmt.Sprintf("%d points", reached), g.worse(), g.verdict(), g.suite.Gate.Axis, run)
}

// injectNoted judges a run that the gate has to let pass and to tell of.
func (g *gateTest) injectNoted(what, note string, run *bench.Run) {
	injection := report.Injection{Where: g.suite.Name, What: what, Expected: codePass}
	comparison, err := g.runs(g.base, run, g.suite.Gate, compare.Evidence{})
	if err != nil {
		injection.Got, injection.Answer = codeOf(err), inShort(err)
	} else {
		injection.Got = comparisonCode(comparison)
		for _, told := range comparison.Gates[0].Notes {
			if strings.Contains(told, note) {
				injection.Answer, injection.Found = note, injection.Got == codePass
			}
		}
	}
	g.found = append(g.found, injection)
}

// find is the outcome of a position, which the suite has.
func find(run *bench.Run, id string) *bench.Outcome {
	for i := range run.Outcomes {
		if run.Outcomes[i].ID == id {
			return &run.Outcomes[i]
		}
	}
	return new(bench.Outcome)
}

// dayAfter is the day after a date; nothing for a text that is none.
func dayAfter(date string) string {
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return ""
	}
	return day.AddDate(0, 0, 1).Format(time.DateOnly)
}
