package starter

import (
	"io"
	"io/fs"
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
