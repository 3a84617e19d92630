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

// DefaultDeepest is the default of Request.Deepest, in plies.
const DefaultDeepest = 16

// Request names a position and the two engines to compare on it.
type Request struct {
	Position   string          // an id of a suite, a FEN, or a record of EPD
	Base, Head string          // revisions; both empty: none are built. Head empty: the work tree as it is
	Engines    []string        // the engines of base and head; empty: none is named
	Deepest    int             // greatest depth at which the loss is looked for, in plies
	Switches   []engine.Option // of the head, each with the value that takes a rule away
	Reduce     bool            // look for the smallest position
	Append     string          // file to which the smallest position is added; empty: none
	All        bool            // Position is ignored: all that a run loses is explained, see RunAll
	Tables     Tables          // prove zugzwangs; nil: the base says whether there is one
	Hunks      bool            // look for the hunks of the change that are enough
	Rebuild    bool            // ignore the cache of builds
}

// Check reports what is wrong with the request, an error of the kind Input.
func (q *Request) Check() error {
	switch {
	case len(q.Engines) > 0 && (len(q.Engines) != 2 || q.Base != ""):
		return failure.Inputf("flag --engine (expected two of them, the base and the head, and no --base)")
	case q.All && (q.Hunks || q.Append != ""):
		return failure.Inputf("flag --all beside --hunks or --append, which are of one position (expected one of them)")
	case q.Base == "" && q.Hunks:
		return failure.Inputf("flag --hunks without --base (expected two revisions)")
	case q.Base == "" && q.Head != "":
		return failure.Inputf("flag --head without --base (expected both, or --base alone)")
	}
	return nil
}

// Run finds the position and both sides, and explains. Errors in the request are of the kind Input.
func Run(ctx context.Context, r *runner.Runner, q *Request) (e *Explanation, err error) {
	record, err := findRecord(r.Config, q.Position)
	if err != nil {
		return nil, err
	}
	o, closeSides, err := q.open(ctx, r, record.Position.Game())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closeSides()) }()
	o.Record = record
	if err = setSolution(ctx, o); err != nil {
		return nil, err
	}
	if e, err = Explain(ctx, *o); err != nil {
		return e, asFailure(ctx, err)
	}
	switch {
	case q.Append == "":
	case e.Smallest == nil:
		r.Tell("nothing was added to %s: no position alone shows the loss", q.Append)
	default:
		err = e.Smallest.appendTo(q.Append, e.ID)
	}
	if err == nil && q.Hunks && e.BlindNode() != nil {
		e.Hunks, err = q.findHunks(ctx, r, o.Record, e.Depth)
	}
	return e, err
}

// asFailure returns the error of an explanation with the kind of its failure.
func asFailure(ctx context.Context, err error) error {
	return failure.Default(failure.Engine, failure.Interruption(ctx, err))
}

// setSolution makes the move of the base at the greatest depth the solution of a position that asks
// for nothing.
func setSolution(ctx context.Context, o *Options) error {
	if o.Record.HasVerdict() {
		return nil
	}
	answer, err := newSide(o.Base, "base").searchNode(ctx, rootOf(o.Record), o.Deepest)
	if err != nil {
		return asFailure(ctx, err)
	}
	if answer.Best == game.NoMove {
		return failure.Inputf("position %s has no legal move (expected one with a solution)", o.Record.Position)
	}
	own := o.Record.Clone()
	own.Best = []game.Move{answer.Best}
	o.Record = &own
	return nil
}

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
