package starter

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/bench/failure"
)

// ignoreName is the file with the patterns that git ignores.
const ignoreName = ".gitignore"

// ignore returns a .gitignore file with the products of a build, as patterns from the root.
// Its text is empty if there is nothing to add.
func ignore(tree fs.FS, products []string, ignored func(path string) bool) (File, error) {
	there, err := fs.ReadFile(tree, ignoreName)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return File{}, failure.Default(failure.Machine, fmt.Errorf("%s: %w", ignoreName, err))
	}
	lines := strings.Split(strings.ReplaceAll(string(there), "\r\n", "\n"), "\n")
	var more strings.Builder
	for _, pattern := range products {
		if !slices.Contains(lines, pattern) && (ignored == nil || !ignored(example(pattern))) {
			more.WriteString(pattern + "\n")
		}
	}
	if more.Len() == 0 {
		return File{}, nil
	}
	before := string(there)
	if before != "" && !strings.HasSuffix(before, "\n") {
		before += "\n"
	}
	return File{Name: ignoreName, Text: before + "# Made by the build: of zugwatch.yaml.\n" + more.String(), Amends: true}, nil
}

// example returns a path that a pattern ignores.
func example(pattern string) string {
	name := strings.TrimPrefix(strings.ReplaceAll(pattern, "*", "x"), "/")
	if strings.HasSuffix(name, "/") {
		name += "x"
	}
	return name
}

// products returns patterns for all that the build makes. The program is not among them where
// it lies outside of the repository, or in a folder that is.
func (p project) products() []string {
	if p.build == "" {
		return nil
	}
	all := slices.Clone(p.makes)
	program := path.Clean(p.command)
	inside := slices.ContainsFunc(all, func(pattern string) bool { return strings.HasPrefix("/"+program, pattern) })
	if filepath.IsLocal(filepath.FromSlash(program)) && !inside && !strings.ContainsAny(program, "*?[]\\!# \n") {
		all = append([]string{"/" + program}, all...)
	}
	return all
}
