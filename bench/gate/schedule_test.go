package gate

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
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/store"
)

// waiting makes a job whose baseline has so many nodes.
func waiting(name, limit string, nodes uint64) *job {
	limits, err := bench.ParseLimits(limit)
	if err != nil {
		panic(err)
	}
	run := &bench.Run{Outcomes: []bench.Outcome{{Nodes: nodes}, {}}}
	return &job{config: config.Suite{Name: name, Limit: limits}, baseline: &store.Baseline{Run: run}}
}

// looked gives the suite of a job some forms at first and more where these do not decide.
func looked(j *job, first, most int) *job {
	j.config.First, j.config.Forms = first, most
	return j
}

// optional lets a verdict do without a job.
func optional(j *job) *job {
	j.config.Optional = true
	return j
}

// TestSchedule runs schedules on a clock of their own, on which every suite takes its
// nodes at the given speed.
func TestSchedule(t *testing.T) {
	suites := func() []*job {
		return []*job{waiting("small", "depth=5", 1e6), waiting("middle", "depth=5", 5e6), waiting("large", "depth=5", 40e6)}
	}
	tests := []struct {
		name    string
		told    uint64 // nodes, by the engine, for each suite
		budget  time.Duration
		speed   float64 // nodes in a second
		waiting []*job
		ran     string
		left    string
	}{
		{"none", 1, 0, 1e6, suites(), "small middle large", ""},
		{"all fit", 1, time.Minute, 1e6, suites(), "small middle large", ""},
		{"the last does not fit", 1, 20 * time.Second, 1e6, suites(), "small middle", "large (needs about 40s, and 14s are left; it is not optional)"},
		{"a smaller one behind fits", 1, 20 * time.Second, 1e6, []*job{suites()[0], suites()[2], suites()[1]}, "small middle", "large (needs about 40s, and 19s are left; it is not optional)"},
		{"the first tells that nothing else fits", 1, 20 * time.Second, 1e5, suites(), "small", "middle (needs about 50s, and 10s are left; it is not optional) large (needs about 6m40s, and 10s are left; it is not optional)"},
		{"a first look of several", 1, 20 * time.Second, 1e6, []*job{suites()[0], looked(waiting("large", "depth=5", 40e6), 4, 16)}, "small large", ""},
		{"by the clock of a suite", 1, 20 * time.Second, 1e6, []*job{suites()[0], waiting("timed", "movetime=30s", 1)}, "small", "timed (needs about 30s, and 19s are left; it is not optional)"},
		{"an engine that tells of many nodes", 1 << 60, 20 * time.Second, 1e6, suites(), "small middle", "large (needs about 40s, and 14s are left; it is not optional)"},
		{"an optional one", 1, 20 * time.Second, 1e6, []*job{suites()[0], optional(suites()[2])}, "small", "large (needs about 40s, and 19s are left)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			now := time.Unix(0, 0)
			s := &schedule{budget: test.budget, now: func() time.Time { return now }, start: now, workers: 2, waiting: test.waiting}
			var ran, left []string
			for j := s.next(); j != nil; j = s.next() {
				ran = append(ran, j.config.Name)
				nodes := j.baseline.Run.Signature()
				now = now.Add(time.Duration(float64(nodes) / test.speed * float64(time.Second)))
				s.done(j, &compare.Comparison{Head: compare.Side{Totals: bench.Totals{Nodes: test.told, Positions: 2}}})
			}
			for _, l := range s.left {
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

// TestScheduleCut: a suite that the budget ends is left out with all later ones. Another
// error has no such effect.
func TestScheduleCut(t *testing.T) {
	small, large := waiting("small", "depth=5", 1), waiting("large", "depth=5", 2)
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errBudget)
	s := &schedule{ctx: ctx, budget: time.Minute, now: time.Now, waiting: []*job{small, large}}
	s.next()
	if s.isCutShort(errors.New("disk full")) || s.isCutShort(nil) || s.isCutShort(context.Canceled) {
		t.Error("another error counts as the end of the budget")
	}
	if !s.isCutShort(failure.Interruption(s.ctx, &bench.IncompleteError{Total: 2, Cause: context.Canceled})) {
		t.Error("the end of the budget is an error")
	}
	if len(s.left) != 2 || s.left[0].Suite != "small" || s.left[1].Suite != "large" || s.next() != nil {
		t.Errorf("left out are %v, want both suites", s.left)
	}
}

// TestScheduleWorth holds that suites that cost little and moved often come first.
func TestScheduleWorth(t *testing.T) {
	s := &schedule{workers: 1}
	all := []*job{waiting("slow", "depth=5", 1e9), waiting("quick", "depth=5", 1e6), waiting("telling", "depth=5", 4e6)}
	changes := map[string]int{"telling": 9, "quick": 1}
	slices.SortStableFunc(all, s.byChangesPerSecond(changes))
	var names []string
	for _, j := range all {
		names = append(names, j.config.Name)
	}
	if got := strings.Join(names, " "); got != "telling quick slow" {
		t.Errorf("order is %s", got)
	}
}

// TestLeftOut: a verdict is no better than inconclusive without a suite that is not
// optional, and a failure stays one.
func TestLeftOut(t *testing.T) {
	trial := func(v compare.Verdict) Trial { return Trial{Comparison: &compare.Comparison{Verdict: v}} }
	needed, spared := LeftOut{Suite: "a"}, LeftOut{Suite: "b", Optional: true}
	tests := []struct {
		name    string
		verdict compare.Verdict
		left    []LeftOut
		want    compare.Verdict
		kind    failure.Kind
	}{
		{"nothing", compare.Pass, nil, compare.Pass, failure.None},
		{"an optional one", compare.Pass, []LeftOut{spared}, compare.Pass, failure.None},
		{"one that is not", compare.Pass, []LeftOut{spared, needed}, compare.Inconclusive, failure.Undecided},
		{"beside what is undecided", compare.Undecided, []LeftOut{needed}, compare.Inconclusive, failure.Undecided},
		{"beside a failure", compare.Fail, []LeftOut{needed}, compare.Fail, failure.Regression},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := &Result{Trials: []Trial{trial(test.verdict)}, LeftOut: test.left}
			if r.conclude(); r.Verdict != test.want || r.Failure != test.kind {
				t.Errorf("verdict %s, kind %d, want %s, %d", r.Verdict, r.Failure, test.want, test.kind)
			}
		})
	}
}
