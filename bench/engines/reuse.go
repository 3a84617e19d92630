package engines

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/bench/revision"
)

// Reuse makes the builder use the checkout of a commit, and what was built in it, again for
// later variants of that commit. Retain removes those that are not needed any more.
func (b *Builder) Reuse() {
	b.checkouts, b.built = make(map[string]*revision.Tree), make(map[*revision.Tree][]string)
}

// Retain removes the checkouts that are used again, except those of the given commits.
func (b *Builder) Retain(ctx context.Context, commits ...revision.Commit) error {
	var bad []error
	for hash, tree := range b.checkouts {
		if !slices.ContainsFunc(commits, func(c revision.Commit) bool { return c.Hash == hash }) {
			bad = append(bad, tree.Remove(ctx))
			b.dropCheckout(tree)
		}
	}
	return errors.Join(bad...)
}

// dropCheckout forgets a checkout that is not to be used again.
func (b *Builder) dropCheckout(tree *revision.Tree) {
	maps.DeleteFunc(b.checkouts, func(_ string, other *revision.Tree) bool { return other == tree })
	delete(b.built, tree)
}

// key tells recipes of one tree apart.
func (r Recipe) key() string { return r.Name + "\x00" + strings.Join(r.build, "\x00") }
