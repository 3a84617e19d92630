package revision

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/bench/failure"
)

// Step is a commit of a range and its first parent.
type Step struct {
	Commit
	Parent  Commit    // zero: the repository has none
	Date    time.Time // when the commit was made as it is, in UTC
	Message string
}

// Claim returns the claim of the step's message. Of a malformed claim it returns what can be read;
// without a claim it is empty.
func (s *Step) Claim() Claim {
	claim, err := readClaim("", s.Message)
	if err != nil {
		claim.Bench = lastBench(s.Message)
	}
	return claim
}

// Range returns the commits of a range such as v1.0..main, the oldest first. It follows the first parents from the
// end back to a commit that the beginning holds. An empty end is HEAD. Its error is of the kind Input for a range
// that is malformed or empty.
func (r *Repository) Range(ctx context.Context, text string) ([]Step, error) {
	from, to, found := strings.Cut(text, "..")
	if !found || from == "" || strings.HasPrefix(to, ".") || strings.Contains(to, "..") {
		return nil, failure.Inputf("range %q (expected A..B with two revisions, such as v1.0..main)", text)
	}
	begin, err := r.Resolve(ctx, from)
	if err != nil {
		return nil, err
	}
	end, err := r.Resolve(ctx, cmp.Or(to, "HEAD"))
	if err != nil {
		return nil, err
	}
	log, err := r.git(ctx, "log", "-z", "--first-parent", "--format=%H%n%P%n%cI%n%s%n%B", begin.Hash+".."+end.Hash, "--")
	if err != nil {
		return nil, err
	}
	if log == "" {
		return nil, failure.Inputf("range %q holds no commit (expected a second revision that the first one lacks)", text)
	}
	var steps []Step
	for entry := range strings.SplitSeq(strings.TrimSuffix(log, "\x00"), "\x00") {
		step, err := readStep(entry)
		if err != nil {
			return nil, err
		}
		steps = append(steps, step)
	}
	slices.Reverse(steps)
	before := begin
	for i := range steps {
		if s := &steps[i]; s.Parent.Hash == before.Hash {
			s.Parent.Subject = before.Subject
		} else if s.Parent.Hash != "" {
			if s.Parent, err = r.Resolve(ctx, s.Parent.Hash); err != nil {
				return nil, err
			}
		}
		before = steps[i].Commit
	}
	return steps, nil
}

// Order numbers the commits of all branches and tags, of HEAD and of one more commit, by their full hash. A parent
// has a lower number than its children.
func (r *Repository) Order(ctx context.Context, last Commit) (map[string]int, error) {
	list, err := r.git(ctx, "rev-list", "--topo-order", "--reverse", "--branches", "--tags", "--remotes", "HEAD", last.Hash, "--")
	if err != nil {
		return nil, err
	}
	order := make(map[string]int)
	for hash := range strings.FieldsSeq(list) {
		order[hash] = len(order)
	}
	return order, nil
}

// readStep reads an entry of the log.
func readStep(entry string) (s Step, err error) {
	lines := strings.SplitN(entry, "\n", 5)
	if len(lines) < 4 {
		return s, fmt.Errorf("git log: entry %q", entry)
	}
	s.Hash, s.Subject = lines[0], lines[3]
	s.Parent.Hash, _, _ = strings.Cut(lines[1], " ")
	if len(lines) > 4 {
		s.Message = lines[4]
	}
	s.Date, err = s.parseDate(lines[2])
	return s, err
}

// Tags returns the names of the tags on each commit, by its hash. It joins the names of several tags by commas, the
// highest version first.
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
