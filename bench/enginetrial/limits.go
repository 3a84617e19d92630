package enginetrial

import (
	"context"
	"fmt"
	"time"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/fit"
)

// Times of the first look at a suite from which its limit is made smaller, where the suite has no more.
const (
	slowLook = 3 * time.Second // by nodes alone
	slowTree = 8 * time.Second // by depth and nodes
)

// chooseLimits chooses the limit of each suite. It is the deepest limit by depth for which there is time, or the
// limit by nodes, halved until the time suffices.
func (t *Trial) chooseLimits(ctx context.Context, on engines.Engine) error {
	settings, err := t.plannedConfig()
	if err != nil {
		return err
	}
	pool, on := engines.NewPool(on)
	defer func() { _ = pool.Close() }() // its searches are over
	t.samples = make(map[string]fit.Sample)
	for i := range settings.Suites {
		s := &settings.Suites[i]
		if s.Forms < 2 || s.Gate.Axis == compare.Rules { // its depths are part of the suite
			continue
		}
		switch {
		case t.Options.ByDepth:
			if err := t.chooseDepth(ctx, on, s); err != nil {
				return err
			}
		case t.SuiteTime > 0 && s.Limit.Nodes > 0:
			if err := t.reduceLimit(ctx, on, s); err != nil {
				return err
			}
			t.Options.SetLimit(s.Name, s.Limit.String())
		}
	}
	return nil
}

// chooseDepth chooses the deepest limit by depth of a suite for which there is time. Where that is less than the first
// depth that is tried, half as many forms are searched, and then half of the positions are left out. Searches that end near
// the leaves hardly reach null moves and reductions.
func (t *Trial) chooseDepth(ctx context.Context, on engines.Engine, s *config.Suite) error {
	within, least := fit.LookTime(s.Name), fit.FirstDepth(s.Gate.Axis)
	limit, sample, slow := fit.DepthLimit(ctx, t.Runner, []engines.Engine{on}, s, within)
	whole, chosen, fewer := limit.Depth, *s, *s
	for _, reduce := range []func(*config.Suite) error{halveForms, t.halvePositions} {
		if limit.Depth == 0 || limit.Depth >= least || ctx.Err() != nil {
			break
		}
		if err := reduce(&fewer); err != nil {
			return err
		}
		deeper, found, err := fit.DepthLimit(ctx, t.Runner, []engines.Engine{on}, &fewer, within)
		if deeper.Depth > limit.Depth || slow != nil && deeper.Depth == limit.Depth {
			limit, sample, slow, chosen = deeper, found, err, fewer
		}
	}
	switch {
	case ctx.Err() != nil:
		return failure.Interruption(ctx, context.Cause(ctx))
	case slow != nil:
		t.Runner.Tell("%v", slow)
	}
	if limit.Depth > 0 {
		t.Options.SetLimit(s.Name, limit.String())
		t.samples[s.Name] = sample
	}
	t.searchFewer(s, &chosen, limit.Depth, whole)
	return nil
}

// halveForms takes half of the forms of a suite that has four or more in its first look.
func halveForms(s *config.Suite) error {
	if s.First >= 4 {
		s.First, s.Forms = s.First/2, s.Forms/2
	}
	return nil
}

// halvePositions leaves half of the positions of a suite out, if there are enough.
func (t *Trial) halvePositions(s *config.Suite) (err error) {
	s.Without, err = fit.OtherHalf(t.Runner, s)
	return err
}

// searchFewer plans the forms and positions that were chosen for a suite, and says why they are fewer.
func (t *Trial) searchFewer(s, chosen *config.Suite, depth, whole int) {
	forms, left := fmt.Sprintf("%d-%d", chosen.First, chosen.Forms), len(chosen.Without)
	if chosen.Forms < s.Forms {
		t.Options.Allowed = append(t.Options.Allowed, config.Setting{Suite: s.Name, Key: "forms", Value: forms, Mark: "forms: ", Reason: "fewer than usual, as the engine is slow"})
	}
	t.Options.LeavePositions(s.Name, chosen.Without)
	if chosen.Forms < s.Forms || left > 0 {
		t.Runner.Tell("the engine is slow; %s has %s forms and is without %d positions, for depth %d instead of %d", s.Name, forms, left, depth, whole)
	}
}

// reduceLimit halves the nodes of the limit of a suite, or takes a ply off its depth, until there is time for a look.
// Steps that double lose their last one with each half.
func (t *Trial) reduceLimit(ctx context.Context, on engines.Engine, s *config.Suite) error {
	longest := max(slowLook, fit.LookTime(s.Name))
	switch {
	case s.Limit.Depth > 0:
		longest = slowTree
	case s.Limit.Steps > 0:
		longest *= 2 // steps that double have together twice the nodes of the last one
	}
	for range 4 {
		sample, err := fit.SampleSuite(ctx, t.Runner, on, s, longest)
		switch {
		case ctx.Err() != nil:
			return failure.Interruption(ctx, context.Cause(ctx))
		case err != nil:
			t.Runner.Tell("%v", err)
			return nil
		case sample.Cost <= longest:
			t.samples[s.Name] = sample
			return nil
		case s.Limit.Depth > 0:
			s.Limit.Depth--
		case s.Limit.Steps == 2: // two in a row end a search
			return nil
		default:
			s.Limit.Nodes /= 2
			s.Limit.Steps = max(s.Limit.Steps-1, 0)
		}
	}
	return nil
}
