package starter

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"

	words "github.com/zugwatch/zugwatch/engine/text"
)

// compiler matches the command of a recipe that compiles or links.
const compiler = `\t[@+-]*\s*(?:\$[({](?:CC|CXX|LD|COMP)[)}]|\S*(?:gcc|g\+\+|clang|clang\+\+|cc|c\+\+))\s`

// Patterns of lines of recipes: the call of a compiler, that of CMake, and a download.
var (
	compileLine  = words.Pattern(`(?m)^` + compiler)
	cmakeLine    = words.Pattern(`(?m)^\t.*\bcmake\s`)
	downloadLine = words.Pattern(`(?m)^[^#\n]*\b(curl|wget)\b`)
)

// otherVariables matches the variables beside EXE that engines use for the name of their program.
const otherVariables = `EXE_?NAME|EXECUTABLE|TARGET|BINARY|BIN|PROG|PROGRAM|NAME|ENGINE|ENGINE_?NAME|OUTPUT`

// computedVariable matches the setting of a variable for the program by other variables.
var computedVariable = words.Pattern(`(?m)^\s*(?:override\s+)?(?:EXE|` + otherVariables + `)\s*[:?]?=[^#\n]*\$`)

// compilingProject is makeProject for a Makefile that calls a compiler, and not CMake.
func compilingProject(in repository, file, text string) project {
	if !compileLine().MatchString(text) || cmakeLine().MatchString(text) {
		return project{}
	}
	return makeProject(in, file, text)
}

// makeProject reads the program of a Makefile from the variables that engines use for it, or else from the recipes that
// link one. By the convention of OpenBench it hands over EXE where the Makefile takes that.
func makeProject(in repository, file, text string) project {
	folder := path.Dir(file)
	name, given := "", ""
	if takesEXE(text) {
		if name = givenProgram(in, folder, text); name != "" {
			given = " EXE=" + name
			name = linkedPath(text, name)
		}
	}
	if name == "" {
		name = ownProgram(text)
	}
	program := path.Join(folder, name)
	if name == "" || !fs.ValidPath(program) {
		return project{}
	}
	gcc := in.replaceClang(text)
	return project{name: path.Base(name), command: "./" + program, build: makeCommand(folder, text) + given + gcc, gcc: gcc, makes: []string{"*.o", "*.d"}}
}

// wordVariable matches the setting of a variable of a Makefile to a single word.
var wordVariable = words.Pattern(`(?m)^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*[:?]?=[ \t]*(\S+)[ \t]*(?:#.*)?$`)

// clangName matches the names of Clang, also as a compiler for other machines.
const clangName = `(?:^|-)(clang(?:\+\+)?)$`

// replaceClang returns the variables to give to a Makefile so that GCC compiles, such as " CXX=g++", where that is
// installed and Clang is not. A Makefile that chooses among compilers gets none.
func (in repository) replaceClang(text string) (given string) {
	if in.installed == nil {
		return ""
	}
	compilers := make(map[string]string) // Clang by the variable; empty: it has another value too
	var names []string
	for _, found := range wordVariable().FindAllStringSubmatch(withoutRecipes(text), -1) {
		clang := submatch(clangName, found[2])
		if before, seen := compilers[found[1]]; !seen {
			names = append(names, found[1])
		} else if before != clang {
			clang = ""
		}
		compilers[found[1]] = clang
	}
	for _, name := range names {
		clang := compilers[name]
		gcc := strings.Replace(strings.Replace(clang, "clang++", "g++", 1), "clang", "gcc", 1)
		if clang != "" && !in.installed(clang) && in.installed(gcc) {
			given += " " + name + "=" + gcc
		}
	}
	return given
}

// makeCommand returns the call of make in a folder. Its parts run one after the other where the Makefile downloads a
// file, since many do not say which part needs it.
func makeCommand(folder, text string) string {
	command := "make"
	if !downloadLine().MatchString(text) {
		command += " -j"
	}
	if folder != "." {
		command += " -C " + words.ShellWord(folder)
	}
	if defaultGoal(text) == "help" && buildRule().MatchString(text) {
		command += " build"
	}
	return command
}

