package gate

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/fit/fittest"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/suites"
)

// fake is an engine that answers at once by a plan: for each position, the moves of its
// searches one after the other, the last of them repeated. "!" is a fault.
type fake struct {
	fittest.Base
	plan     map[string][]string
	searches map[string]int
}

// fakeEngine returns an engine whose searches follow the plan, by the id of a position of
// threePositions.
func fakeEngine(plan map[string][]string) engines.Engine {
	return opened(&fake{plan: plan, searches: make(map[string]int)})
}

// opened returns an engine that is open already.
func opened(e engine.Engine) engines.Engine {
	return engines.Engine{Name: "fake", Open: func() (engine.Engine, error) { return e, nil }}
}

func (f *fake) Search(_ context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	id := map[string]string{ownMate: "EASY", theirMove: "NEVER", ending: "OTHER"}[task.Start.EPD()]
	answers := f.plan[id]
	turn := min(f.searches[id], len(answers)-1)
	f.searches[id]++
	if answers[turn] == "!" {
		return engine.Result{}, &bench.FaultError{Class: bench.FaultIllegalMove, Text: "planned"}
	}
	move, err := task.Start.ParseNotation(answers[turn])
	if err != nil {
		panic(err)
	}
	each(engine.Info{Depth: 1, Nodes: 10, PV: []game.Move{move}})
	return engine.Result{Best: move, Depth: 1, Nodes: 10, PV: []game.Move{move}}, nil
}

// The positions of threePositions.
const (
	ownMate   = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -"
	theirMove = "6k1/5ppp/8/8/8/8/5PPP/R5K1 b - -"
	ending    = "8/8/8/8/8/4k3/8/4K3 w - -"
)

// threePositions are asked for Ra1-a8, Kg8-h8, which loses at once, and Ke1-d1.
const threePositions = ownMate + ` bm Ra8#; id "EASY";
` + theirMove + ` bm Kh8; id "NEVER";
` + ending + ` bm Kd1; id "OTHER";
`

// quietRunner returns a runner of the configuration that tells nothing.
func quietRunner(t *testing.T, settings string) *runner.Runner {
	t.Helper()
	read := must.Get(config.Parse("zugwatch.yaml", []byte(settings)))(t)
	return &runner.Runner{
		Finder: engines.Finder{Config: read, Own: read.Own}, Workers: 1, Tool: "v0", Now: time.Now, Watch: runner.NoWatch,
		Tell: func(string, ...any) {},
	}
}

// jobsOf returns a job for each suite of the configuration.
func jobsOf(t *testing.T, r *runner.Runner, base, head engines.Engine) []*job {
	t.Helper()
	jobs := must.Get(openJobs(r, &Options{Suites: r.Config.Suites}))(t)
	for _, j := range jobs {
		j.base, j.head = base, head
	}
	return jobs
}

// atDepthOne returns a job of threePositions at depth 1.
func atDepthOne(t *testing.T, head, base engines.Engine) *job {
	j := clocked(t, head, base)
	j.config.Limit = bench.Limits{Limits: engine.Limits{Depth: 1}}
	return j
}

// judged judges a job of threePositions.
func judged(t *testing.T, j *job) *compare.Comparison {
	t.Helper()
	return must.Get(j.judge(t.Context(), quietRunner(t, anySettings), &Options{SearchAgain: 5}))(t).Comparison
}

// clocked returns a job of threePositions under a clock.
func clocked(t *testing.T, head, base engines.Engine) *job {
	suite := must.Get(suites.Load(strings.NewReader(threePositions), "own.epd"))(t)
	limits := bench.Limits{Limits: engine.Limits{MoveTime: time.Second}}
	gate := compare.Gate{Total: compare.Unlimited, Position: compare.Unlimited}
	return &job{suite: suite, head: head, base: base, config: config.Suite{Name: "own", Limit: limits, Gate: gate}}
}
