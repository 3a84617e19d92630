package explain

import (
	"context"
	"errors"
	"fmt"
	"slices"
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
	Anew       bool            // build what was built before again
}

// Check reports what is wrong with the request, an error of the kind Input.
func (q *Request) Check() error {
	switch {
	case len(q.Engines) > 0 && (len(q.Engines) != 2 || q.Base != ""):
		return failure.Inputf("flag --engine (expected two of them, the base and the head, and no --base)")
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
	base, head, closeBuilder, err := q.sides(ctx, r, record.Position.Game())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closeBuilder()) }()
	o := Options{Record: record, Deepest: q.Deepest, Reduce: q.Reduce, Tracer: tracerOf(r, head)}
	if o.Switches, err = switchesOf(ctx, r, head, q.Switches); err != nil {
		return nil, err
	}
	if o.Base, err = base.Open(); err != nil {
		return nil, failure.Default(failure.Engine, fmt.Errorf("base: %w", err))
	}
	defer o.Base.Close()
	if o.Head, err = head.Open(); err != nil {
		return nil, failure.Default(failure.Engine, fmt.Errorf("head: %w", err))
	}
	defer o.Head.Close()
	if err = demand(ctx, &o); err != nil {
		return nil, err
	}
	e, err = Explain(ctx, o)
	if ctx.Err() != nil {
		err = failure.Interruption(ctx, err)
	}
	return e, failure.Default(failure.Engine, err)
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

// switchesOf returns the rules of the head that can be taken away: the options of the request, or the rules of the
// built-in engine for chess. It is nil where there are none.
func switchesOf(ctx context.Context, r *runner.Runner, head engines.Engine, options []engine.Option) (*Switches, error) {
	if len(options) > 0 && head.Command.Path == "" {
		return nil, failure.Inputf("flag --switch beside the engine in this process (expected an engine that is a program; the rules of the built-in one are known)")
	}
	s := new(Switches)
	for _, o := range options {
		s.Names = append(s.Names, o.Name)
	}
	s.Without = func(_ context.Context, names []string) (engine.Engine, error) {
		without := head
		for _, o := range options {
			if slices.Contains(names, o.Name) {
				without.Command.Options = engine.Override(without.Command.Options, []engine.Option{o})
			}
		}
		return without.Openable(ctx).Open()
	}
	if own, err := r.OwnSettings(game.Chess); err == nil && head.Command.Path == "" && head.Game() == game.Chess {
		return BuiltinSwitches(own.(builtin.Settings), builtin.Defaults()), nil
	}
	if len(s.Names) == 0 {
		return nil, nil
	}
	return s, nil
}

// BuiltinSwitches returns the differences of the built-in engine for chess to a base, and its rules.
func BuiltinSwitches(head, base builtin.Settings) *Switches {
	s := new(Switches)
	all := head.Switches(base)
	for _, rule := range all {
		s.Names = append(s.Names, rule.Name)
	}
	s.Differences = len(all) - len(head.Switches(head))
	s.Without = func(_ context.Context, names []string) (engine.Engine, error) {
		gone := slices.DeleteFunc(slices.Clone(all), func(rule builtin.Switch) bool { return !slices.Contains(names, rule.Name) })
		return head.Without(gone...).Open()
	}
	return s
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
