package matrix

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/suites"
)

// Cost compares an engine with and without its null move on a suite of zugzwangs. NullMove is nil
// for an engine whose null move nothing switches off.
type Cost struct {
	Engine   string     // as the command line calls it
	Run      *bench.Run // with its null move
	NullMove *compare.NullMoveCost
}

// CostOptions choose the engines, the suites and the limits for measuring the cost of the null
// move.
type CostOptions struct {
	Engines []string      // as engines.Finder finds them; none: that of the configuration
	Off     engine.Option // switches the null move of other engines off; without a name: that of the configuration
	Suites  []string      // none: CostSuites
	Filter  []string      // patterns for their positions; none: all
	Limits  bench.Limits  // without any but StopSolved: two plies more than a suite names, or else a number of nodes
	Forms   int           // that each position is searched in; 0: DefaultCostForms, or one under limits that read a clock
}

// CostSuites returns the suites of zugzwangs that Zugwatch brings.
func CostSuites() []string { return []string{"zugzwang", "zugzwang-proven"} }

// DefaultCostForms is the default number of forms of each position under exact limits.
const DefaultCostForms = 4

// forms returns how many forms of each position are searched.
func (o *CostOptions) forms() int {
	switch {
	case o.Forms > 0:
		return o.Forms
	case o.limited() && !o.Limits.Exact():
		return 1
	}
	return DefaultCostForms
}

// limited reports whether limits are given.
func (o *CostOptions) limited() bool {
	return o.Limits != (bench.Limits{StopSolved: o.Limits.StopSolved})
}

// limits returns the limits for a suite.
func (o *CostOptions) limits(suite *suites.Suite) bench.Limits {
	if o.limited() {
		return o.Limits
	}
	limits := bench.Limits{Limits: engine.Limits{Nodes: 200000}}
	if suite.NamesDepths() {
		limits = bench.Limits{RecordDepth: true, RecordExtra: 2}
	}
	limits.StopSolved = o.Limits.StopSolved
	return limits
}

// MeasureCosts measures the cost of the null move for engines on suites: all suites on one engine
// after the other. Faults of engines are an error that comes with the costs.
func MeasureCosts(ctx context.Context, r *runner.Runner, o CostOptions) ([]Cost, error) {
	names := o.Suites
	if len(names) == 0 {
		names = CostSuites()
	}
	opened := make([]*suites.Suite, len(names))
	for i, name := range names {
		var err error
		if opened[i], err = bench.OpenSuite(name, o.forms(), o.Filter...); err != nil {
			return nil, err
		}
	}
	pairs, err := findPairs(ctx, r, &o, opened[0].Game())
	if err != nil {
		return nil, err
	}
	var costs []Cost
	var faults []error
	for _, p := range pairs {
		for _, suite := range opened {
			cost, err := p.measureCost(ctx, r, suite, bench.Config{Limits: o.limits(suite)})
			if err != nil && failure.Of(err) != failure.Engine || cost.Run == nil {
				return nil, err
			}
			faults = append(faults, err)
			costs = append(costs, cost)
		}
	}
	return costs, errors.Join(faults...)
}

// pair is one engine with its null move and without.
type pair struct {
	with    engines.Engine
	without engines.Engine // without a way to open it: nothing switches its null move off
}

// findPairs finds the engines for a game, each with its null move and without.
func findPairs(ctx context.Context, r *runner.Runner, o *CostOptions, g game.Game) ([]pair, error) {
	names := o.Engines
	if len(names) == 0 {
		names = []string{r.Config.Engine}
	}
	var pairs []pair
	var with []engines.Engine
	for _, name := range names {
		name = builtin.ResolveName(name, g)
		e, err := r.Find(ctx, name)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(with, func(other engines.Engine) bool { return other.Name == e.Name }) {
			return nil, failure.Inputf("engine %s is given twice (expected different ones; names can be given in %s)", e.Name, config.FileName)
		}
		with = append(with, e)
		without, _, err := r.WithoutNullMove(ctx, name, o.Off)
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, pair{e, without})
	}
	return pairs, r.Check(with)
}

// measureCost runs one suite with the null move and without. An error of faults comes with
// the cost.
func (p *pair) measureCost(ctx context.Context, r *runner.Runner, suite *suites.Suite, config bench.Config) (Cost, error) {
	with, timing, err := r.Run(ctx, p.with, suite, config)
	if err != nil {
		return Cost{}, err
	}
	cost := Cost{Engine: p.with.Name, Run: with}
	faulted := runner.FaultError(with, timing)
	if p.without.Open == nil {
		return cost, faulted
	}
	without, timing, err := r.Run(ctx, p.without, suite, config)
	if err != nil {
		return Cost{}, err
	}
	if err := runner.FaultError(without, timing); err != nil {
		faulted = errors.Join(faulted, fmt.Errorf("without null moves: %w", err))
	}
	if cost.NullMove, err = compare.CompareNullMove(with, without); err != nil {
		return Cost{}, err
	}
	return cost, faulted
}
