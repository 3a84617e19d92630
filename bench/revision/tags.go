package revision

import (
	"context"
	"strings"
)

// Tags returns the names of the tags on each commit, by its hash: those of a commit with several
// tags are joined by commas, the highest version first.
func (r *Repository) Tags(ctx context.Context) (map[string]string, error) {
	list, err := r.git(ctx, "for-each-ref", "--sort=-version:refname", "--format=%(objectname) %(*objectname) %(refname:strip=2)", "refs/tags")
	if err != nil {
		return nil, err
	}
	tags := make(map[string]string)
	for line := range strings.Lines(list) {
		hash, rest, _ := strings.Cut(strings.TrimRight(line, "\r\n"), " ")
		peeled, name, _ := strings.Cut(rest, " ")
		if peeled != "" { // of an annotated tag
			hash = peeled
		}
		if tags[hash] != "" {
			name = tags[hash] + ", " + name
		}
		tags[hash] = name
	}
	return tags, nil
}
