package revision

import (
	"context"
	"io"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strings"
)

// maxDepth is the largest depth of folders in which a build may put its program.
const maxDepth = 3

// programMagic returns the first bytes of the programs of an operating system: PE, Mach-O or ELF.
func programMagic(goos string) string {
	switch goos {
	case "windows":
		return "MZ"
	case "darwin":
		return "\xcf\xfa\xed\xfe"
	}
	return "\x7fELF"
}

// BuiltPrograms returns the compiled programs in a repository that an operating system, called as runtime.GOOS calls it, can run.
// Paths have slashes. Libraries and object files are left out, and a folder that cannot be read has none.
func BuiltPrograms(tree fs.FS, goos string) (found []string) {
	_ = fs.WalkDir(tree, ".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return fs.SkipDir
		case entry.IsDir() && path != "." && (strings.HasPrefix(entry.Name(), ".") || strings.Count(path, "/") >= maxDepth):
			return fs.SkipDir
		case !entry.Type().IsRegular():
			return nil
		}
		if info, err := entry.Info(); err == nil && (info.Mode()&0o100 != 0 || strings.HasSuffix(path, ".exe")) && isProgram(tree, path, programMagic(goos)) {
			found = append(found, path)
		}
		return nil
	})
	return found
}

// isProgram reports whether a file has the first bytes of a program and is not called like a library.
func isProgram(tree fs.FS, path, magic string) bool {
	if strings.HasSuffix(path, ".so") || strings.HasSuffix(path, ".dll") || strings.HasSuffix(path, ".dylib") || strings.HasSuffix(path, ".o") {
		return false
	}
	opened, err := tree.Open(path)
	if err != nil {
		return false
	}
	defer opened.Close()
	first := make([]byte, len(magic))
	_, err = io.ReadFull(opened, first)
	return err == nil && string(first) == magic
}

// UntrackedPrograms returns the programs below a folder that git does not track, as paths from there.
func UntrackedPrograms(ctx context.Context, folder string) []string {
	list, _ := git(ctx, folder, "ls-files", "-z") // without a repository git tracks none
	tracked := strings.Split(list, "\x00")
	return slices.DeleteFunc(BuiltPrograms(os.DirFS(folder), runtime.GOOS), func(path string) bool { return slices.Contains(tracked, path) })
}

// IsTracked reports whether git tracks a file below the working directory. Without a repository it does not.
func IsTracked(ctx context.Context, path string) bool {
	_, err := git(ctx, "", "ls-files", "--error-unmatch", "--", ":(literal)"+path)
	return err == nil
}

// Untracked returns the files below a folder that git does not track, as paths from there, with ignored ones or without. A
// folder without a tracked file is one entry that ends with a slash. Without a repository there is none.
func Untracked(ctx context.Context, folder string, ignored bool) []string {
	args := []string{"ls-files", "--others", "--directory", "--no-empty-directory", "-z"}
	if !ignored {
		args = append(args, "--exclude-standard")
	}
	list, err := git(ctx, folder, args...)
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(strings.Split(list, "\x00"), func(path string) bool { return path == "" })
}
