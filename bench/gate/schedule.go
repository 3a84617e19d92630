package gate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/bench/runner"
)

// schedule says which suite is run next. Without a budget that is one after the
// other as they are listed.
type schedule struct {
	ctx      context.Context // ends with the budget
	whole    context.Context // does not
	close    context.CancelFunc
	budget   time.Duration // 0: none
	now      func() time.Time
	start    time.Time
	workers  int
	waiting  []*job
	begun    time.Time     // of the suite that is running
	spent    time.Duration // on suites that are finished
	nodes    float64       // that the baselines have for the positions searched so far
	running  *job
	games    []gamesJob              // played after the suites of positions
	states   map[string]keptState    // by engine
	left     []LeftOut               // suites that did not fit
	limits   map[string]bench.Limits // by suite, that took the place of limits by nodes; nil: none is used again
	refitted bool                    // limits are by depth: a suite was judged again, or a side checks its nodes by a timer
}

// keptState is the state of an engine that outlives ucinewgame.
type keptState struct {
	kept    bool
	restart int // see bench.Config
}

// newSchedule orders the suites: with a budget, those that are likely to tell most
// for their time come first.
func newSchedule(ctx context.Context, r *runner.Runner, budget time.Duration, jobs []*job) *schedule {
	s := &schedule{ctx: ctx, whole: ctx, close: func() {}, budget: budget, now: r.Now, workers: r.Workers, waiting: jobs, states: make(map[string]keptState)}
	for _, j := range jobs {
		of := s.states[j.head.Name]
		s.states[j.head.Name] = keptState{of.kept || j.drifts, max(of.restart, j.base.Restart, j.head.Restart)}
	}
	if budget == 0 {
		return s
	}
	s.start = s.now()
	s.ctx, s.close = context.WithTimeoutCause(ctx, budget, errBudget)
	slices.SortStableFunc(s.waiting, s.byChangesPerSecond(countChanges(ctx, r.Config, jobs)))
	return s
}

// byChangesPerSecond orders suites by the expected changes of their baselines for each second, most first.
func (s *schedule) byChangesPerSecond(changes map[string]int) func(x, y *job) int {
	rate := func(j *job) float64 { return float64(1+changes[j.config.Name]) / max(s.cost(j).Seconds(), 1e-9) }
	return func(x, y *job) int { return cmp.Compare(rate(y), rate(x)) }
}

// countChanges counts how often each baseline was changed in the history of the
// repository: a suite whose results moved often tells most. Without a history all
// are alike.
func countChanges(ctx context.Context, settings *config.Config, jobs []*job) map[string]int {
	changes := make(map[string]int)
	repository, err := revision.Open(ctx, settings.Path("."))
	if err != nil {
		return changes
	}
	for _, j := range jobs {
		if n, err := repository.Changes(ctx, j.config.Baseline); err == nil {
			changes[j.config.Name] = n
		}
	}
	return changes
}

// guessedSpeed is the assumed search speed of a worker before anything was measured, in nodes
// per second. It only orders suites.
const guessedSpeed = 1_000_000

// cost returns the likely time of the first look at a suite. It follows from the nodes of its baseline and the speed
// so far, or from its limit if that is a time. The node counts of the engine under test are not used: with more nodes it
// could get a suite left out.
func (s *schedule) cost(j *job) time.Duration {
	totals, share := j.baseline.Run.Totals(), 1.0
	if j.config.First > 0 {
		share = float64(j.config.First) / float64(j.config.Forms)
	}
	if each := max(j.config.Limit.MoveTime, j.config.Limit.CPUTime); each > 0 {
		return time.Duration(share*float64(each)*float64(totals.Positions)) / time.Duration(s.workers)
	}
	speed := float64(guessedSpeed) * float64(s.workers)
	if s.nodes > 0 && s.spent > 0 {
		speed = s.nodes / s.spent.Seconds()
	}
	return time.Duration(share * float64(totals.Nodes) / speed * float64(time.Second))
}

// next returns the suite to run now, nil when none is left that fits. The first one is
// always tried, for only it can say how fast this machine is.
func (s *schedule) next() *job {
	for len(s.waiting) > 0 {
		j := s.waiting[0]
		s.waiting = s.waiting[1:]
		if s.budget > 0 && (s.nodes > 0 || !j.config.Limit.Exact()) {
			if need, rest := s.cost(j), s.budget-s.now().Sub(s.start); need > rest {
				s.leaveOut(j, fmt.Sprintf("needs about %v, and %v are left", need.Round(time.Second), max(rest, 0).Round(time.Second)))
				continue
			}
		}
		s.running, s.begun = j, s.now()
		return j
	}
	return nil
}

// isCutShort reports whether an error says that the budget ended the running suite, which is
// then left out.
func (s *schedule) isCutShort(err error) bool {
	if !errors.Is(err, errBudget) {
		return false
	}
	s.leaveOut(s.running, fmt.Sprintf("not finished within the budget of %v", s.budget))
	for _, j := range s.waiting {
		s.leaveOut(j, "nothing of the budget is left")
	}
	s.waiting = nil
	return true
}

// done takes the finished suite into account: its time, and the nodes of the baseline
// for as many positions as were searched.
func (s *schedule) done(j *job, c *compare.Comparison) {
	if s.budget == 0 {
		return
	}
	s.spent += s.now().Sub(s.begun)
	accepted := j.baseline.Run.Totals()
	s.nodes += float64(accepted.Nodes) * float64(c.Head.Totals.Positions) / float64(max(accepted.Positions, 1))
}

// leavesFaulty reports whether an error says that the base has too many faults in a suite, and leaves that suite out.
func (s *schedule) leavesFaulty(j *job, err error) bool {
	if _, faulty := errors.AsType[*bench.FaultLimitError](err); !faulty || !errors.Is(err, ErrBase) {
		return false
	}
	s.left = append(s.left, LeftOut{Suite: j.config.Name, Why: err.Error() + " (hint: without: in its entry leaves positions out)", Optional: j.config.Optional, Faulty: true})
	return true
}

func (s *schedule) leaveOut(j *job, why string) {
	if !j.config.Optional {
		why += "; it is not optional"
	}
	s.left = append(s.left, LeftOut{Suite: j.config.Name, Why: why, Optional: j.config.Optional})
}
