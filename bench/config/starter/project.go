package starter

import (
	"cmp"
	"errors"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/text"
)

// maxMakeBytes is the largest part of a build description that is read.
const maxMakeBytes = 256 << 10

// project is the engine of a repository and how it is built. The zero value is
// one that was not found.
type project struct {
	name      string   // as a configuration calls it
	command   string   // the program, from the root of the repository
	build     string   // a line for the shell
	toolchain string   // steps of a workflow that install what the build needs
	makes     []string // other products of the build, as patterns for git to ignore
	gcc       string   // what is given to make so that GCC compiles in place of Clang; see replaceClang
}

// The steps that install what hosted machines do not have in the right version.
const (
	goToolchain = `
      - uses: actions/setup-go@d35c59abb061a4a6fb18e82ac0862c26744d6ab5 # v5.5.0
        with:
          go-version-file: go.mod
          cache: false
`
	mesonToolchain = `
      - name: Install Meson
        run: sudo apt-get update && sudo apt-get install --yes meson ninja-build
`
	zigToolchain = `
      # Install Zig here: hosted machines do not have it.
`
)

// maker is one way to describe a build.
type maker struct {
	name  string   // as the help calls it; empty: it does not
	files []string // its build descriptions; the first that exists counts
	read  func(in repository, file, text string) project
}

// repository is the tree of an engine.
type repository struct {
	fs.FS
	name string // as origin or the folder calls it; empty: it is not known
	// installed reports whether a program is installed; nil: that is not asked.
	installed func(program string) bool
}

// makefiles are the usual names of a Makefile.
var makefiles = []string{"Makefile", "makefile", "GNUmakefile"}

// makers lists the ways in the order in which they are looked for. A Makefile comes last, because many only call another
// one. But one that compiles comes before CMake, which fewer machines have.
func makers() []maker {
	files := slices.Concat(makefiles, makefilesIn([]string{"src"}))
	return []maker{
		{"Cargo", []string{"Cargo.toml"}, cargoProject},
		{"a Go module", []string{"go.mod"}, goProject},
		{"Zig", []string{"build.zig"}, zigProject},
		{"Meson", []string{"meson.build", "src/meson.build"}, mesonProject},
		{"", files, compilingProject},
		{"CMake", []string{"CMakeLists.txt", "src/CMakeLists.txt"}, cmakeProject},
		{"a Makefile", files, makeProject},
	}
}

// makefilesIn returns the usual names of a Makefile in folders.
func makefilesIn(folders []string) (files []string) {
	for _, folder := range folders {
		for _, name := range makefiles {
			files = append(files, path.Join(folder, name))
		}
	}
	return files
}

// otherFolders returns the folders in the root of a tree that may have a Makefile of the engine: none of tests, tools or
// libraries.
func otherFolders(tree fs.FS) (folders []string, err error) {
	entries, err := fs.ReadDir(tree, ".")
	for _, entry := range entries {
		if entry.IsDir() && !isOtherFolder(entry.Name()) {
			folders = append(folders, entry.Name())
		}
	}
	return folders, err
}

// isOtherFolder reports whether a folder is one of tests, tools or libraries by its name.
func isOtherFolder(name string) bool {
	return otherName().MatchString(name) || testName().MatchString(name)
}

// otherName finds names of folders that hold no engine.
var otherName = text.Pattern(`(?i)^(\.|3rd|third|extern|vendor|train|(tool|lib|dep|script|doc|book|util)s?$|librar|dependenc|documentation)|fathom|pyrrhic|syzygy`)

// Builds returns the ways to describe a build that are looked for, in words.
func Builds() []string {
	var names []string
	for _, m := range makers() {
		if m.name != "" {
			names = append(names, m.name)
		}
	}
	return names
}

// findProject looks for an engine in a tree. It returns the zero project where
// nothing says how one is built.
func findProject(in repository) (project, error) {
	found := project{}
	err := eachDescription(in, func(m maker, file, text string) bool {
		found = m.read(in, file, text)
		return found.command == ""
	})
	if _, missing := fs.Stat(in, ".gitmodules"); missing == nil && found.build != "" {
		found.build = "git submodule update --init --recursive && " + found.build
	}
	return found, err
}

// eachDescription calls each with every build description of a repository, in the order of makers, until that returns
// false. A Makefile of a folder that is not named there comes last.
func eachDescription(in repository, each func(m maker, file, text string) bool) error {
	folders, err := otherFolders(in)
	if err != nil {
		return err
	}
	for _, m := range append(makers(), maker{"", makefilesIn(folders), makeProject}) {
		for _, file := range m.files {
			text, err := readPart(in, file)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return err
			}
			if !each(m, file, text) {
				return nil
			}
		}
	}
	return nil
}

