package bisect

import (
	"context"
	"errors"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/suites"
)

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
func (b *builds) answer(ctx context.Context, of engines.Variant) (_ *Answer, err error) {
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
