package starter

import (
	"path"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/engine/text"
)

// Patterns of a CMakeLists.txt.
var (
	executableCall = text.Pattern(`(?mi)^[^#\n]*\badd_executable\s*\(\s*"?([\w.+${}-]+)"?([^)]*)`)
	folderCall     = text.Pattern(`(?mi)^[^#\n]*\badd_subdirectory\s*\(\s*"?(\w[\w/+-]*)`)
	setCall        = text.Pattern(`(?mi)^[ \t]*set\s*\(\s*(\w+)\s+"?([\w.+${}-]+)"?\s*\)`)
	cmakeVariable  = text.Pattern(`\$\{(\w+)\}`)
	customTarget   = text.Pattern(`(?mi)^[^#\n]*\badd_custom_target\s*\(\s*[\w.+${}-]+\s+ALL\b`)
	computedTarget = text.Pattern(`(?mi)^[^#\n]*\badd_executable\s*\(\s*"?[\w.+-]*\$`)
)

// cmakeProject reads the executable of a CMakeLists.txt that is the engine, or that of a folder that it adds if it has none
// itself. That of a folder below is built from the root where the root has one as well.
func cmakeProject(in repository, file, text string) project {
	own, source, output := text, path.Dir(file), "build"
	if root, err := readPart(in, "CMakeLists.txt"); err == nil && source != "." {
		source, output = ".", path.Join("build", source)
		text = root + text
	}
	values := cmakeVariables(text)
	whole := expandCMake(submatch(`(?mi)^[^#\n]*\bproject\s*\(\s*"?([\w.+${}-]+)`, text), values)
	values["PROJECT_NAME"], values["CMAKE_PROJECT_NAME"] = whole, whole
	names := cmakeTargets(own, values)
	if len(names) == 0 && source == "." {
		return cmakeProjectBelow(in, path.Dir(file), own)
	}
	known := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return strings.Contains(name, "$") })
	name := likeliestName(known, whole)
	if name == "" || len(known) < len(names) && !isAlike(name, whole) {
		return project{} // without a name like that of the project the engine may be the one that is computed
	}
	return project{
		name: name, command: "./" + path.Join(output, name),
		build: cmakeBuild(source, name, text), makes: []string{"/build/"},
	}
}

// cmakeProjectBelow reads the engine of the first folder with one that a CMakeLists.txt adds.
func cmakeProjectBelow(in repository, folder, text string) project {
	for _, call := range folderCall().FindAllStringSubmatch(text, -1) {
		if slices.ContainsFunc(strings.Split(call[1], "/"), isOtherFolder) {
			continue
		}
		file := path.Join(folder, call[1], "CMakeLists.txt")
		if text, err := readPart(in, file); err == nil {
			if found := cmakeProject(in, file, text); found.command != "" {
				return found
			}
		}
	}
	return project{}
}

// cmakeBuild returns the command that builds the executable without tests and tools. All targets are built if the text has a
// custom target of every build, which may make a file that the engine reads. Unsound: such a target of an included file is
// not seen.
func cmakeBuild(source, name, text string) string {
	command := "cmake -S " + source + " -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build --parallel"
	if customTarget().MatchString(text) {
		return command
	}
	return command + " --target " + name
}

// cmakeVariables returns the variables that have one value.
func cmakeVariables(text string) map[string]string {
	values := make(map[string]string)
	for _, call := range setCall().FindAllStringSubmatch(text, -1) {
		if before, twice := values[call[1]]; twice && before != call[2] {
			values[call[1]] = "" // which one holds is not known
			continue
		}
		values[call[1]] = call[2]
	}
	return values
}

// maxExpansions is the largest depth of variables that stand for others.
const maxExpansions = 8

// expandCMake puts the values of variables into a text. Variables without a value stay.
func expandCMake(text string, values map[string]string) string {
	for range maxExpansions {
		text = cmakeVariable().ReplaceAllStringFunc(text, func(use string) string {
			if value := values[use[2:len(use)-1]]; value != "" {
				return value
			}
			return use
		})
	}
	return text
}

// cmakeTargets returns the executables that a build makes by default.
func cmakeTargets(text string, values map[string]string) (names []string) {
	for _, call := range executableCall().FindAllStringSubmatch(text, -1) {
		isOther := func(word string) bool { return word == "EXCLUDE_FROM_ALL" || word == "ALIAS" || word == "IMPORTED" }
		if !slices.ContainsFunc(strings.Fields(call[2]), isOther) {
			names = append(names, expandCMake(call[1], values))
		}
	}
	return names
}