// Patterns of a Makefile: a rule for the target build, and the setting of the target that is made by default.
var (
	buildRule = words.Pattern(`(?m)^build\s*:(?:[^=]|$)`)
	goalLine  = words.Pattern(`(?m)^\.DEFAULT_GOAL\s*[:?]?=[ \t]*([^\s#]+)`)
)

// defaultGoal returns the target that a Makefile makes by default: the one that it names, or else that of the first rule.
// It is help where that target needs help and nothing else.
func defaultGoal(text string) string {
	if found := goalLine().FindStringSubmatch(text); found != nil {
		return found[1]
	}
	for line := range strings.Lines(withoutRecipes(text)) {
		before, after, _ := strings.Cut(line, ":")
		targets := strings.Fields(before)
		if !ruleLine().MatchString(line) || len(targets) == 0 || strings.HasPrefix(line, ".") || strings.Contains(before, "%") {
			continue
		}
		if strings.TrimSpace(after) == "help" {
			return "help"
		}
		return targets[0]
	}
	return ""
}

// Patterns of the variable EXE in a Makefile.
var (
	setEXE      = words.Pattern(`(?m)^[ \t]*(?:export[ \t]+)?EXE[ \t]*[:?]?=[ \t]*([^#\n]*)`)
	overrideEXE = words.Pattern(`(?m)^[ \t]*override[ \t]+EXE\b`)
	useEXE      = words.Pattern(`(\S*)\$[({]EXE[)}]`)
)

// takesEXE reports whether the name of the program may be given to a Makefile as EXE. Where that word follows a name it is
// the extension of programs.
func takesEXE(text string) bool {
	if overrideEXE().MatchString(text) {
		return false
	}
	uses := useEXE().FindAllStringSubmatch(text, -1)
	for _, use := range uses {
		if before := strings.TrimSuffix(use[1], "-o"); before != "" && nameEnd().MatchString(before) {
			return false
		}
	}
	if value := setEXE().FindStringSubmatch(text); value != nil {
		return !strings.HasPrefix(value[1], ".")
	}
	return len(uses) > 0
}

// nameEnd matches a text that ends with a letter, a digit or a variable.
var nameEnd = words.Pattern(`[\w)}]$`)

// givenProgram returns the name to give to a Makefile as EXE: its own one without version, or else that of the repository.
// It is empty if neither is known. A folder with that name is no program.
func givenProgram(in repository, folder, text string) string {
	name := makeVariable(text, "EXE")
	if name == "" {
		name = computedName(text)
	}
	if name = withoutVersion(name); name == "" {
		name = cmp.Or(strings.Trim(strangeCharacters().ReplaceAllString(in.name, "-"), "-."), makeVariable(text, otherVariables))
	}
	if state, err := fs.Stat(in, path.Join(folder, name)); name != "" && err == nil && state.IsDir() {
		name += "-engine"
	}
	return name
}

// strangeCharacters matches characters that the name of a program need not have.
var strangeCharacters = words.Pattern(`[^\w.-]+`)

// computedName returns the known part of a name that a Makefile computes for EXE. The part is without its folder, up
// to the first unknown variable.
func computedName(text string) string {
	found := setEXE().FindStringSubmatch(withoutRecipes(text))
	if found == nil {
		return ""
	}
	value := expandMake(text, strings.TrimSpace(found[1]))
	for before := ""; before != value; {
		before, value = value, innermostCall().ReplaceAllString(value, "\x00")
	}
	value = value[strings.LastIndex(value, "/")+1:]
	known, _, _ := strings.Cut(value, "\x00")
	if known = strings.TrimRight(strings.TrimSuffix(known, ".exe"), "-_."); !wholeName().MatchString(known) {
		return ""
	}
	return known
}

// Patterns of parts of a value in a Makefile.
var (
	innermostCall = words.Pattern(`\$[({][^(){}]*[)}]|\$.`)
	makeUse       = words.Pattern(`\$[({](\w+)[)}]`)
	wholeName     = words.Pattern(`^\w[\w.+-]*$`)
)

// expandMake puts the values of variables of a Makefile into a text. Variables without a plain value stay.
func expandMake(text, value string) string {
	for range maxExpansions {
		value = makeUse().ReplaceAllStringFunc(value, func(use string) string {
			return cmp.Or(makeVariable(text, use[2:len(use)-1]), use)
		})
	}
	return value
}

