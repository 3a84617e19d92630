package explain

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/text"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
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
	Hunks      bool            // look for the hunks of the change that are enough
	Anew       bool            // build what was built before again
}

// Check reports what is wrong with the request, an error of the kind Input.
func (q *Request) Check() error {
	switch {
	case len(q.Engines) > 0 && (len(q.Engines) != 2 || q.Base != ""):
		return failure.Inputf("flag --engine (expected two of them, the base and the head, and no --base)")
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
	if err = demand(ctx, o); err != nil {
		return nil, err
	}
	if e, err = Explain(ctx, *o); err != nil {
		return e, failed(ctx, err)
	}
	switch {
	case q.Append == "":
	case e.Smallest == nil:
		r.Tell("nothing was added to %s: no position alone shows the loss", q.Append)
	default:
		err = e.Smallest.appendTo(q.Append, e.ID)
	}
	if err == nil && q.Hunks && e.Blind() != nil {
		e.Hunks, err = q.findHunks(ctx, r, o.Record, e.Depth)
	}
	return e, err
}

// failed returns the error of an explanation as a failure.
func failed(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		err = failure.Interruption(ctx, err)
	}
	return failure.Default(failure.Engine, err)
}

// open builds and opens both sides. The caller closes them.
func (q *Request) open(ctx context.Context, r *runner.Runner, g game.Game) (o *Options, done func() error, err error) {
	base, head, closeBuilder, err := q.sides(ctx, r, g)
	if err != nil {
		return nil, nil, err
	}
	o = &Options{Deepest: q.Deepest, Reduce: q.Reduce || q.Append != ""}
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
	o.Switches, o.Tracer = SwitchesOf(ctx, base, head), TracerOf(head)
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

// demand takes the move of the base at the greatest depth for the solution of a position that asks for nothing.
func demand(ctx context.Context, o *Options) error {
	if o.Record.HasVerdict() {
		return nil
	}
	base := &side{Engine: o.Base, name: "base", known: make(map[string]engine.Result)}
	answer, err := base.ask(ctx, rootOf(o.Record), o.Deepest)
	if err != nil {
		return failure.Default(failure.Engine, failure.Interruption(ctx, err))
	}
	if answer.Best == game.NoMove {
		return failure.Inputf("position %s has no legal move (expected one with a solution)", o.Record.Position)
	}
	own := o.Record.Clone()
	own.Best = []game.Move{answer.Best}
	o.Record = &own
	return nil
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
	b, err := engines.NewBuilder(ctx, r.Config, q.Anew, r.Tell)
	if err != nil {
		return base, head, nil, err
	}
	done = func() error { return b.Close(ctx) }
	var built [2]engines.Engine
	var variants [2]engines.Variant
	variants[0], variants[1], err = b.Sides(ctx, q.Base, q.Head)
	for i := 0; err == nil && i < len(variants); i++ {
		built[i], err = buildVariant(ctx, r, b, variants[i], g)
	}
	if err != nil {
		return base, head, nil, errors.Join(err, done())
	}
	return built[0], built[1], done, nil
}

// buildVariant builds the engine of the configuration at one revision.
func buildVariant(ctx context.Context, r *runner.Runner, b *engines.Builder, of engines.Variant, g game.Game) (engines.Engine, error) {
	tree, err := b.Checkout(ctx, of)
	if err != nil {
		return engines.Engine{}, err
	}
	recipe, err := b.Recipe(&r.Finder, builtin.Playing(r.Config.Engine, g))
	if err != nil {
		return engines.Engine{}, err
	}
	return b.Make(ctx, tree, recipe, of)
}

// findRecord returns what a text stands for: a record of EPD, a FEN, or an id of a suite of the configuration or of one
// that Zugwatch brings.
func findRecord(settings *config.Config, what string) (*epd.Record, error) {
	if strings.Contains(what, " ") {
		return readPosition(what)
	}
	var near []string
	for _, chosen := range settings.Suites {
		suite, err := settings.Open(chosen)
		if err != nil {
			return nil, err
		}
		if record := recordOf(suite, what, &near); record != nil {
			return record, nil
		}
	}
	all, err := suites.All()
	if err != nil {
		return nil, failure.Default(failure.Input, err)
	}
	for _, suite := range all {
		if record := recordOf(suite, what, &near); record != nil {
			return record, nil
		}
	}
	if position, form := suites.FormOf(what); form != "" {
		for _, suite := range all {
			if part, err := suite.Only(position); err == nil {
				if part, err = part.Forms(suites.MaxForms); err == nil {
					if record := recordOf(part, what, &near); record != nil {
						return record, nil
					}
				}
			}
		}
	}
	return nil, failure.Inputf("position %q is in no suite (expected an id of a suite of %s or of one that Zugwatch brings, or a FEN%s)", what, settings.File, text.DidYouMean(what, near))
}

// recordOf returns the record of a suite with an id, nil where it has none. It adds the ids to those that are near.
func recordOf(suite *suites.Suite, id string, near *[]string) *epd.Record {
	for i := range suite.Records {
		if key := suite.Records[i].Key(); key != id {
			*near = append(*near, key)
			continue
		}
		return &suite.Records[i]
	}
	return nil
}

// readPosition reads a FEN, or a record of EPD.
func readPosition(what string) (*epd.Record, error) {
	if p, err := game.ParsePosition(what); err == nil {
		return &epd.Record{Position: p}, nil
	}
	record, err := epd.Parse(what)
	if err != nil {
		return nil, failure.Inputf("position %q: %v (expected a FEN, or a record of EPD)", what, err)
	}
	return record, nil
}
