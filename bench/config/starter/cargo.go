package starter

import (
	"cmp"
	"io/fs"
	"path"
	"regexp"

	"github.com/zugwatch/zugwatch/engine/text"
)

// cargoProject reads the program of a Cargo.toml: that of the package, or else that of a
// member of the workspace, which is built alone.
func cargoProject(tree fs.FS, _, description string) project {
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
