package main

import (
	"bytes"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/engine"
)

// TestAgainByBoth: of three positions that the head of two revisions has lost under
// a clock, the one that it solves when searched again and the one that the base
// does not are acquitted.
func TestAgainByBoth(t *testing.T) {
	suite, c, m, on := underClock(t, "ab", "--again", "2", "--workers", "2")
	limits := bench.Limits{Limits: engine.Limits{MoveTime: 100 * time.Millisecond}}
	gate := compare.Gate{Total: compare.Unlimited, Position: compare.Unlimited}
	d := &duel{suite: suite, base: on, head: on, config: suiteConfig{Limit: limits, Gate: gate}}
	base, head, _, err := d.measure(c.Context, m, "")
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		base.Outcomes[i].Verdict, head.Outcomes[i].Verdict = bench.Solved, bench.Missed
	}
	comparison, err := d.compare(c, m, base, head)
	if err != nil {
		t.Fatal(err)
	}
	if comparison.Verdict != compare.Pass || len(comparison.Flaky) != 2 || len(comparison.Lost) != 2 {
		t.Errorf("got %s, flaky %v, lost %v", comparison.Verdict, comparison.Flaky, comparison.Lost)
	}
	c = contextOf(t, new(bytes.Buffer), "ab", "--again", "0")
	if comparison, err = d.compare(c, m, base, head); err != nil || comparison.Verdict != compare.Inconclusive || len(comparison.Flaky) != 0 {
		t.Errorf("without further searches: %v, %v", comparison, err)
	}
}
