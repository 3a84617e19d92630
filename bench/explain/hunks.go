package explain

import (
	"context"
	"errors"
	"os"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/question"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/epd"
)

// Hunks says which parts of a change lose the position.
type Hunks struct {
	Of int `json:"of"` // hunks of the whole change
	// Enough holds a minimal set of hunks with which alone the base loses the position. It is empty if the whole change
	// does not lose it, for example because it touches files that git does not know.
	Enough  []revision.Hunk `json:"enough"`
	Tries   int             `json:"tries"`
	Unbuilt int             `json:"unbuilt,omitempty"` // tries whose hunks did not apply, build or search
}

// hunkTrial builds the base with parts of a change.
type hunkTrial struct {
	builder *engines.Builder
	tree    *revision.Tree
	recipe  engines.Recipe
	base    engines.Variant
	applied []revision.Hunk
	folder  string // temporary
	record  *epd.Record
	depth   int
	found   *Hunks
}

// findHunks finds a minimal set of hunks by delta debugging: see minimize. Each try builds the base with some of them,
// in one tree, so that a build system compiles only the differences.
func (q *Request) findHunks(ctx context.Context, r *runner.Runner, record *epd.Record, depth int) (found *Hunks, err error) {
	b, err := engines.NewBuilder(ctx, r.Config, true, r.Tell)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, b.Close(ctx)) }()
	base, head, err := b.FindBoth(ctx, q.Base, q.Head)
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "zugwatch-hunks-")
	if err != nil {
		return nil, failure.Default(failure.Machine, err)
	}
	defer os.RemoveAll(folder)
	t := &hunkTrial{builder: b, base: base, folder: folder, record: record, depth: depth}
	t.base.Label, t.base.Dirty = "base with hunks,", []string{"hunks"}
	if t.tree, err = b.Checkout(ctx, base); err != nil {
		return nil, err
	}
	if t.recipe, err = b.Recipe(&r.Finder, builtin.ResolveName(r.Config.Engine, record.Position.Game())); err != nil {
		return nil, err
	}
	hunks, err := b.Repository.Hunks(ctx, base.Commit, head.Commit, head.WorkTree, folder)
	if err != nil {
		return nil, failure.Interruption(ctx, err)
	}
	t.found = &Hunks{Of: len(hunks), Enough: []revision.Hunk{}}
	lost, err := t.loses(ctx, hunks)
	if err != nil || !lost {
		return t.found, err
	}
	t.found.Enough, err = minimize(hunks, func(part []revision.Hunk) (bool, error) { return t.loses(ctx, part) })
	return t.found, err
}

// loses reports whether the base loses the position with some hunks. Hunks that do not apply, build or search lose nothing.
func (t *hunkTrial) loses(ctx context.Context, hunks []revision.Hunk) (bool, error) {
	t.found.Tries++
	lost, err := t.try(ctx, hunks)
	if ctx.Err() != nil {
		return false, failure.Interruption(ctx, err)
	}
	if err != nil {
		t.found.Unbuilt++
	}
	return lost, nil
}

// try builds the base with the hunks instead of those before, and searches the position.
func (t *hunkTrial) try(ctx context.Context, hunks []revision.Hunk) (bool, error) {
	if err := t.tree.Apply(ctx, t.applied, true, t.folder); err != nil {
		return false, err
	}
	t.applied = nil
	if err := t.tree.Apply(ctx, hunks, false, t.folder); err != nil {
		return false, err
	}
	t.applied = hunks
	made, err := t.builder.BuildEngine(ctx, t.tree, t.recipe, t.base)
	if err != nil {
		return false, err
	}
	opened, err := made.Open()
	if err != nil {
		return false, err
	}
	defer opened.Close()
	found, err := newSide(opened, "base with hunks").searchNode(ctx, rootOf(t.record), t.depth)
	return err == nil && !question.IsAnswer(t.record, found), err
}
