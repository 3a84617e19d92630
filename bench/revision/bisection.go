package revision

import (
	"context"
	"fmt"
	"math/bits"
	"strings"

	"github.com/zugwatch/zugwatch/bench/failure"
)

// State says whether a commit is good or bad, or could not be tried.
type State uint8

// The states.
const (
	Unknown State = iota // it could not be tried
	Good                 // as it was before the change
	Bad                  // as it is after it
)

// Bisection is the search for the first bad commit between a good one and a bad
// one behind it. It is not safe for concurrent use.
type Bisection struct {
	repository *Repository
	good       []string
	bad        Commit
	skipped    map[string]bool
}

// Bisect begins a search. Its error is of the kind Input when bad does not have good
// among its ancestors.
func (r *Repository) Bisect(ctx context.Context, good, bad Commit) (*Bisection, error) {
	missing, err := r.git(ctx, "rev-list", "--max-count=1", good.Hash, "^"+bad.Hash)
	if err != nil {
		return nil, err
	}
	switch {
	case good.Hash == bad.Hash:
		return nil, failure.Inputf("revisions good and bad are both %s (expected two)", good.ShortHash())
	case missing != "":
		return nil, failure.Inputf("revision %s, which is good, is no ancestor of %s, which is bad (expected the good one first; their merge base, if good, will do)", good.ShortHash(), bad.ShortHash())
	}
	return &Bisection{repository: r, good: []string{good.Hash}, bad: bad, skipped: make(map[string]bool)}, nil
}

// Next returns the commit to try next. When done is true there is none: suspects then
// lists the commits that may be the first bad one. The last of them is bad and, when
// it is alone, the answer; the others could not be tried.
func (b *Bisection) Next(ctx context.Context) (next Commit, done bool, suspects []Commit, err error) {
	list, err := b.list(ctx, "--bisect-all")
	if err != nil {
		return next, false, nil, err
	}
	for line := range strings.Lines(list) {
		hash, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		if hash == b.bad.Hash {
			continue
		}
		commit, err := b.repository.Resolve(ctx, hash)
		if err != nil {
			return next, false, nil, err
		}
		if !b.skipped[hash] {
			return commit, false, nil, nil
		}
		suspects = append(suspects, commit)
	}
	return next, true, append(suspects, b.bad), nil
}

// Left returns how many commits may be the first bad one, and about how many more
// have to be tried.
func (b *Bisection) Left(ctx context.Context) (commits, steps int, err error) {
	text, err := b.list(ctx, "--count")
	if err != nil {
		return 0, 0, err
	}
	_, err = fmt.Sscan(text, &commits)
	return commits, bits.Len(uint(max(commits-1, 0))), err
}

// list returns what git rev-list prints of the commits that may be the first bad one, under an option.
func (b *Bisection) list(ctx context.Context, option string) (string, error) {
	args := []string{"rev-list", option, b.bad.Hash}
	for _, hash := range b.good {
		args = append(args, "^"+hash)
	}
	return b.repository.git(ctx, args...)
}

// MarkCommit records the state of a commit that Next returned.
func (b *Bisection) MarkCommit(commit Commit, state State) {
	switch state {
	case Good:
		b.good = append(b.good, commit.Hash)
	case Bad:
		b.bad = commit
	default:
		b.skipped[commit.Hash] = true
	}
}
