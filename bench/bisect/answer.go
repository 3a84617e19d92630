package bisect

import (
	"context"
	"errors"
	"fmt"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/suites"
)

const (
	// DefaultForms is the number of forms of the position that a revision is judged by.
	DefaultForms = 8
	// maxEndsPValue is the largest p-value of the loss from the good end to the bad one: see
	// effect.PermutationPValue.
	maxEndsPValue = 0.05
)

// answer sums up the searches of the position's forms by the engine of a revision.
//
// By the metric Solved a revision is bad when it solves less than half as many forms as the good end. That is three
// or fewer, if the good end solves all of eight. An unchanged revision is as low with p = 0.013 by the permutation
// test (R. A. Fisher, The Design of Experiments, 1935, section 21), or with p = 0.059 if the good end solves seven.
// If an unchanged revision solves each form with a probability of 0.9, it is taken for bad with a probability of
// 0.0004. At 0.8 the probability is 0.010 (binomial). A bad revision that still solves each form with a probability
// of 0.1 is taken for good with 0.005. A single search would be wrong with 0.1 or 0.2, at every step.
type answer struct {
	bench.Outcome     // the position as it stands, or its first form with a fault; Nodes is the sum over all forms
	Solved        int // forms
	Forms         int // that were searched
}

// answerOf sums the forms of a position up.
func answerOf(run *bench.Run) *answer {
	a := &answer{Outcome: run.Outcomes[0], Forms: len(run.Outcomes)}
	a.Nodes = 0
	for i := range run.Outcomes {
		o := &run.Outcomes[i]
		if o.Verdict == bench.Faulted && a.Verdict != bench.Faulted {
			a.Outcome.Verdict, a.Outcome.Fault = o.Verdict, o.Fault
		}
		if o.Verdict == bench.Solved {
			a.Solved++
		}
		a.Nodes += o.Nodes
	}
	return a
}

// lostFrom reports whether less than half as many forms are solved as by the good end.
func (a *answer) lostFrom(good *answer) bool { return 2*a.Solved*good.Forms < good.Solved*a.Forms }

// counts returns the solved forms in words, as "7 of 8 forms".
func (a *answer) counts() string { return fmt.Sprintf("%d of %d forms", a.Solved, a.Forms) }

// inForms says in how many forms something holds, nothing of one.
func (a *answer) inForms() string {
	if a.Forms == 1 {
		return ""
	}
	return fmt.Sprintf(" in any of %d forms", a.Forms)
}

// forms returns how many forms the position is searched in. By the metric Nodes it is searched as it stands, and a
// named form is searched alone.
func (o *Options) forms() int {
	_, form := suites.FormOf(o.Position)
	switch {
	case o.Forms > 0:
		return o.Forms
	case o.Metric == Nodes || form != "":
		return 1
	}
	return DefaultForms
}

// checkForms refuses a number of forms that says nothing.
func (o *Options) checkForms() error {
	_, form := suites.FormOf(o.Position)
	switch {
	case o.forms() > suites.MaxForms || o.Forms < 0:
		return failure.Inputf("flag --forms=%d (expected a number from 1 to %d)", o.Forms, suites.MaxForms)
	case o.Forms == 2:
		return failure.Inputf("flag --forms=2: chance explains any difference of so few (expected 1, or 3 and more)")
	case o.Metric == Nodes && o.Forms > 1:
		return failure.Inputf("flag --forms=%d: nodes are compared of the position as it stands (expected 1, or --metric solved)", o.Forms)
	case form != "" && o.Forms > 1:
		return failure.Inputf("flag --forms=%d: %s is a form itself (expected 1, or the position without /%s)", o.Forms, o.Position, form)
	}
	return nil
}

// builds are the engines of revisions, each built to search the position.
type builds struct {
	*engines.Builder
	runner runner.Runner
	recipe engines.Recipe
	suite  *suites.Suite // of the one position, in its forms
	limit  bench.Limits
}

// between begins the search in the repository.
func (b *builds) between(ctx context.Context, good, bad revision.Commit) (search, error) {
	return b.Repository.Bisect(ctx, good, bad)
}

// answer builds the engine of a revision and searches the forms of the position with it.
func (b *builds) answer(ctx context.Context, of engines.Variant) (_ *answer, err error) {
	tree, err := b.Checkout(ctx, of)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(failure.Default(failure.Machine, tree.Remove(ctx)), err) }()
	engine, err := b.BuildEngine(ctx, tree, b.recipe, of)
	if err != nil {
		return nil, err
	}
	run, _, err := b.runner.Run(ctx, engine, b.suite, bench.Config{Limits: b.limit})
	if err != nil {
		return nil, err
	}
	if !run.Exact() {
		return nil, failure.Inputf("engine %s at %s searches with several threads, so that no step would be sure (expected the option Threads with 1)", b.recipe.Name, of)
	}
	return answerOf(run), nil
}