// maxUnread is the number of build descriptions that an error names.
const maxUnread = 3

// unreadText says of the build descriptions of a repository why they name no engine; empty where there is none.
func unreadText(in repository) string {
	var reasons []string
	_ = eachDescription(in, func(_ maker, file, text string) bool { // findProject has read them all
		reason := file + ": it names no program"
		if computesProgram(file, text) {
			reason = file + ": the name of its program is computed"
		}
		if !slices.Contains(reasons, reason) {
			reasons = append(reasons, reason)
		}
		return len(reasons) < maxUnread
	})
	return strings.Join(reasons, ", ")
}

// computesProgram reports whether a Makefile or a CMakeLists.txt computes the name of a program.
func computesProgram(file, text string) bool {
	if path.Base(file) == "CMakeLists.txt" {
		return computedTarget().MatchString(text)
	}
	return slices.Contains(makefiles, path.Base(file)) && computedVariable().MatchString(withoutRecipes(text))
}

// readPart reads a file, the beginning of one that is too long.
func readPart(tree fs.FS, file string) (string, error) {
	text, err := fs.ReadFile(tree, file)
	return string(text[:min(len(text), maxMakeBytes)]), err
}

// commonName matches names of programs that say nothing of the engine.
var commonName = text.Pattern(`(?i)^(engine|uci|main|terminal|cli|app)$`)

// with returns the project with the values of the options in place of its own.
func (p project) with(in repository, o Options) (project, error) {
	if o.Command != "" {
		p.command = o.Command
		if path.Base(o.Command) == o.Command {
			p.command = "./" + o.Command
		}
		p.name = cmp.Or(p.name, path.Base(o.Command))
	}
	if o.Build != "" {
		p.build, p.gcc = o.Build, ""
	}
	if p.command == "" {
		seen := unreadText(in)
		if seen != "" {
			seen = ": " + seen
		}
		return p, failure.Inputf("no engine was found here%s (expected %s that makes a program; hint: --command PATH, with --build COMMAND)", seen, text.JoinOr(Builds()))
	}
	for _, said := range []string{p.command, p.build} {
		if strings.Contains(said, "${{") || strings.ContainsFunc(said, isControl) || !utf8.ValidString(said) || strings.Contains(p.command, "\n") {
			return p, failure.Inputf("build %s of %s (expected neither an expression of GitHub nor control characters; hint: --command PATH --build COMMAND)", text.Escaped(p.build), text.Escaped(p.command))
		}
	}
	if commonName().MatchString(p.name) {
		p.name = cmp.Or(in.name, p.name)
	}
	p.name = engineWord(p.name)
	if o.Name != "" {
		p.name = o.Name
	}
	if _, err := config.ParseEngineName(p.name); err != nil {
		return p, failure.Inputf("flag --name: %w", err)
	}
	return p, nil
}

// isControl reports whether a character may not be in a line of a file, such as an unusual line end.
func isControl(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\t' || r == '\u2028' || r == '\u2029' || r == '\ufeff'
}

// engineWord makes a name that a configuration takes of that of a program.
func engineWord(text string) string {
	word := strings.Trim(regexp.MustCompile(`[^a-z0-9._-]+`).ReplaceAllString(strings.ToLower(text), "-"), "-._")
	if word == "" || word == builtin.Name {
		return "engine"
	}
	return word
}

// submatch returns what the first group of a pattern matches, empty without a match.
func submatch(pattern, text string) string {
	if found := regexp.MustCompile(pattern).FindStringSubmatch(text); found != nil {
		return found[1]
	}
	return ""
}

// zigProject reads the name of the executable of a build.zig.
func zigProject(_ repository, _, text string) project {
	name := submatch(`addExecutable\(\s*\.\{[^}]*?\.name\s*=\s*"([\w.-]+)"`, text)
	if name == "" {
		return project{}
	}
	return project{name: name, command: "./zig-out/bin/" + name, build: "zig build -Doptimize=ReleaseFast", toolchain: zigToolchain, makes: []string{"/zig-out/", "/.zig-cache/"}}
}

// submatches returns what the first group of a pattern matches, of every match.
func submatches(pattern, text string) (all []string) {
	for _, found := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		all = append(all, found[1])
	}
	return all
}

