package engines

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/bench/revision"
)

// reuse holds the checkouts that a Builder uses again, and the builds that ran in each.
type reuse struct {
	trees map[string]*revision.Tree   // by the hash of the commit
	built map[*revision.Tree][]string // recipes
}

// Reuse makes the builder use the checkout of a commit, and what was built in it, again for
// later variants of that commit. Retain removes those that are not needed any more.
func (b *Builder) Reuse() {
	b.reuse = &reuse{trees: make(map[string]*revision.Tree), built: make(map[*revision.Tree][]string)}
}

// Retain removes the checkouts that are used again, except those of the given commits.
func (b *Builder) Retain(ctx context.Context, commits ...revision.Commit) error {
	if b.reuse == nil {
		return nil
	}
	var bad []error
	for hash, tree := range b.reuse.trees {
		if !slices.ContainsFunc(commits, func(c revision.Commit) bool { return c.Hash == hash }) {
			bad = append(bad, tree.Remove(ctx))
			b.reuse.dropTree(tree)
		}
	}
	return errors.Join(bad...)
}

// find returns the checkout of a variant, nil where there is none. A work tree with changes
// has none.
func (u *reuse) find(of Variant) *revision.Tree {
	if u == nil || len(of.Dirty) > 0 {
		return nil
	}
	return u.trees[of.Commit.Hash]
}

// addTree records the checkout of a variant.
func (u *reuse) addTree(of Variant, tree *revision.Tree) {
	if u != nil && len(of.Dirty) == 0 {
		u.trees[of.Commit.Hash] = tree
	}
}

// dropTree drops a checkout, such as one in which a build failed halfway.
func (u *reuse) dropTree(tree *revision.Tree) {
	if u == nil {
		return
	}
	for hash, other := range u.trees {
		if other == tree {
			delete(u.trees, hash)
		}
	}
	delete(u.built, tree)
}

// hasBuilt reports whether a recipe was built in a checkout.
func (u *reuse) hasBuilt(tree *revision.Tree, r Recipe) bool {
	return u != nil && slices.Contains(u.built[tree], recipeKey(r))
}

// noteBuilt notes that a recipe was built in a checkout.
func (u *reuse) noteBuilt(tree *revision.Tree, r Recipe) {
	if u != nil {
		u.built[tree] = append(u.built[tree], recipeKey(r))
	}
}

// recipeKey tells recipes of one tree apart.
func recipeKey(r Recipe) string { return r.Name + "\x00" + strings.Join(r.build, "\x00") }
