package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/suites"
)

// TestAgain: of two positions that a run under a clock has lost, the one that
// is solved when searched again is acquitted, and the one that never is solved
// is not.
func TestAgain(t *testing.T) {
	suite, c, m, on := underClock(t, "ci", "--again", "3", "--workers", "1")
	limits := bench.Limits{Limits: engine.Limits{MoveTime: 200 * time.Millisecond}}
	head, _, err := m.run(c.Context, on, suite, limits)
	if err != nil {
		t.Fatal(err)
	}
	base := *head
	base.Outcomes = append([]bench.Outcome{}, head.Outcomes...)
	for i := range 2 {
		base.Outcomes[i].Verdict, head.Outcomes[i].Verdict = bench.Solved, bench.Missed
	}
	gate := compare.Gate{Total: compare.Unlimited, Position: compare.Unlimited, MaxLost: 1}
	tr := &trial{suite: suite, engine: on, config: suiteConfig{Limit: limits, Gate: gate}, baseline: &store.Baseline{Run: &base}}
	comparison, err := tr.compare(c.Context, c, m, head)
	if err != nil {
		t.Fatal(err)
	}
	if comparison.Verdict != compare.Pass || len(comparison.Flaky) != 1 || comparison.Flaky[0].ID() != "EASY" || len(comparison.Lost) != 2 {
		t.Errorf("got %s, flaky %v, lost %v", comparison.Verdict, comparison.Flaky, comparison.Lost)
	}
	again, err := tr.searchAgain(c.Context, m, 3, []string{"EASY", "NEVER"})
	want := map[string]compare.Again{"EASY": {Solved: 3, Of: 3}, "NEVER": {Of: 3}}
	if diff := cmp.Diff(want, again); diff != "" || err != nil {
		t.Errorf("searches differ (-want +got), %v:\n%s", err, diff)
	}
}

// underClock is a suite with a position that is always solved, one that never is, and
// one more, with what measures it on the built-in engine in an empty folder.
func underClock(t *testing.T, words ...string) (*suites.Suite, *cli.Context, *measurement, contender) {
	t.Helper()
	t.Chdir(t.TempDir())
	suite, err := suites.Load(strings.NewReader(
		"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - dm 1; id \"EASY\";\n"+
			"6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - bm Kf8; am Kf8 h6; id \"NEVER\";\n"+
			"8/8/8/8/8/4k3/8/4K3 w - - bm Kd1; id \"OTHER\";\n"), "own.epd")
	if err != nil {
		t.Fatal(err)
	}
	c := contextOf(t, new(bytes.Buffer), words...)
	_, m, err := setUp(c)
	if err != nil {
		t.Fatal(err)
	}
	on, err := m.contender(c.Context, builtinName)
	if err != nil {
		t.Fatal(err)
	}
	return suite, c, m, on
}
