package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/revision"
)

// budgetFlag bounds the time of a command.
func budgetFlag() cli.Flag {
	return &cli.DurationFlag{Name: "budget", DefaultText: "none", Usage: "run what fits into `TIME`, such as 10m, and say what was left out"}
}

// minBudget is the shortest budget.
const minBudget = time.Second

// errBudget is the cause of a context whose budget is used up.
var errBudget = errors.New("budget is used up")

// agenda says which suite is run next. Without a budget that is one after the
// other as they are listed.
type agenda struct {
	ctx     context.Context // ends with the budget
	cancel  context.CancelFunc
	budget  time.Duration // 0: none
	now     func() time.Time
	start   time.Time
	workers int
	waiting []*trial
	begun   time.Time     // of the suite that is running
	spent   time.Duration // on suites that are finished
	nodes   uint64        // of these
	running *trial
	left    []report.Left // suites that did not fit
	beyond  []string      // suites of higher tiers
}

// newAgenda orders the suites.
func newAgenda(c *cli.Context, settings *config, m *measurement, trials []trial) (*agenda, error) {
	a := &agenda{ctx: c.Context, cancel: func() {}, now: time.Now, workers: m.workers}
	for i := range trials {
		a.waiting = append(a.waiting, &trials[i])
	}
	if c.NArg() == 0 {
		chosen := make([]suiteConfig, len(trials))
		for i := range trials {
			chosen[i] = trials[i].config
		}
		a.beyond = settings.beyond(chosen)
	}
	if !c.IsSet("budget") {
		return a, nil
	}
	if a.budget = c.Duration("budget"); a.budget < minBudget {
		return nil, badInput("flag --budget=%v (expected %v or more)", a.budget, minBudget)
	}
	a.start = a.now()
	a.ctx, a.cancel = context.WithTimeoutCause(c.Context, a.budget, errBudget)
	changes := history(c.Context, settings, trials)
	slices.SortStableFunc(a.waiting, a.byWorth(changes))
	return a, nil
}

// byWorth puts what is likely to tell most for its time first.
func (a *agenda) byWorth(changes map[string]int) func(x, y *trial) int {
	return func(x, y *trial) int { return cmp.Compare(a.worth(y, changes), a.worth(x, changes)) }
}

// close frees what the budget holds.
func (a *agenda) close() { a.cancel() }

// history counts how often each baseline was changed in the history of the
// repository: a suite whose results moved often tells most. Without a history all
// are alike.
func history(ctx context.Context, settings *config, trials []trial) map[string]int {
	changes := make(map[string]int)
	repository, err := revision.Open(ctx, settings.path("."))
	if err != nil {
		return changes
	}
	for i := range trials {
		if n, err := repository.Changes(ctx, trials[i].config.Baseline); err == nil {
			changes[trials[i].config.Name] = n
		}
	}
	return changes
}

// guessedSpeed is what a worker is taken to search in a second, in nodes, as
// long as nothing was measured. It only orders suites.
const guessedSpeed = 1_000_000

// worth is what a suite is likely to tell for its time: changes of its baseline
// for each second.
func (a *agenda) worth(t *trial, changes map[string]int) float64 {
	seconds := a.cost(t).Seconds()
	return float64(1+changes[t.config.Name]) / max(seconds, 1e-9)
}

// cost is how long a suite is likely to take: by the nodes of its baseline and
// the speed measured so far, or by its limit where that is a time.
func (a *agenda) cost(t *trial) time.Duration {
	totals := t.baseline.Run.Totals()
	if each := max(t.config.Limit.MoveTime, t.config.Limit.CPUTime); each > 0 {
		return each * time.Duration(totals.Positions) / time.Duration(a.workers)
	}
	speed := float64(guessedSpeed) * float64(a.workers)
	if a.nodes > 0 && a.spent > 0 {
		speed = float64(a.nodes) / a.spent.Seconds()
	}
	return time.Duration(float64(totals.Nodes) / speed * float64(time.Second))
}

// next is the suite to run now, nil when none is left that fits. The first one is
// always tried, for only it can say how fast this machine is.
func (a *agenda) next() *trial {
	for len(a.waiting) > 0 {
		t := a.waiting[0]
		a.waiting = a.waiting[1:]
		if a.budget > 0 && (a.nodes > 0 || !t.config.Limit.Exact()) {
			if need, rest := a.cost(t), a.budget-a.now().Sub(a.start); need > rest {
				a.leave(t, fmt.Sprintf("needs about %v, and %v are left", need.Round(time.Second), max(rest, 0).Round(time.Second)))
				continue
			}
		}
		a.running, a.begun = t, a.now()
		return t
	}
	return nil
}

// cut tells whether an error is that the budget ended the suite that was
// running, which is then left out.
func (a *agenda) cut(err error) bool {
	if !errors.Is(err, errBudget) {
		return false
	}
	a.leave(a.running, fmt.Sprintf("not finished within the budget of %v", a.budget))
	for _, t := range a.waiting {
		a.leave(t, "nothing of the budget is left")
	}
	a.waiting = nil
	return true
}

// done takes the finished suite into account.
func (a *agenda) done(c *compare.Comparison) {
	if a.budget > 0 {
		a.spent += a.now().Sub(a.begun)
		a.nodes += c.Head.Totals.Nodes
	}
}

func (a *agenda) leave(t *trial, why string) {
	a.left = append(a.left, report.Left{Suite: t.config.Name, Why: why})
}

// fields are the pairs of the last line: with a budget, the suites left out.
func (a *agenda) fields() []report.Field {
	if a.budget == 0 {
		return nil
	}
	names := make([]string, len(a.left))
	for i := range a.left {
		names[i] = a.left[i].Suite
	}
	return []report.Field{{Key: "left", Value: strings.Join(names, ",")}}
}
