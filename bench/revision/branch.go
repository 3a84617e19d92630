package revision

import (
	"context"
	"path"
	"path/filepath"
	"strings"
)

// DefaultBranch returns the branch that changes of a repository are for, and the reason for taking it. It is the
// default branch of origin, else the present branch, else main.
func DefaultBranch(ctx context.Context, folder string) (name, reason string) {
	if head, err := git(ctx, folder, "symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD"); err == nil {
		return strings.TrimPrefix(head, "origin/"), "the default branch of origin"
	}
	if head, err := git(ctx, folder, "symbolic-ref", "--quiet", "--short", "HEAD"); err == nil {
		return head, "the present branch"
	}
	return "main", "no branch was found"
}

// ProjectName returns the name of the repository around a folder: by the URL of origin, else by its folder. Without a
// repository it is the name of the folder.
func ProjectName(ctx context.Context, folder string) string {
	if address, err := git(ctx, folder, "config", "--get", "remote.origin.url"); err == nil {
		if name := addressName(address); name != "" {
			return name
		}
	}
	root, err := git(ctx, folder, "rev-parse", "--show-toplevel")
	if err != nil {
		if root, err = filepath.Abs(folder); err != nil {
			return ""
		}
	}
	return filepath.Base(filepath.FromSlash(root))
}

// addressName returns the name of a repository by its URL or its path.
func addressName(address string) string {
	address = strings.TrimRight(strings.ReplaceAll(address, `\`, "/"), "/")
	name := strings.TrimSuffix(path.Base(strings.TrimSuffix(address, "/.git")), ".git")
	if _, after, found := strings.Cut(name, ":"); found { // host:name
		name = after
	}
	if name == "." || name == ".." || name == "/" {
		return ""
	}
	return name
}
