package explain

import (
	"context"
	"errors"
	"fmt"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/game"
)

// open builds and opens both sides. The caller closes them.
func (q *Request) open(ctx context.Context, r *runner.Runner, g game.Game) (o *Options, done func() error, err error) {
	base, head, closeBuilder, err := q.sides(ctx, r, g)
	if err != nil {
		return nil, nil, err
	}
	o = &Options{Deepest: q.Deepest, Reduce: q.Reduce || q.Append != "", Tables: q.Tables}
	done = func() error {
		for _, e := range []engine.Engine{o.Base, o.Head} {
			if e != nil {
				_ = e.Close() // its searches are over
			}
		}
		return closeBuilder()
	}
	if len(q.Switches) > 0 {
		if head.Command.Path == "" {
			err = failure.Inputf("flag --switch beside the engine in this process (expected an engine that is a program; the rules of the built-in one are known)")
			return nil, nil, errors.Join(err, done())
		}
		head.Switches = q.Switches
	}
	o.Switches, o.Tracer = SwitchesOf(base, head), TracerOf(head)
	if o.Base, err = base.Open(); err != nil {
		err = fmt.Errorf("base: %w", err)
	} else if o.Head, err = head.Open(); err != nil {
		err = fmt.Errorf("head: %w", err)
	}
	if err != nil {
		return nil, nil, errors.Join(failure.Default(failure.Engine, err), done())
	}
	return o, done, nil
}

// sides returns both engines, built of revisions where these are named. The caller closes what was built.
func (q *Request) sides(ctx context.Context, r *runner.Runner, g game.Game) (base, head engines.Engine, done func() error, err error) {
	done = func() error { return nil }
	switch {
	case q.Base != "":
		return q.revisions(ctx, r, g)
	case len(q.Engines) == 2:
		if base, err = r.Find(ctx, q.Engines[0]); err == nil {
			head, err = r.Find(ctx, q.Engines[1])
		}
	default:
		own, failed := r.OwnSettings(g)
		if failed != nil {
			return base, head, done, failed
		}
		defaults := builtin.DefaultsOf(g)
		if own == defaults {
			return base, head, done, failure.Inputf("base and head are the same engine (expected --base REVISION, two times --engine, or other settings of the built-in engine, such as --nullmove r3)")
		}
		if base, err = engines.Builtin(ctx, defaults, false); err == nil {
			head, err = engines.Builtin(ctx, own, false)
		}
	}
	return base, head, done, err
}

// revisions builds the engine of the configuration at both revisions.
func (q *Request) revisions(ctx context.Context, r *runner.Runner, g game.Game) (base, head engines.Engine, done func() error, err error) {
	b, err := engines.NewBuilder(ctx, r.Config, q.Rebuild, r.Tell)
	if err != nil {
		return base, head, nil, err
	}
	done = func() error { return b.Close(ctx) }
	var built [2]engines.Engine
	var variants [2]engines.Variant
	variants[0], variants[1], err = b.FindBoth(ctx, q.Base, q.Head)
	for i := 0; err == nil && i < len(variants); i++ {
		built[i], err = b.BuildVariant(ctx, &r.Finder, builtin.ResolveName(r.Config.Engine, g), variants[i])
	}
	if err != nil {
		return base, head, nil, errors.Join(err, done())
	}
	return built[0], built[1], done, nil
}
