package starter

import (
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/failure"
)

// pin is the hash of a commit.
const pin = "0123456789abcdef0123456789abcdef01234567"

// TestFiles fills in files for engines that are found or named, and holds what
// cannot be filled in.
func TestFiles(t *testing.T) {
	rook := fstest.MapFS{"Makefile": {Data: []byte("EXE = rook\nbuild: x\n")}}
	tests := []struct {
		name    string
		tree    fs.FS
		options Options
		config  []string // lines of the configuration
		flow    []string // and of the workflow
		err     string
	}{
		{
			name: "found", tree: rook, options: Options{Branch: "main", Pin: pin},
			config: []string{"engine: rook", "    command: ./rook # from the folder of this file", "    build: make -j build"},
			flow:   []string{"    branches: [main]", "          against: HEAD^1", "      - uses: zugwatch/zugwatch/.github/actions/zugwatch@" + pin},
		},
		{
			name: "baselines", tree: rook, options: Options{Branch: "main", Pin: pin, Baselines: true},
			config: []string{"# `zugwatch baseline accept --reason TEXT` makes them."},
			flow: []string{
				"          build: make -j build", "          base: ${{ runner.temp }}/base", "    types: [opened, synchronize, reopened, labeled]",
				"          accept: ${{ github.event.action == 'labeled' && github.event.label.name == 'accept-baselines' }}",
			},
		},
		{
			name: "named", tree: fstest.MapFS{}, options: Options{Command: "My Engine", Build: "make \"all\": # x\nstrip x", Branch: "release/2", Pin: pin, Baselines: true},
			config: []string{"engine: my-engine", "    command: ./My Engine # from the folder of this file", `    build: "make \"all\": # x\nstrip x"`},
			flow:   []string{"    branches: [release/2]", `          build: "make \"all\": # x\nstrip x"`},
		},
		{name: "another name", tree: rook, options: Options{Name: "other", Branch: "main", Pin: pin}, config: []string{"engine: other", "  - name: other", "    command: ./rook # from the folder of this file"}},
		{name: "a path", tree: fstest.MapFS{}, options: Options{Command: "bin/x!", Build: "b", Branch: "m", Pin: pin}, config: []string{"engine: x", `    command: "bin/x!" # from the folder of this file`}},
		{name: "that of Zugwatch", tree: fstest.MapFS{}, options: Options{Command: "zugwatch", Build: "b", Branch: "m", Pin: pin}, config: []string{"engine: engine"}},
		{name: "nothing", tree: fstest.MapFS{}, options: Options{Branch: "main", Pin: pin}, err: "no engine was found here (expected Cargo, a Go module, Zig, Meson, CMake or a Makefile that makes a program; hint: --command PATH --build COMMAND)"},
		{name: "no build", tree: fstest.MapFS{}, options: Options{Command: "x", Branch: "main", Pin: pin}, err: "no engine was found here"},
		{name: "no name", tree: rook, options: Options{Name: "No Name", Branch: "main", Pin: pin}, err: `flag --name: name "No Name"`},
		{name: "no branch", tree: rook, options: Options{Branch: "[a", Pin: pin}, err: `flag --branch="[a" (expected the name of a branch)`},
		{name: "no pin", tree: rook, options: Options{Branch: "main", Pin: "v1"}, err: `flag --pin="v1" (expected the whole hash`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			files, err := Files(test.tree, test.options)
			if test.err != "" {
				if failure.Of(err) != failure.Input || !strings.HasPrefix(err.Error(), test.err) {
					t.Errorf("got %v, want %s", err, test.err)
				}
				return
			}
			if err != nil || len(files) != 2 || files[0].Name != config.FileName || files[1].Name != WorkflowName {
				t.Fatalf("got %+v, %v", files, err)
			}
			for i, lines := range [][]string{test.config, test.flow} {
				for _, line := range lines {
					if !strings.Contains(files[i].Text, "\n"+line+"\n") {
						t.Errorf("%s has no line %q:\n%s", files[i].Name, line, files[i].Text)
					}
				}
				if strings.Contains(files[i].Text, "@BUILD@") || strings.Contains(files[i].Text, "@MEASURE@") {
					t.Errorf("%s is not filled in", files[i].Name)
				}
			}
		})
	}
}

// TestFilesUnreadable: a repository that cannot be read is a failure of the machine.
func TestFilesUnreadable(t *testing.T) {
	tree := fstest.MapFS{"Cargo.toml": {Mode: fs.ModeDir}}
	if _, err := Files(tree, Options{}); failure.Of(err) != failure.Machine || !strings.HasPrefix(err.Error(), "engine: ") {
		t.Errorf("got %v of kind %d", err, failure.Of(err))
	}
}

// TestWrite: all files are written, or none where one is there.
func TestWrite(t *testing.T) {
	t.Chdir(t.TempDir())
	files := []File{{"a.yaml", "a"}, {"b/c/d.yml", "d"}}
	var names []string
	wrote := func(name string) { names = append(names, name) }
	if err := Write(files, false, wrote); err != nil || strings.Join(names, " ") != "a.yaml b/c/d.yml" {
		t.Errorf("wrote %v, %v", names, err)
	}
	if text, err := os.ReadFile("b/c/d.yml"); err != nil || string(text) != "d" {
		t.Errorf("d.yml is %q, %v", text, err)
	}
	if err := os.Remove("a.yaml"); err != nil {
		t.Fatal(err)
	}
	names = nil
	err := Write(files, false, wrote)
	const want = "init: b/c/d.yml is there already (expected no such file; --force replaces it, --print only shows the new one)"
	if failure.Of(err) != failure.Input || err.Error() != want || names != nil {
		t.Errorf("there already: wrote %v, %v", names, err)
	}
	if err := Write(files, true, wrote); err != nil || len(names) != 2 {
		t.Errorf("replaced: wrote %v, %v", names, err)
	}
	names = nil
	if err := Write([]File{{"b", ""}}, true, wrote); failure.Of(err) != failure.Machine || names != nil {
		t.Errorf("a folder: wrote %v, %v", names, err)
	}
	if err := Write([]File{{"a.yaml/x/y", ""}}, true, wrote); failure.Of(err) != failure.Machine {
		t.Errorf("below a file: got %v", err)
	}
}
