// Package race races two engines on a suite, or judges a stored race, by the loss that
// the configuration allows.
package race

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/bench/speed"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/suites"
)

// DefaultSuite is searched where no suite is named.
const DefaultSuite = "crafty"

// defaultAllowed is the default of the head's allowed loss of speed.
const defaultAllowed compare.Growth = 20

// Options say what is raced, and how long.
type Options struct {
	Suite      string          // one of the configuration, one that Zugwatch brings, or a file
	Allowed    *compare.Growth // nil: what the gate of the suite says, or else 2%
	Stored     string          // a file to be judged; empty: the engines are measured, and the rest is for that
	Out        string          // file for what was measured, to be Stored later; empty: none
	Base, Head Racer
	BaseFolder string // where the base is the engine of the head as another checkout has it
	Limits     engine.Limits
	Budget     time.Duration
	Seed       uint64
	Slower     uint64 // percent by which the head is slowed down, to test the verdict
	Progress   func(share float64)
}

// Racer is one of the engines.
type Racer struct {
	Engine  string // a name or a program, as engines.Finder finds it
	Options []engine.Option
}

// Result is a race with its verdict.
type Result struct {
	Suite    string
	Line     int // of the suite in the configuration; 0: it is not there
	Measured *speed.Report
}

// Run measures the engines, or reads what was measured, and judges it.
func Run(ctx context.Context, r *runner.Runner, o *Options) (*Result, error) {
	suite, allowed, line, err := openGate(r.Config, o)
	if err != nil {
		return nil, err
	}
	result := &Result{Suite: suite.Name, Line: line}
	if o.Stored != "" {
		result.Measured, err = speed.Load(o.Stored, suite.Name, allowed)
		return result, err
	}
	config := speed.Config{
		Positions: suite.Positions(), Limits: o.Limits, Budget: o.Budget, Allowed: allowed,
		Seed: o.Seed, Progress: o.Progress,
	}
	base, head, err := o.findEngines(ctx, r, suite.Game())
	if err != nil {
		return nil, err
	}
	if result.Measured, err = r.Race(ctx, base, head, suite.Name, config); err != nil || o.Out == "" {
		return result, err
	}
	return result, file.Stream(o.Out, func(w io.Writer) error { return speed.Encode(w, suite.Name, result.Measured) })
}

// openGate opens the suite, preferring one of the configuration. It also returns how much slower an engine may be on
// it, and its line in the configuration.
func openGate(settings *config.Config, o *Options) (suite *suites.Suite, allowed compare.Growth, line int, err error) {
	allowed = defaultAllowed
	open := func() (*suites.Suite, error) { return bench.OpenSuite(o.Suite, 1) }
	for _, chosen := range settings.Suites {
		if chosen.Name == o.Suite {
			line = chosen.Line
			open = func() (*suites.Suite, error) { return settings.Open(chosen) }
			if chosen.Gate.Speed != nil {
				allowed = *chosen.Gate.Speed
			}
		}
	}
	if o.Allowed != nil {
		allowed = *o.Allowed
	}
	suite, err = open()
	return suite, allowed, line, err
}

func (o *Options) findEngines(ctx context.Context, r *runner.Runner, g game.Game) (base, head engines.Engine, err error) {
	finder := func(of Racer) *engines.Finder {
		own := r.Finder
		own.Options = append(own.Options[:len(own.Options):len(own.Options)], of.Options...)
		return &own
	}
	flag := "base"
	if o.BaseFolder == "" {
		base, err = finder(o.Base).Find(ctx, builtin.ResolveName(o.Base.Engine, g))
	} else {
		flag = "base-folder"
		base, err = finder(o.Base).FindInCheckout(ctx, o.Head.Engine, o.BaseFolder)
	}
	if err != nil {
		return base, head, fmt.Errorf("flag --%s: %w", flag, err)
	}
	if head, err = finder(o.Head).Find(ctx, builtin.ResolveName(o.Head.Engine, g)); err != nil {
		return base, head, fmt.Errorf("flag --head: %w", err)
	}
	head.Open = speed.WithSlowdown(o.Slower, head.Open)
	return base, head, nil
}
