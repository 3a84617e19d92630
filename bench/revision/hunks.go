package revision

import (
	"context"
	"os"
	"path/filepath"
	"strings"
)

// Hunk is a part of the difference between two revisions that can be applied by itself.
type Hunk struct {
	File string `json:"file"` // from the root of the repository
	Text string `json:"text"` // from the line that begins with @@; of a binary file, the line of git about it

	header string // of the file
}

// Hunks returns the difference from one commit to another in parts, or to the work tree as it is. Files that git does not know
// are not in it. The folder is for a temporary file.
func (r *Repository) Hunks(ctx context.Context, base, head Commit, workTree bool, folder string) ([]Hunk, error) {
	output := filepath.Join(folder, "difference")
	args := []string{"diff", "--output=" + output, "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames", "--binary", "--src-prefix=a/", "--dst-prefix=b/", base.Hash}
	if !workTree {
		args = append(args, head.Hash)
	}
	if _, err := r.git(ctx, append(args, "--")...); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(output)
	return splitHunks(string(text)), err
}

// splitHunks splits what git diff writes.
func splitHunks(text string) (hunks []Hunk) {
	var file Hunk
	var body strings.Builder
	end := func() {
		if body.Len() > 0 {
			file.Text = body.String()
			hunks = append(hunks, file)
		}
		body.Reset()
	}
	inHeader := false
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(line, "diff --git "):
			end()
			_, name, _ := strings.Cut(strings.TrimRight(line, "\r\n"), " b/")
			file, inHeader = Hunk{File: name, header: line}, true
		case strings.HasPrefix(line, "@@ "):
			end()
			inHeader = false
			body.WriteString(line)
		case inHeader && (strings.HasPrefix(line, "GIT binary patch") || strings.HasPrefix(line, "Binary files")):
			inHeader = false
			body.WriteString(line)
		case inHeader:
			file.header += line
		default:
			body.WriteString(line)
		}
	}
	end()
	return hunks
}

// Apply changes the files of the tree by some of the hunks, which are in their order. Reverse takes them back. The
// error is that of git if they do not apply.
func (t *Tree) Apply(ctx context.Context, hunks []Hunk, reverse bool, folder string) error {
	if len(hunks) == 0 {
		return nil
	}
	var patch strings.Builder
	header := ""
	for _, h := range hunks {
		if h.header != header {
			header = h.header
			patch.WriteString(header)
		}
		patch.WriteString(h.Text)
	}
	name := filepath.Join(folder, "patch")
	if err := os.WriteFile(name, []byte(patch.String()), 0o666); err != nil {
		return err
	}
	args := []string{"apply", "--whitespace=nowarn"}
	if reverse {
		args = append(args, "--reverse")
	}
	_, err := git(ctx, t.root, append(args, name)...)
	return err
}
