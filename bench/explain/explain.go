package explain

import (
	"context"

	"github.com/zugwatch/zugwatch/bench/question"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/epd"
)

// Options name the position and the two opened engines.
type Options struct {
	Record     *epd.Record
	Base, Head engine.Engine // searched one after the other, each by a cleared engine
	Deepest    int           // greatest depth at which the loss is looked for, in plies
	Switches   *Switches     // rules of the head; nil: none can be switched
	Tracer     Tracer        // of the head; nil: it cannot be traced
	Tables     Tables        // prove zugzwangs; nil: the base says whether there is one
	Reduce     bool          // look for the smallest position that shows it
}

// Explain finds out why the head misses a position that the base solves. The error is that of a side or of the context;
// it comes with the findings so far.
func Explain(ctx context.Context, o Options) (*Explanation, error) {
	root := rootOf(o.Record)
	w := &walker{
		base:   newSide(o.Base, "base"),
		head:   newSide(o.Head, "head"),
		solved: func(r engine.Result) bool { return question.IsAnswer(o.Record, r) },
	}
	e := &Explanation{ID: o.Record.Key(), Position: o.Record.Position.String(), Want: question.Want(o.Record)}
	var err error
	if e.Depth, e.Finding, err = w.findDepth(ctx, root, o.Deepest); err != nil || e.Depth == 0 {
		return e, err
	}
	if e.Finding, err = w.walk(ctx, root, e.Depth); err != nil {
		return e, err
	}
	e.Walk = w.nodes
	if err := e.zugzwang(ctx, w, o.Tables); err != nil {
		return e, err
	}
	if err := e.trace(ctx, w, o.Tracer); err != nil {
		return e, err
	}
	if o.Switches != nil {
		if e.Rules, err = w.findRules(ctx, o.Switches, e); err != nil {
			return e, err
		}
	}
	if o.Reduce {
		e.Smallest, err = w.findSmallest(ctx)
	}
	return e, err
}