// versionEnd matches what names of programs end with that changes from commit to commit.
var versionEnd = words.Pattern(`(?i)(?:[-_.]+v?\d+(?:[._]\d+)*[a-z]?|\d+(?:\.\d+)+|[-_.]+(?:dev|alpha|beta|rc)\d*)$`)

// withoutVersion returns a name without the version that it ends with.
func withoutVersion(name string) string {
	for {
		short := versionEnd().ReplaceAllString(name, "")
		if short == name || !nameEnd().MatchString(short) {
			return name
		}
		name = short
	}
}

// linkedPath returns the path of the program that a Makefile links under the name EXE: in another folder where the recipe
// says so.
func linkedPath(text, name string) string {
	for line := range strings.Lines(text) {
		found := linkLine().FindStringSubmatch(strings.TrimRight(line, "\n"))
		if found == nil || !useEXE().MatchString(found[1]) {
			continue
		}
		made := strings.NewReplacer("$(EXE)", name, "${EXE}", name).Replace(found[1])
		if made = expandMake(text, made); programName().MatchString(made) {
			return path.Clean(made)
		}
	}
	return name
}

// ownProgram returns the program that a Makefile makes by its own variables or recipes, empty where its name is computed.
func ownProgram(text string) string {
	name := makeVariable(text, `EXE|`+otherVariables)
	if name == "" && !computedVariable().MatchString(withoutRecipes(text)) {
		name = linkedProgram(text)
	}
	return name
}

// makeVariable returns the value of the first variable of a Makefile with one of the names, empty where it is computed.
func makeVariable(text, names string) string {
	return submatch(`(?m)^\s*(?:override\s+)?(?:`+names+`)\s*[:?]?=[ \t]*"?((?:\.\.?/)*[\w/+-][\w./+-]*?)(?:\.exe)?"?\s*(?:#.*)?$`, withoutRecipes(text))
}

// linkLine finds a recipe line that links a program, and what stands behind -o.
var linkLine = words.Pattern(`^` + compiler + `(?:.*\s)?-o\s+(\S+)`)

// Patterns of parts of a Makefile: the use of a variable alone, and the name of a program.
var (
	variableUse = words.Pattern(`^\$[({](\w+)[)}]$`)
	programName = words.Pattern(`^(\.\./)?\w[\w./+-]*$`)
)

// linkedProgram returns the first program that a recipe links, empty where its name is computed. Tests and tuners
// come last.
func linkedProgram(text string) string {
	var names []string
	target := ""
	for line := range strings.Lines(text) {
		if before, _, isRule := strings.Cut(line, ":"); isRule && ruleLine().MatchString(line) {
			target = strings.TrimSpace(before)
		}
		found := linkLine().FindStringSubmatch(strings.TrimRight(line, "\n"))
		if found == nil || slices.Contains(strings.Fields(line), "-c") {
			continue
		}
		name := found[1]
		if name == "$@" {
			name = target
		}
		if used := variableUse().FindStringSubmatch(name); used != nil {
			name = makeVariable(text, used[1])
		}
		name = strings.TrimSuffix(name, ".exe")
		if programName().MatchString(name) && !slices.Contains([]string{".o", ".a", ".so", ".dll"}, path.Ext(name)) {
			names = append(names, name)
		}
	}
	if engines := slices.DeleteFunc(slices.Clone(names), testName().MatchString); len(engines) > 0 {
		names = engines
	}
	if len(names) == 0 {
		return ""
	}
	return names[0]
}

// withoutRecipes returns a Makefile without the lines that make hands to the shell. A line that begins with a
// tab is one only behind a rule: others set variables.
func withoutRecipes(text string) string {
	var b strings.Builder
	rule := false
	for line := range strings.Lines(text) {
		words := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "\t") && rule:
			continue
		case words == "" || strings.HasPrefix(words, "#") || conditionalWord().MatchString(words):
		default:
			rule = ruleLine().MatchString(line)
		}
		b.WriteString(line)
	}
	return b.String()
}

// Patterns of lines that begin a conditional or a rule of a Makefile.
var (
	conditionalWord = words.Pattern(`^(ifn?eq|ifn?def|else|endif)\b`)
	ruleLine        = words.Pattern(`^[^\t#=][^#=]*:(?:[^=]|$)`)
)
