package starter

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

// pin is the hash of a commit.
const pin = "0123456789abcdef0123456789abcdef01234567"

// TestLeaveOut: a reason of two lines stays one line of a comment, and the file can be read.
func TestLeaveOut(t *testing.T) {
	options := Options{Branch: "main"}
	options.LeaveOut("mates", "it crashes\nit does not close")
	plan := must.Get(NewPlan(fstest.MapFS{"Makefile": {Data: []byte("EXE = rook\n")}}, options))(t)
	if text := plan.Files[0].Text; !strings.Contains(text, "  # Left out: it crashes?it does not close\n") {
		t.Errorf("%s", text)
	}
}

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
			config: []string{"engine: rook", "    command: ./rook # from the folder of this file", "    build: make -j EXE=rook", "    limit: depth=8,nodes=1000000", "    limit: depth=10,nodes=10000000"},
			flow:   []string{"    branches: [main]", "          against: HEAD^1", "          accept: ${{ github.event.action == 'labeled' && github.event.label.name == 'accept-results' }}", "    types: [opened, synchronize, reopened, labeled]", "      - uses: zugwatch/zugwatch/.github/actions/zugwatch@" + pin},
		},
		{
			name: "baselines", tree: rook, options: Options{Branch: "main", Pin: pin, Baselines: true},
			config: []string{"# `zugwatch baseline accept --reason TEXT` makes them."},
			flow: []string{
				"          build: make -j EXE=rook", "          base: ${{ runner.temp }}/base", "    types: [opened, synchronize, reopened, labeled]",
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
		{name: "nothing", tree: fstest.MapFS{}, options: Options{Branch: "main", Pin: pin}, err: "no engine was found here (expected Cargo, a Go module, Zig, Meson, CMake or a Makefile that makes a program; hint: --command PATH, with --build COMMAND)"},
		{
			name: "a makefile that is not read", tree: fstest.MapFS{"src/Makefile": {Data: []byte("TARGET = $(A)-$(B)\n")}, "go.mod": {Data: []byte("module x\n")}}, options: Options{Branch: "main", Pin: pin},
			err: "no engine was found here: go.mod: it names no program, src/Makefile: the name of its program is computed (expected Cargo, ",
		},
		{
			name: "a cmake file that is not read", tree: fstest.MapFS{"CMakeLists.txt": {Data: []byte("add_executable(${A} b)\n")}}, options: Options{Branch: "main", Pin: pin},
			err: "no engine was found here: CMakeLists.txt: the name of its program is computed (expected Cargo, ",
		},
		{
			name: "submodules", tree: fstest.MapFS{"Makefile": {Data: []byte("EXE = rook\n")}, ".gitmodules": {}}, options: Options{Branch: "main", Pin: pin},
			config: []string{`    build: "git submodule update --init --recursive && make -j EXE=rook"`},
		},
		{
			name: "submodules of a build that is given", tree: fstest.MapFS{"Makefile": {Data: []byte("EXE = rook\n")}, ".gitmodules": {}}, options: Options{Branch: "main", Pin: pin, Build: "make all"},
			config: []string{"    build: make all"},
		},
		{
			name: "a common name", tree: fstest.MapFS{"Makefile": {Data: []byte("EXE = Engine\n")}}, options: Options{Branch: "main", Pin: pin, Repository: "Rook Chess"},
			config: []string{"engine: rook-chess", "    command: ./Engine # from the folder of this file"},
		},
		{name: "a common name alone", tree: fstest.MapFS{"Makefile": {Data: []byte("EXE = uci\n")}}, options: Options{Branch: "main", Pin: pin}, config: []string{"engine: uci"}},
		{name: "no common name", tree: rook, options: Options{Branch: "main", Pin: pin, Repository: "Chess"}, config: []string{"engine: rook"}},
		{
			name: "a computed name", tree: fstest.MapFS{"Makefile": {Data: []byte("EXE = $(A)\n")}}, options: Options{Branch: "main", Pin: pin, Repository: "Rook"},
			config: []string{"engine: rook", "    command: ./Rook # from the folder of this file", "    build: make -j EXE=Rook"},
		},
		{name: "no name", tree: rook, options: Options{Name: "No Name", Branch: "main", Pin: pin}, err: `flag --name: name "No Name"`},
		{name: "no branch", tree: rook, options: Options{Branch: "[a", Pin: pin}, err: `flag --branch="[a" (expected the name of a branch)`},
		{name: "no pin", tree: rook, options: Options{Branch: "main", Pin: "v1"}, err: `flag --pin="v1" (expected the whole hash`},
		{name: "a release", tree: rook, options: Options{Branch: "main", Pin: "v0.1.0"}, flow: []string{"      - uses: zugwatch/zugwatch/.github/actions/zugwatch@v0.1.0"}},
		{name: "by depth", tree: rook, options: Options{Branch: "main", Pin: pin, ByDepth: true}, config: []string{"    limit: depth=8,stop-when-solved=3", "    limit: depth=10,stop-when-solved=3", "    gate: {nodes-solution: 3%}"}},
		{
			name: "silent", tree: rook, options: Options{Branch: "main", Pin: pin, Silent: true},
			config: []string{
				"    forms: 4-32", "    limit: nodes=25600,steps=6,stop-when-solved=2", "    limit: nodes=204800,steps=7,stop-when-solved=2", "    limit: nodes=20480,steps=6,stop-when-solved=2", "    gate: {nodes-solution: 3%}",
				"# searched in steps, those of wac with 800 nodes, then with 1,600 and so on, until two in a",
			},
		},
		{
			name: "silent, by depth", tree: rook, options: Options{Branch: "main", Pin: pin, Silent: true, ByDepth: true},
			config: []string{"    limit: depth=8", "    limit: depth=10", "    gate: {nodes-solution: off, nodes-total: off}", "    gate: {nodes-total: off}", "# few of its iterations, so that it is not known how soon it finds a solution."},
		},
		{name: "related", tree: rook, options: Options{Branch: "main", Pin: pin, Related: true, Left: map[string]string{"mates": "too few are solved"}}, config: []string{"    forms: 4-32\n    preludes: related", "    forms: 2-8\n    preludes: related", "  #   forms: 4-16\n  #   preludes: related"}},
		{name: "mates", tree: rook, options: Options{Branch: "main", Pin: pin}, config: []string{"  - name: mates", "    kind: mates", "    limit: nodes=10000"}},
		{name: "mates by depth", tree: rook, options: Options{Branch: "main", Pin: pin, ByDepth: true}, config: []string{"    kind: mates", "    limit: depth=6", "    gate: {nodes-total: off}"}},
		{
			name: "limits of its own", tree: rook, options: Options{Branch: "main", Pin: pin, ByDepth: true, Limits: map[string]string{"zugzwang": "depth=15,stop-when-solved=3", "mates": "depth=9"}},
			config: []string{"    limit: depth=8,stop-when-solved=3", "    limit: depth=15,stop-when-solved=3", "    limit: depth=9\n    gate: {nodes-total: off}"},
		},
		{name: "few games", tree: rook, options: Options{Branch: "main", Pin: pin, Games: 200, Elo: -35}, config: []string{"  # fail, and so does a loss of more than 35 Elo that chance does not explain.", "    games: 200\n    gate: {elo: -35}"}},
		{
			name: "left out", tree: rook, options: Options{Branch: "main", Pin: pin, Left: map[string]string{"mates": "too few are solved"}},
			config: []string{"  # Left out: too few are solved\n  # - name: mates\n  #   kind: mates\n  #   forms: 4-16\n  #   limit: nodes=10000\n\n  # Problems with mates of five to twenty moves: how many more nodes may they take?"},
		},
		{
			name: "positions without a solved form", tree: rook, options: Options{Branch: "main", Pin: pin, Without: map[string]string{"wac": "[WAC.002]", "long-mates": "[LM.001]", "zugzwang-proven": "[KPK.Z.001]"}},
			config: []string{
				"    limit: nodes=20000,stop-when-solved=3\n    without: [KPK.Z.001]",
				"    limit: nodes=50000,stop-when-solved=3\n    without: [WAC.002]\n    gate: {nodes-solution: 3%}",
				"    limit: nodes=50000,stop-when-solved=3\n    without: [LM.001]\n    gate: {nodes-solution: 5%}",
			},
		},
		{name: "no hash table", tree: rook, options: Options{Branch: "main", Pin: pin, NoHash: true}, config: []string{"    # options: # it has no Hash"}},
		{name: "mates in centipawns", tree: rook, options: Options{Branch: "main", Pin: pin, MateScore: 20000}, config: []string{"    # It tells a mate in n plies as cp 20000-n.\n    mate-score: 20000"}},
		{name: "a network beside it", tree: rook, options: Options{Branch: "main", Pin: pin, Dir: "bin"}, config: []string{"    # It opens files there by a relative path: in an empty folder it answers otherwise.\n    dir: bin"}},
		{name: "arguments", tree: rook, options: Options{Branch: "main", Pin: pin, Args: []string{"uci", "--net=a, b"}}, config: []string{"    args: [uci, \"--net=a, b\"]"}},
		{name: "state that lasts", tree: rook, options: Options{Branch: "main", Pin: pin, Restart: 16}, config: []string{"    # It keeps state that outlives ucinewgame: a fresh process after so many positions.\n    restart: 16"}},
		{
			name: "no search is stopped", tree: rook, options: Options{Branch: "main", Pin: pin, ByDepth: true, Restart: 112, NoStops: true},
			config: []string{
				"    limit: depth=8\n    gate: {nodes-solution: 3%, nodes-total: off}", "    limit: depth=10\n    gate: {nodes-total: off}",
				"# it has the right answer, as the next ones of this engine depend on one that is stopped.", "    restart: 112", "    limit: depth=6,keep-state=112",
			},
		},
		{
			name: "more allowed", tree: rook,
			options: Options{Branch: "main", Pin: pin, Allowed: []config.Setting{{Suite: "wac", Gate: true, Key: "lost-forms", Value: "4%", Mark: "lost-forms: ", Reason: "of chance"}}},
			config:  []string{"    # lost-forms: of chance\n    gate: {nodes-solution: 3%, lost-forms: 4%}\n"},
		},
		{name: "rules to switch off", tree: rook, options: Options{Branch: "main", Pin: pin, Switches: []engine.Option{{Name: "Null Move", Value: "false"}}}, config: []string{"    switches:\n      Null Move: false\n"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			plan, err := NewPlan(test.tree, test.options)
			if test.err != "" {
				if failure.Of(err) != failure.Input || !strings.HasPrefix(err.Error(), test.err) {
					t.Errorf("got %v, want %s", err, test.err)
				}
				return
			}
			if err != nil || len(plan.Files) < 2 || plan.Files[0].Name != config.FileName || plan.Files[1].Name != WorkflowName || plan.NoWorkflow != "" {
				t.Fatalf("got %+v, %v", plan, err)
			}
			files := plan.Files
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

// TestShogi: an engine that speaks USI is described, with suites of shogi and none of chess.
func TestShogi(t *testing.T) {
	plan, err := NewPlan(fstest.MapFS{"Makefile": {Data: []byte("EXE = rook\nbuild: x\n")}}, Options{Branch: "main", Pin: pin, Shogi: true})
	text := plan.Files[0].Text
	if err != nil || plan.NoWorkflow != "" || !strings.Contains(text, "\n    protocol: usi\n") || !strings.Contains(text, "shogi-rules") || strings.Contains(text, "wac") {
		t.Errorf("got %+v, %v", plan, err)
	}
}

// TestFilesUnreadable: a repository that cannot be read is a failure of the machine.
func TestFilesUnreadable(t *testing.T) {
	tree := fstest.MapFS{"Cargo.toml": {Mode: fs.ModeDir}}
	if _, err := NewPlan(tree, Options{}); failure.Of(err) != failure.Machine || !strings.HasPrefix(err.Error(), "engine: ") {
		t.Errorf("got %v of kind %d", err, failure.Of(err))
	}
}

// TestWrite: all files are written, or none where one is there.
func TestWrite(t *testing.T) {
	t.Chdir(t.TempDir())
	files := []File{{Name: "a.yaml", Text: "a"}, {Name: "b/c/d.yml", Text: "d"}}
	var names []string
	wrote := func(name string) { names = append(names, name) }
	if err := Write(files, false, wrote); err != nil || strings.Join(names, " ") != "a.yaml b/c/d.yml" {
		t.Errorf("wrote %v, %v", names, err)
	}
	if text, err := os.ReadFile("b/c/d.yml"); err != nil || string(text) != "d" {
		t.Errorf("d.yml is %q, %v", text, err)
	}
	must.Do(t, os.Remove("a.yaml"))
	names = nil
	if err := Write(files, false, wrote); err != nil || strings.Join(names, " ") != "a.yaml" {
		t.Errorf("the rest: wrote %v, %v", names, err)
	}
	names, files[1].Text = nil, "e"
	err := Write(files, false, wrote)
	const want = "init: b/c/d.yml is there already (expected no such file; --force replaces it, --print only shows the new one)"
	if failure.Of(err) != failure.Input || err.Error() != want || names != nil {
		t.Errorf("there already: wrote %v, %v", names, err)
	}
	if err := Write(files, true, wrote); err != nil || strings.Join(names, " ") != "b/c/d.yml" {
		t.Errorf("replaced: wrote %v, %v", names, err)
	}
	names = nil
	if err := Write([]File{{Name: "b"}}, true, wrote); failure.Of(err) != failure.Machine || names != nil {
		t.Errorf("a folder: wrote %v, %v", names, err)
	}
	if err := Write([]File{{Name: "a.yaml/x/y"}}, true, wrote); failure.Of(err) != failure.Machine {
		t.Errorf("below a file: got %v", err)
	}
}

// TestPlanWithoutClang: the build has GCC where Clang is not installed, and the plan says so. A build that was named stays.
func TestPlanWithoutClang(t *testing.T) {
	rook := fstest.MapFS{"Makefile": {Data: []byte("EXE = rook\nCXX = clang++\n")}}
	for _, test := range []struct {
		build, installed string
		want, told       string
	}{
		{"", "g++", "make -j EXE=rook CXX=g++", "the build has CXX=g++, as Clang is not installed"},
		{"", "g++ clang++", "make -j EXE=rook", ""},
		{"", "", "make -j EXE=rook", ""},
		{"make all", "g++", "make all", ""},
	} {
		installed := func(program string) bool { return slices.Contains(strings.Fields(test.installed), program) }
		plan := must.Get(NewPlan(rook, Options{Branch: "main", Pin: pin, Build: test.build, Installed: installed}))(t)
		build := plan.Config.Engines[0].Build
		if plan.Compiler != test.told || !slices.Equal(build, []string{"sh", "-c", test.want}) {
			t.Errorf("%q installed: told %q and %q, want %q and %q", test.installed, plan.Compiler, build, test.told, test.want)
		}
	}
}

// TestPlanWithoutWorkflow: what is missing for a workflow keeps no configuration from being
// written.
func TestPlanWithoutWorkflow(t *testing.T) {
	rook := fstest.MapFS{"Makefile": {Data: []byte("EXE = rook\n")}}
	for name, test := range map[string]struct {
		tree    fs.FS
		options Options
		why     string
		line    string
	}{
		"no pin":   {rook, Options{Branch: "main"}, "this build names no release", "    build: make -j EXE=rook"},
		"no build": {fstest.MapFS{}, Options{Branch: "main", Pin: pin, Command: "bin/x"}, "nothing says how the engine is built", "    # build: make # what builds it, before it is run"},
	} {
		plan, err := NewPlan(test.tree, test.options)
		if err != nil || plan.Files[0].Name != config.FileName || !strings.HasPrefix(plan.NoWorkflow, test.why) || !strings.Contains(plan.Files[0].Text, "\n"+test.line+"\n") {
			t.Errorf("%s: got %+v, %v", name, plan, err)
			continue
		}
		for _, file := range plan.Files {
			if file.Name == WorkflowName {
				t.Errorf("%s: there is a workflow", name)
			}
		}
		if next := plan.Next(); strings.Contains(next, "pull request") || !strings.Contains(next, "zugwatch doctor "+plan.Name+"\n") {
			t.Errorf("%s: next is\n%s", name, next)
		}
	}
}

// TestPlanOfBrokenEngine: an engine that could not be tried, or does not build in a fresh checkout, has no workflow. The first
// step is to mend it.
func TestPlanOfBrokenEngine(t *testing.T) {
	rook := fstest.MapFS{"Makefile": {Data: []byte("EXE = rook\n")}}
	for name, test := range map[string]struct {
		options   Options
		why, next string
	}{
		"untried": {
			Options{Untried: "it crashes"},
			"the engine could not be tried",
			"Next:\n  fix build: and command: in zugwatch.yaml, then:   zugwatch doctor rook\n  write the workflow with both as they are then:    zugwatch init --force --build COMMAND --command PATH\n",
		},
		"checkout": {
			Options{Checkout: "it needs a file"},
			"it builds the engine in a fresh checkout, which fails",
			"Next:\n  have git track what the build needs, or fix it:   zugwatch init --force --build COMMAND\n",
		},
	} {
		test.options.Branch, test.options.Pin = "main", pin
		plan := must.Get(NewPlan(rook, test.options))(t)
		if plan.NoWorkflow != test.why || plan.Next() != test.next || failure.Of(plan.Failure()) != failure.Engine || plan.Files[0].Name != config.FileName || plan.Files[1].Name == WorkflowName {
			t.Errorf("%s: got %+v, next is\n%s", name, plan, plan.Next())
		}
	}
	if plan, err := NewPlan(rook, Options{Branch: "main", Pin: pin}); err != nil || plan.Failure() != nil {
		t.Errorf("sound: got %v, %v", plan.Failure(), err)
	}
}

// TestIgnore adds what a build makes to .gitignore, as far as nothing ignores it yet.
func TestIgnore(t *testing.T) {
	const title = "# Made by the build: of zugwatch.yaml.\n"
	object := func(path string) bool { return path == "x.o" || path == "build/x" }
	for name, test := range map[string]struct {
		there   string // no file where it is empty
		p       project
		ignored func(string) bool
		seen    []string
		want    string
	}{
		"program":           {p: project{command: "./src/rook", build: "b", makes: []string{"*.o"}}, want: title + "/src/rook\n*.o\n"},
		"program in folder": {p: project{command: "./build/rook", build: "b", makes: []string{"/build/"}}, want: title + "/build/\n"},
		"program elsewhere": {p: project{command: "/bin/rook", build: "b"}},
		"no build":          {p: project{command: "./rook"}},
		"more":              {there: "a", p: project{command: "./rook", build: "b"}, want: "a\n" + title + "/rook\n"},
		"there":             {there: "/rook\r\n*.o\r\n", p: project{command: "./rook", build: "b", makes: []string{"*.o"}}},
		"ignored in part":   {p: project{command: "./rook", build: "b", makes: []string{"*.o"}}, ignored: object, want: title + "/rook\n"},
		"ignored":           {p: project{command: "./build/rook", build: "b", makes: []string{"/build/"}}, ignored: object},
		"seen": {
			p: project{command: "./src/rook", build: "b", makes: []string{"*.o", "/build/"}}, seen: []string{"src/rook", "a/b.o", "build/x", "build/", "net.bin", "obj/", "a b", "x#"},
			want: title + "/src/rook\n*.o\n/build/\n/net.bin\n/obj/\n",
		},
		"seen without a build": {p: project{command: "./rook"}, seen: []string{"a"}},
		"no word for a file":   {p: project{command: "./a b", build: "b"}},
	} {
		tree := fstest.MapFS{}
		if test.there != "" {
			tree[ignoreName] = &fstest.MapFile{Data: []byte(test.there)}
		}
		got, err := ignore(tree, test.p.products(test.seen...), test.ignored)
		if err != nil || got.Text != test.want || (test.want != "") != got.Amends {
			t.Errorf("%s: got %+v, %v, want %q", name, got, err, test.want)
		}
	}
}
