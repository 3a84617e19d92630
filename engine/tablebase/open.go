package tablebase

import (
	"context"
	"errors"
	"io/fs"
)

// Options say where tables are kept and how they are built.
type Options struct {
	Dir     string      // folder of the files, made when missing; empty: tables are built anew and not kept
	Workers int         // goroutines that build; below 1: one
	Report  func(Event) // called with each event, one at a time; may be nil
}

// Step is the kind of an event in the opening of a table.
type Step uint8

// The steps of Open, in their order for one table.
const (
	Loaded   Step = iota // read from its file
	Damaged              // its file cannot be used, Err says why; it is built anew
	Building             // begun
	Built                // done
	Unsaved              // its file could not be written, Err says why; the table itself is sound
)

// Event is a step of one table.
type Event struct {
	Ending Ending
	Step   Step
	Err    error
}

// Open returns the tables of the endings and of all that play from them can reach. Those that have a sound file are
// read, the others are built and kept. A file that is damaged is reported and replaced. If a file cannot be read for
// another reason, Open returns the error. A file that cannot be written is reported as Unsaved. When ctx is done its
// error is returned; files that were complete stay.
func Open(ctx context.Context, options Options, endings ...Ending) (*Set, error) {
	o := opener{options: options, tables: make(tables)}
	for _, e := range Closure(endings...) {
		t, err := o.open(ctx, e)
		if err != nil {
			return nil, err
		}
		o.tables[e] = t
	}
	return &Set{o.tables}, nil
}

// opener gathers the tables of an Open.
type opener struct {
	options Options
	tables  tables
	cells   []cell // for one build after the other
}

func (o *opener) report(e Ending, step Step, err error) {
	if o.options.Report != nil {
		o.options.Report(Event{e, step, err})
	}
}

// open reads or builds one table, whose parts are there already.
func (o *opener) open(ctx context.Context, e Ending) (*table, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	l := newLayout(e)
	if o.options.Dir == "" {
		return o.build(ctx, l)
	}
	name := fileName(o.options.Dir, e)
	t, err := load(name, l)
	switch {
	case err == nil:
		o.report(e, Loaded, nil)
		return t, nil
	case errors.Is(err, errDamaged):
		o.report(e, Damaged, err)
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	if t, err = o.build(ctx, l); err != nil {
		return nil, err
	}
	if err := save(name, t); err != nil {
		o.report(e, Unsaved, err)
	}
	return t, nil
}

func (o *opener) build(ctx context.Context, l *layout) (*table, error) {
	o.report(l.ending, Building, nil)
	if len(o.cells) < l.size() {
		o.cells = make([]cell, l.size())
	}
	t, err := build(ctx, l, o.tables, o.cells, o.options.Workers)
	if err == nil {
		o.report(l.ending, Built, nil)
	}
	return t, err
}
