package compare

import (
	"fmt"
	"slices"
	"time"

	"github.com/zugwatch/zugwatch/bench"
)

// longQuarantine is the number of days above which the rest of a quarantine is reported.
const longQuarantine = 366

// ineffectiveReasons says why the gate cannot fail, or not on some positions that it could judge. Such a gate looks
// like a check and is worth as little as none. The reasons have no say in the verdict.
func (c *Comparison) ineffectiveReasons(base []bench.Outcome, gate Gate) (why []string) {
	tell := func(format string, args ...any) { why = append(why, fmt.Sprintf(format, args...)) }
	t := c.Head.Totals
	judged := c.main.baseSolved
	if gate.Axis == Tactics {
		judged += c.control.baseSolved
	}
	if gate.Axis != Nodes && gate.MaxLost > 0 && gate.MaxLost >= judged {
		tell("lost: %d is as many as the base solves (%d), so that no loss can fail", gate.MaxLost, judged)
	}
	if gate.MaxFaults > 0 && gate.MaxFaults >= t.Positions {
		tell("faults: %d is as many as there are searches (%d), so that no fault can fail", gate.MaxFaults, t.Positions)
	}
	if gate.MaxMissedLimits > 0 && gate.MaxMissedLimits >= t.Positions {
		tell("missed-limits: %d is as many as there are searches (%d), so that no limit has to be kept", gate.MaxMissedLimits, t.Positions)
	}
	if excused := c.solvedExpectedFailures(base); len(excused) > 0 {
		tell("expected-fail excuses what the base solves: %s", someIDs(excused))
	}
	for _, q := range gate.Quarantine {
		if q.daysLeft(gate.Today) > longQuarantine {
			tell("quarantine of %s lasts until %s, more than a year", q.ID, q.Until)
		}
	}
	return why
}

// daysLeft returns for how many days a quarantine still lasts, 0 where a date cannot be read.
func (q *Quarantine) daysLeft(today string) int {
	now, errToday := time.Parse(time.DateOnly, today)
	until, errUntil := time.Parse(time.DateOnly, q.Until)
	if errToday != nil || errUntil != nil {
		return 0
	}
	return int(until.Sub(now) / (24 * time.Hour))
}

// solvedExpectedFailures returns the positions that are expected to fail and that the base solves in all
// their forms, in suite order.
func (c *Comparison) solvedExpectedFailures(base []bench.Outcome) (ids []string) {
	missed := make(map[string]bool)
	for i := range base {
		id := c.Suite.Position(base[i].ID)
		if c.roles[id] != ExpectedFail {
			continue
		}
		if _, known := missed[id]; !known {
			ids = append(ids, id)
		}
		missed[id] = missed[id] || base[i].Verdict != bench.Solved
	}
	return slices.DeleteFunc(ids, func(id string) bool { return missed[id] })
}
