package commits

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/engine/input"
)

// steps returns the commits that are judged, the oldest first.
func (o *Options) steps(ctx context.Context, repository *revision.Repository) ([]revision.Step, error) {
	all, err := repository.Range(ctx, o.Range)
	if err != nil {
		return nil, failure.Interruption(ctx, failure.With(failure.Of(err), fmt.Errorf("flag --range: %w", err)))
	}
	if o.Only == "" {
		return all, nil
	}
	text, err := input.ReadFile(o.Only, file.MaxSize)
	if err != nil {
		return nil, failure.Inputf("flag --only: %w", err)
	}
	wanted, err := readCommitList(ctx, repository, o.Only, string(text), all)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(step revision.Step) bool { return !wanted[step.Hash] }), nil
}

// readCommitList returns the hashes of the commits in a list: the first word of each line. What
// follows a # is a comment.
func readCommitList(ctx context.Context, repository *revision.Repository, path, text string, all []revision.Step) (map[string]bool, error) {
	wanted := make(map[string]bool)
	number := 0
	for line := range strings.Lines(text) {
		number++
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		commit, err := repository.Resolve(ctx, words[0])
		if err != nil {
			return nil, failure.Interruption(ctx, failure.With(failure.Of(err), fmt.Errorf("%s:%d:1: %w", path, number, err)))
		}
		if !slices.ContainsFunc(all, func(step revision.Step) bool { return step.Hash == commit.Hash }) {
			return nil, failure.Inputf("%s:%d:1: commit %s is not in the range (expected one of its first parents)", path, number, commit.ShortHash())
		}
		wanted[commit.Hash] = true
	}
	if len(wanted) == 0 {
		return nil, failure.Inputf("%s:1:1: no commit is listed (expected a revision on each line)", path)
	}
	return wanted, nil
}
