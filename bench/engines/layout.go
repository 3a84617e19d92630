package engines

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/zugwatch/zugwatch/engine/text"
)

// buildTool is a program of build commands with the description that it reads.
type buildTool struct {
	call   *regexp.Regexp
	folder *regexp.Regexp // an argument that names another folder
	file   *regexp.Regexp // an argument that names the description
	files  []string       // usual names of the description, the first one for messages
}

// buildTools lists the tools by which engines are built.
var buildTools = sync.OnceValue(func() []buildTool {
	return []buildTool{
		{regexp.MustCompile(`\bg?make\b`), regexp.MustCompile(`\s(?:-C\s*|--directory[= ])(\S+)`), regexp.MustCompile(`\s(?:-f\s*|--file[= ])(\S+)`), []string{"Makefile", "makefile", "GNUmakefile"}},
		{regexp.MustCompile(`\bcargo\b`), nil, regexp.MustCompile(`\s--manifest-path[= ](\S+)`), []string{"Cargo.toml"}},
		{regexp.MustCompile(`\bgo\s+build\b`), regexp.MustCompile(`\s-C\s+(\S+)`), nil, []string{"go.mod"}},
		{regexp.MustCompile(`\bcmake\s+-S\b`), regexp.MustCompile(`\s-S\s*(\S+)`), nil, []string{"CMakeLists.txt"}},
		{regexp.MustCompile(`\bmeson\s+setup\b`), nil, nil, []string{"meson.build"}},
		{regexp.MustCompile(`\bzig\s+build\b`), nil, nil, []string{"build.zig"}},
	}
})

// commandEnd matches what separates commands of a line for the shell.
var commandEnd = text.Pattern(`&&|\|\||[;\n|]`)

// missingDescription returns the build description that a build command reads and that a tree does not have; empty where
// all are there. A command that changes its folder is not understood.
func missingDescription(tree fs.FS, build []string) string {
	line := strings.Join(build, " ")
	for _, command := range commandEnd().Split(line, -1) {
		if slices.Contains(strings.Fields(command), "cd") {
			return ""
		}
		for _, tool := range buildTools() {
			if tool.call.MatchString(command) {
				if missing := tool.missing(tree, command); missing != "" {
					return missing
				}
			}
		}
	}
	return ""
}

// missing returns the description that a call of the tool reads, if a tree does not have it.
func (t *buildTool) missing(tree fs.FS, command string) string {
	folder, files := argument(t.folder, command), t.files
	if file := argument(t.file, command); file != "" {
		files = []string{file}
	}
	for _, name := range files {
		name = path.Join(folder, name)
		if _, err := fs.Stat(tree, name); err == nil || !fs.ValidPath(name) {
			return ""
		}
	}
	return path.Join(folder, files[0])
}

// argument returns what the first group of a pattern matches in a command, without quotes; empty without a pattern.
func argument(pattern *regexp.Regexp, command string) string {
	if pattern == nil {
		return ""
	}
	if found := pattern.FindStringSubmatch(command); found != nil {
		return strings.Trim(found[1], `'"`)
	}
	return ""
}

// layoutText says of a revision whose build failed that it lacks what the build command reads; empty where it does not.
func layoutText(tree fs.FS, build []string) string {
	missing := missingDescription(tree, build)
	if missing == "" {
		return ""
	}
	return fmt.Sprintf("; this revision has no %s: its layout differs from the one that build: is for", text.Printable(missing))
}
