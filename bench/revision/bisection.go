package revision

import (
	"context"
	"math/bits"
	"slices"
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
	left       int // commits that may be the first bad one, at the last call of Next
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
	args := []string{"rev-list", "--bisect-all", "--format=:%s", b.bad.Hash}
	for _, hash := range b.good {
		args = append(args, "^"+hash)
	}
	list, err := b.repository.git(ctx, args...)
	if err != nil {
		return next, false, nil, err
	}
	lines := strings.Split(list, "\n") // for each commit "commit HASH (dist=N)" and ":SUBJECT"
	b.left = len(lines) / 2
	for pair := range slices.Chunk(lines, 2) {
		commit := Commit{Hash: strings.Fields(pair[0])[1], Subject: strings.TrimRight(pair[1][1:], "\r")}
		switch {
		case commit.Hash == b.bad.Hash:
		case !b.skipped[commit.Hash]:
			return commit, false, nil, nil
		default:
			suspects = append(suspects, commit)
		}
	}
	return next, true, append(suspects, b.bad), nil
}

// Left returns how many commits may be the first bad one since Next was called, and about how many more
// have to be tried.
func (b *Bisection) Left() (commits, steps int) { return b.left, bits.Len(uint(max(b.left-1, 0))) }

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
