package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/store"
)

// waiting makes a trial whose baseline has so many nodes.
func waiting(name, limit string, nodes uint64) *trial {
	limits, err := bench.ParseLimits(limit)
	if err != nil {
		panic(err)
	}
	run := &bench.Run{Outcomes: []bench.Outcome{{Nodes: nodes}, {}}}
	return &trial{config: suiteConfig{Name: name, Limit: limits}, baseline: &store.Baseline{Run: run}}
}

// TestAgenda runs agendas on a clock of their own, on which every suite takes its
// nodes at the given speed.
func TestAgenda(t *testing.T) {
	suites := func() []*trial {
		return []*trial{waiting("small", "depth=5", 1e6), waiting("middle", "depth=5", 5e6), waiting("large", "depth=5", 40e6)}
	}
	tests := []struct {
		name    string
		budget  time.Duration
		speed   float64 // nodes in a second
		waiting []*trial
		ran     string
		left    string
	}{
		{"none", 0, 1e6, suites(), "small middle large", ""},
		{"all fit", time.Minute, 1e6, suites(), "small middle large", ""},
		{"the last does not fit", 20 * time.Second, 1e6, suites(), "small middle", "large (needs about 40s, and 14s are left)"},
		{"a smaller one behind fits", 20 * time.Second, 1e6, []*trial{suites()[0], suites()[2], suites()[1]}, "small middle", "large (needs about 40s, and 19s are left)"},
		{"the first tells that nothing else fits", 20 * time.Second, 1e5, suites(), "small", "middle (needs about 50s, and 10s are left) large (needs about 6m40s, and 10s are left)"},
		{"by the clock of a suite", 20 * time.Second, 1e6, []*trial{suites()[0], waiting("timed", "movetime=30s", 1)}, "small", "timed (needs about 30s, and 19s are left)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			now := time.Unix(0, 0)
			a := &agenda{budget: test.budget, now: func() time.Time { return now }, start: now, workers: 2, waiting: test.waiting}
			var ran, left []string
			for trial := a.next(); trial != nil; trial = a.next() {
				ran = append(ran, trial.config.Name)
				nodes := trial.baseline.Run.Signature()
				now = now.Add(time.Duration(float64(nodes) / test.speed * float64(time.Second)))
				a.done(&compare.Comparison{Head: compare.Side{Totals: bench.Totals{Nodes: nodes}}})
			}
			for _, l := range a.left {
				left = append(left, fmt.Sprintf("%s (%s)", l.Suite, l.Why))
			}
			if got := strings.Join(ran, " "); got != test.ran {
				t.Errorf("ran %s, want %s", got, test.ran)
			}
			if got := strings.Join(left, " "); got != test.left {
				t.Errorf("left %s, want %s", got, test.left)
			}
		})
	}
}

// TestAgendaCut holds that a suite that the budget ends is left out with all
// behind it, and that another error is none of its business.
func TestAgendaCut(t *testing.T) {
	small, large := waiting("small", "depth=5", 1), waiting("large", "depth=5", 2)
	a := &agenda{ctx: endedBy(errBudget), budget: time.Minute, now: time.Now, waiting: []*trial{small, large}}
	a.next()
	if a.cut(errors.New("disk full")) || a.cut(nil) || a.cut(context.Canceled) {
		t.Error("another error counts as the end of the budget")
	}
	if !a.cut(interruption(a.ctx, &bench.IncompleteError{Total: 2, Cause: context.Canceled})) {
		t.Error("the end of the budget is an error")
	}
	if fields := a.fields(); len(fields) != 1 || fields[0].Value != "small,large" || a.next() != nil {
		t.Errorf("fields are %v, want both suites left out", fields)
	}
}

// TestAgendaWorth holds that suites that cost little and moved often come first.
func TestAgendaWorth(t *testing.T) {
	a := &agenda{workers: 1}
	all := []*trial{waiting("slow", "depth=5", 1e9), waiting("quick", "depth=5", 1e6), waiting("telling", "depth=5", 4e6)}
	changes := map[string]int{"telling": 9, "quick": 1}
	slices.SortStableFunc(all, a.byWorth(changes))
	var names []string
	for _, trial := range all {
		names = append(names, trial.config.Name)
	}
	if got := strings.Join(names, " "); got != "telling quick slow" {
		t.Errorf("order is %s", got)
	}
}

func TestNearer(t *testing.T) {
	tests := []struct {
		n, a, b uint64
		want    bool
	}{
		{100, 100, 1, true},
		{1, 100, 1, false},
		{10, 100, 1, true}, // on the border
		{9, 100, 1, false},
		{9, 1, 100, true},
		{11, 1, 100, false},
		{1 << 63, 1 << 62, 1, true},
		{0, 0, 4, true},
		{2, 0, 3, false},
	}
	for _, test := range tests {
		if got := nearer(test.n, test.a, test.b); got != test.want {
			t.Errorf("nearer(%d, %d, %d) = %t", test.n, test.a, test.b, got)
		}
	}
}
