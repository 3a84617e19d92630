package starter

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/engine/text"
)

// maxModuleDepth is the largest depth of folders in which programs of a Go module are
// looked for.
const maxModuleDepth = 4

// goProject finds the program of a module, in its root or in a folder below.
func goProject(tree fs.FS, _, description string) project {
	module := submatch(`(?m)^module\s+"?([^\s"]+)`, description)
	whole := path.Base(regexp.MustCompile(`/v\d+$`).ReplaceAllString(module, ""))
	if module == "" {
		return project{}
	}
	chosen := likeliest(mainPackages(tree, whole), whole)
	if chosen == nil {
		return project{}
	}
	folder := "."
	if chosen.folder != "." {
		folder = "./" + chosen.folder
	}
	made := "build/" + chosen.name
	return project{
		name: chosen.name, command: "./" + made, toolchain: goToolchain, makes: []string{"/build/"},
		build: "go build -o " + text.ShellWord(made) + " " + text.ShellWord(folder),
	}
}

// mainPackages returns the Go programs of a tree, without what the go command passes over
// and modules of their own. That in the root is called like the module.
func mainPackages(tree fs.FS, module string) (programs []program) {
	_ = fs.WalkDir(tree, ".", func(folder string, entry fs.DirEntry, err error) error {
		switch name := path.Base(folder); {
		case err != nil || !entry.IsDir():
			return nil
		case folder == ".":
		case slices.Contains([]string{"vendor", "testdata", "node_modules"}, name), strings.HasPrefix(name, "."), strings.HasPrefix(name, "_"), strings.Count(folder, "/") >= maxModuleDepth:
			return fs.SkipDir
		default:
			if _, err := fs.Stat(tree, path.Join(folder, "go.mod")); err == nil {
				return fs.SkipDir
			}
		}
		if text := packageText(tree, folder); submatch(`(?m)^package (main)\b`, text) != "" {
			name := path.Base(folder)
			if folder == "." {
				name = module
			}
			programs = append(programs, program{folder: folder, name: name, text: text})
		}
		return nil
	})
	return programs
}

// packageText returns the source of a Go package, without tests and what is never built.
func packageText(tree fs.FS, folder string) string {
	return parts(tree, slices.DeleteFunc(filesIn(tree, folder, ".go"), func(file string) bool {
		text, _ := readPart(tree, file)
		return strings.HasSuffix(file, "_test.go") || submatch(`(?m)^//go:build (ignore)\b`, text) != ""
	}))
}
