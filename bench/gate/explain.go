package gate

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/explain"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/epd"
)

// errExplain is the cause of a context whose time for explanations is used up.
var errExplain = errors.New("the time for explanations is used up")

// explainLosses explains the first lost position of each suite that fails, within Options.Explain for all of them. A
// trial notes why its position is not explained. The error is that of the context.
func explainLosses(ctx context.Context, o *Options, jobs []*job, trials []Trial) error {
	if o.Explain == 0 {
		return nil
	}
	within, cancel := context.WithTimeoutCause(ctx, o.Explain, errExplain)
	defer cancel()
	for i, j := range jobs {
		t := &trials[i]
		lost := t.lostRecord()
		if lost == nil {
			continue
		}
		base, err := j.explainer(ctx)
		if base == nil && err == nil {
			continue
		}
		if err == nil {
			t.Explanation, err = j.explain(within, base, lost)
		}
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err == nil || t.Explanation != nil && t.Explanation.BlindNode() != nil:
			continue // findings before an error stay
		case within.Err() != nil:
			t.Unexplained = fmt.Sprintf("%s was not explained within %v", lost.Key(), o.Explain)
		default:
			t.Unexplained = fmt.Sprintf("%s was not explained: %v", lost.Key(), err)
		}
		t.Explanation = nil
	}
	return nil
}

// explainer returns the engine to compare the head with. It is the engine of the other revision, or of the
// accepted revision that a suite of games names. With a baseline it is the built-in engine with the settings of
// the baseline, if those of the head differ. It is nil for a baseline of an engine that is not at hand.
func (j *job) explainer(ctx context.Context) (*engines.Engine, error) {
	switch {
	case j.baseline == nil:
		return &j.base, nil
	case j.accepted != nil:
		return j.accepted, nil
	}
	set := j.head.BuiltinOptions()
	if set == nil {
		return nil, nil
	}
	accepted := j.baseline.Run.Engine
	before := slices.DeleteFunc(slices.Clone(accepted.Options), func(of engine.Option) bool {
		return !slices.ContainsFunc(set, func(o engine.Option) bool { return o.Name == of.Name })
	})
	own, err := builtin.DefaultsOf(j.head.Game()).Set(before)
	if err != nil || slices.Equal(own.Options(), set) {
		return nil, nil
	}
	if id, err := own.ID(); err != nil || !reflect.DeepEqual(id, accepted) {
		return nil, nil
	}
	base, err := engines.Builtin(ctx, own, false)
	return &base, err
}

// explain asks base and head of the job about a position that the head lost. What was found comes with an error too.
func (j *job) explain(ctx context.Context, by *engines.Engine, lost *epd.Record) (*explain.Explanation, error) {
	base, err := by.Open()
	if err != nil {
		return nil, fmt.Errorf("base: %w", err)
	}
	defer base.Close()
	head, err := j.head.Open()
	if err != nil {
		return nil, fmt.Errorf("head: %w", err)
	}
	defer head.Close()
	return explain.Explain(ctx, explain.Options{
		Record: lost, Base: base, Head: head, Deepest: max(explain.DefaultDeepest, j.config.Limit.Depth), Switches: explain.SwitchesOf(*by, j.head), Tracer: explain.TracerOf(j.head),
	})
}

// lostRecord returns the form that shows the loss of the first position that fails a gate, nil where no position does.
// A search that depends on those before it shows none.
func (t *Trial) lostRecord() *epd.Record {
	if limits, err := bench.ParseLimits(t.Run.Limits); err != nil || limits.KeepState > 0 {
		return nil
	}
	for _, g := range t.Comparison.Gates {
		if g.Verdict != compare.Fail || g.Axis == compare.Exact || g.Axis == compare.Nodes {
			continue
		}
		for _, id := range g.Positions {
			if form := t.lostForm(id); form >= 0 {
				return &t.Suite.Records[form]
			}
		}
	}
	return nil
}

// lostForm returns the index of the form that shows the loss of a position. It is that of the smallest search, or the
// first form that the base solves and the head does not. It is -1 if no form shows it by itself.
func (t *Trial) lostForm(id string) int {
	if f := t.Comparison.Forms; f != nil {
		at := slices.IndexFunc(f.Named, func(p compare.Position) bool { return p.ID == id })
		if at >= 0 && f.Named[at].Repeat != nil {
			id = f.Named[at].Repeat.ID
		}
	}
	for i := range t.Suite.Records {
		b, h := &t.Base.Outcomes[i], &t.Run.Outcomes[i]
		if b.ID != id && t.Run.Suite.Position(b.ID) != id {
			continue
		}
		if _, primed := t.Suite.Prelude(i); !primed && b.Verdict == bench.Solved && h.Verdict == bench.Missed {
			return i
		}
	}
	return -1
}
