package revision

import (
	"maps"
	"testing"
)

// TestTags: plain and annotated tags name their commits, and branches do not.
func TestTags(t *testing.T) {
	folder, r := scratch(t)
	if tags, err := r.Tags(t.Context()); err != nil || len(tags) > 0 {
		t.Errorf("without a tag: %v, %v", tags, err)
	}
	first := head(t, r, "HEAD")
	mustGit(t, folder, "tag", "v1.9")
	mustGit(t, folder, "tag", "v1.2")
	mustGit(t, folder, "tag", "-a", "-m", "a release", "v1.10")
	second := commitEmpty(t, r, "second")
	mustGit(t, folder, "tag", "-a", "-m", "a release", "v2.0")
	mustGit(t, folder, "branch", "v2.0") // a name that is not the tag's alone
	commitEmpty(t, r, "third")
	tags, err := r.Tags(t.Context())
	if want := map[string]string{first.Hash: "v1.10, v1.9, v1.2", second.Hash: "v2.0"}; err != nil || !maps.Equal(tags, want) {
		t.Errorf("got %v, %v, want %v", tags, err, want)
	}
}