// mesonProject reads the executable of a meson.build that is the engine.
func mesonProject(_ repository, file, text string) project {
	whole := submatch(`(?m)^[^#\n]*\bproject\(\s*'([\w.+-]+)'`, text)
	name := likeliestName(submatches(`(?m)^[^#\n]*\bexecutable\(\s*'([\w.+-]+)'`, text), whole)
	if name == "" {
		return project{}
	}
	setup := "meson setup build --buildtype=release && meson compile -C build"
	return project{name: name, command: "./" + path.Join("build", path.Dir(file), name), build: setup, toolchain: mesonToolchain, makes: []string{"/build/"}}
}

// cargoProject reads the program of a Cargo.toml: that of the package, or else that of a
// member of the workspace, which is built alone.
func cargoProject(tree repository, _, description string) project {
	root := crateProgram(description)
	if root != "" && hasProgram(tree, ".", description) {
		return cargoBuilt(root, "")
	}
	packages := make(map[string]string) // by folder
	var programs []program
	for _, folder := range workspaceMembers(tree, description) {
		member, _ := readPart(tree, path.Join(folder, "Cargo.toml"))
		if name := crateProgram(member); name != "" && hasProgram(tree, folder, member) {
			programs = append(programs, program{folder: folder, name: name, text: parts(tree, filesIn(tree, path.Join(folder, "src"), ".rs"))})
			packages[folder] = cargoName(member, "package")
		}
	}
	switch chosen := likeliest(programs, ""); {
	case chosen != nil:
		return cargoBuilt(chosen.name, " --package "+text.ShellWord(packages[chosen.folder]))
	case root != "":
		return cargoBuilt(root, "")
	}
	return project{}
}

// cargoBuilt returns a program that Cargo builds, with more arguments if any.
func cargoBuilt(name, more string) project {
	return project{name: name, command: "./target/release/" + name, build: "cargo build --release" + more, makes: []string{"/target/"}}
}

// crateProgram returns the name of the first program that a Cargo.toml names, or else that of
// the package.
func crateProgram(description string) string {
	return cmp.Or(cargoName(description, "[bin]"), cargoName(description, "package"))
}

// cargoName returns the name in a section of a Cargo.toml.
func cargoName(description, section string) string {
	return submatch(`(?m)^name\s*=\s*["']([\w-]+)["']`, cargoSection(description, section))
}

// cargoSection returns what stands in a section of a Cargo.toml.
func cargoSection(description, section string) string {
	return submatch(`(?ms)^`+regexp.QuoteMeta("["+section+"]")+`[^\n]*\n(.*?)(?:^\[|\z)`, description)
}

// hasProgram reports whether a package has a program, by its Cargo.toml or by where its
// source lies.
func hasProgram(tree fs.FS, folder, description string) bool {
	_, err := fs.Stat(tree, path.Join(folder, "src/main.rs"))
	return err == nil || cargoSection(description, "[bin]") != ""
}

// workspaceMembers returns the folders of a workspace, with patterns filled in.
func workspaceMembers(tree fs.FS, description string) (folders []string) {
	list := submatch(`(?ms)^members\s*=\s*\[(.*?)\]`, cargoSection(description, "workspace"))
	for _, quoted := range regexp.MustCompile(`["']([^"'\n]+)["']`).FindAllStringSubmatch(list, -1) {
		found, _ := fs.Glob(tree, path.Clean(quoted[1]))
		folders = append(folders, found...)
	}
	return folders
}

// maxModuleDepth is the largest depth of folders in which programs of a Go module are
// looked for.
const maxModuleDepth = 4

// goProject finds the program of a module, in its root or in a folder below.
func goProject(tree repository, _, description string) project {
	module := submatch(`(?m)^module\s+"?([^\s"]+)`, description)
	whole := path.Base(regexp.MustCompile(`/v\d+$`).ReplaceAllString(module, ""))
	if module == "" {
		return project{}
	}
	chosen := likeliest(mainPackages(tree, whole), whole)
	if chosen == nil {
		return project{}
	}
	if made := generatingProject(tree); made.command != "" {
		return made
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

// generateLine matches a line of a recipe that runs Go code, as one does that writes source files.
var generateLine = text.Pattern(`(?m)^\t.*\bgo (?:run|generate)\b`)

// generatingProject reads the program of a module from a Makefile that runs Go code before it builds. The zero project
// says that there is none.
func generatingProject(tree repository) project {
	for _, file := range makefiles {
		description, err := readPart(tree, file)
		if err != nil || !generateLine().MatchString(description) {
			continue
		}
		made := makeProject(tree, file, description)
		made.toolchain, made.makes = goToolchain, nil
		return made
	}
	return project{}
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
