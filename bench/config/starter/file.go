// Package starter writes the first configuration of a repository, and a workflow,
// for the engine that it finds there.
package starter

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/engine"
)

// The texts of the files, with @WORDS@ to be filled in.
var (
	//go:embed zugwatch.yaml
	configText string
	//go:embed shogi.yaml
	shogiText string
	//go:embed workflow.yml
	workflowText string
	//go:embed baselines.yml
	baselinesText string
	//go:embed history.yml
	historyText string
)

// WorkflowName is the workflow that is written, from the root of the repository.
const WorkflowName = ".github/workflows/zugwatch.yml"

// Plan holds the files to write for an engine.
type Plan struct {
	Name   string // of the engine
	Files  []File
	Config *config.Config // as the first file says
	// NoWorkflow says why no workflow is among the files; empty: one is.
	NoWorkflow string
	// Compiler says that the build has another compiler than the Makefile names; empty: it has not.
	Compiler  string
	fix       string // the steps to take first; empty: there are none
	baselines bool
	history   bool
}

// Next returns the steps to take after the files are written.
func (p *Plan) Next() string {
	if p.fix != "" {
		return "Next:\n" + p.fix
	}
	first := "accept its present results:                       zugwatch baseline accept --reason 'first measure'\n" +
		"  judge a change by them:                           zugwatch ci\n"
	files, then := "what was written and bench/baselines", "judged"
	if !p.baselines {
		first, files, then = "compare a change with the branch that it is for:  zugwatch ab --base BRANCH\n", "what was written", "compared with its base"
	}
	last := "  commit " + files + "; every pull request is " + then + " from then on.\n"
	if p.history {
		last += "  each push adds its results to the branch zugwatch-history.\n"
	}
	if p.NoWorkflow != "" {
		last = "  commit " + files + ".\n"
	}
	return "Next:\n" +
		"  see what the engine makes of its protocol:        zugwatch doctor " + p.Name + "\n" +
		"  " + first + last
}

// Failure returns a silent error if the engine could not be built or tried, as was told before.
func (p *Plan) Failure() error {
	if p.fix == "" {
		return nil
	}
	return failure.With(failure.Engine, nil)
}

// fixText returns the steps to take for an engine that could not be tried.
func fixText(name string) string {
	return "  fix build: and command: in zugwatch.yaml, then:   zugwatch doctor " + name + "\n" +
		"  write the workflow with both as they are then:    zugwatch init --force --build COMMAND --command PATH\n"
}

// fixCheckout is the step to take for a repository whose fresh checkout does not build.
const fixCheckout = "  have git track what the build needs, or fix it:   zugwatch init --force --build COMMAND\n"

// Texts for the configuration about the base of a comparison.
const (
	measuredSides     = "`zugwatch ab --base BRANCH` compares with another revision."
	measuredBaselines = "The baselines lie in bench/baselines;\n# `zugwatch baseline accept --reason TEXT` makes them."
)

// Options override the findings about the engine, if they are set, and add settings that cannot be found.
type Options struct {
	Name    string   // as the configuration calls the engine
	Command string   // the program, from the root of the repository
	Args    []string // the arguments that it needs
	Build   string   // a line for the shell that builds it
	Branch  string   // the default branch
	// Related reports whether later forms follow positions behind the record's own moves: see suites.Suite.Relate.
	Related bool
	// Installed reports whether a program such as a compiler is installed; nil: that is not asked.
	Installed func(program string) bool
	// Repository is the name of the repository, for an engine whose own name is not known.
	Repository string
	// Pin is the version of Zugwatch that the workflow uses: the whole hash of a commit or the tag of a release.
	// Without it there is no workflow.
	Pin string

	// Baselines has stored baselines judge instead of the base branch side by side.
	Baselines bool
	// History has the workflow record the result of each push to the default branch.
	History bool
	// ByDepth limits all searches by depth, for an engine that does not keep a limit by nodes.
	ByDepth bool
	// Silent is for an engine that tells too few of its iterations.
	Silent bool
	// Shogi selects the suites of shogi, for an engine that speaks USI.
	Shogi bool
	// NoHash leaves the option Hash out, for an engine that has none.
	NoHash bool
	// Hash is the size of the hash table in MiB; 0: DefaultHash.
	Hash int64
	// Switches take a rule of the search away, each alone.
	Switches []engine.Option
	// Restart starts a fresh process after so many searches, for an engine that keeps state that outlives ucinewgame.
	Restart int
	// Dir is the working directory of the engine, from the root of the repository; empty: a private one.
	Dir string
	// MateScore is the score of a mate on the board, in centipawns, for an engine that tells mates so.
	MateScore int
	// NoStops lets every search go on to its limit, for an engine whose later searches depend on one that is stopped.
	NoStops bool
	// Limits replace those of suites, by name; see SetLimit.
	Limits map[string]string
	// Games is the largest number of games in the suite of kind games; 0: config.DefaultGames.
	Games int
	// Elo is what the head may lose in games, below 0; 0: config.DefaultElo.
	Elo int
	// Without lists the positions to leave out, as a list in YAML, by the name of the suite.
	Without map[string]string
	// Allowed are settings of gates that allow more than usual.
	Allowed []config.Setting
	// Left says why suites are left out, by name; see LeaveOut.
	Left map[string]string
	// Untried says why the engine could not be built or tried; empty: it was tried, or nothing was to be built.
	Untried string
	// Checkout says why a fresh checkout of the repository does not build; empty: it does, or nobody knows.
	Checkout string
	// Made lists what the build leaves that git neither tracks nor ignores. Folders end with a slash.
	Made []string
	// Ignored reports whether git ignores a path already; nil: it is not known.
	Ignored func(path string) bool
}

// File is one file that is written.
type File struct {
	Name   string // from the root of the repository, with slashes
	Text   string
	Amends bool // it has all of the text of the file that is there, and more
}

// NewPlan fills in the files for the engine of a repository. They are the configuration, the workflow where one is
// possible, and the list of what git is to ignore. Its errors are of the kind Input, or Machine where the repository
// cannot be read.
func NewPlan(tree fs.FS, o Options) (*Plan, error) {
	in := repository{tree, o.Repository, o.Installed}
	found, err := findProject(in)
	if err != nil {
		return nil, failure.Default(failure.Machine, fmt.Errorf("engine: %w", err))
	}
	if found, err = found.with(in, o); err != nil {
		return nil, err
	}
	if err := o.checkFlags(); err != nil {
		return nil, err
	}
	workflow, measured, side := workflowText, measuredSides, "-head"
	if o.Baselines {
		workflow, measured, side = baselinesText, measuredBaselines, ""
	}
	if o.History {
		workflow += historyText
	}
	values := o.newReplacer(&found, measured, side)
	text := configText
	if o.Shogi {
		text = shogiText
	}
	settings, err := config.Edit(config.FileName, []byte(values.Replace(text)), o.Allowed)
	if err != nil {
		return nil, err
	}
	plan := &Plan{Name: found.name, Files: []File{{config.FileName, o.withoutLeft(string(settings)), false}}, baselines: o.Baselines, history: o.History}
	if plan.Config, err = config.Parse(config.FileName, []byte(plan.Files[0].Text)); err != nil {
		return nil, err
	}
	if found.gcc != "" {
		plan.Compiler = fmt.Sprintf("the build has%s, as Clang is not installed", found.gcc)
	}
	switch {
	case o.Untried != "":
		plan.fix = fixText(found.name)
	case o.Checkout != "":
		plan.fix = fixCheckout
	}
	if plan.NoWorkflow = o.workflowReason(&found); plan.NoWorkflow == "" {
		plan.Files = append(plan.Files, File{WorkflowName, values.Replace(workflow), false})
	}
	ignored, err := ignore(tree, found.products(o.Made...), o.Ignored)
	if err != nil {
		return nil, err
	}
	if ignored.Text != "" {
		plan.Files = append(plan.Files, ignored)
	}
	return plan, nil
}

// checkFlags returns an error for a branch or a version that a workflow cannot have.
func (o *Options) checkFlags() error {
	if !regexp.MustCompile(`^[A-Za-z0-9][\w./-]*$`).MatchString(o.Branch) {
		return failure.Inputf("flag --branch=%.40q (expected the name of a branch)", o.Branch)
	}
	if o.Pin != "" && !regexp.MustCompile(`^([0-9a-f]{40}|v\d+\.\d+\.\d+[\w.-]*)$`).MatchString(o.Pin) {
		return failure.Inputf("flag --pin=%.40q (expected the whole hash of a commit of Zugwatch, 40 digits, or the tag of a release, such as v1.2.3)", o.Pin)
	}
	return nil
}

// DefaultHash is the preferred size of the hash table in MiB. An engine that does not allow it gets the nearest size.
const DefaultHash = 16

// optionsText returns the options of the engine in the configuration, and the settings that were found out.
func (o *Options) optionsText() string {
	options := fmt.Sprintf("options:\n      Hash: %d\n      # Threads: 1", cmp.Or(o.Hash, DefaultHash))
	if o.NoHash {
		options = "# options: # it has no Hash"
	}
	if len(o.Args) > 0 {
		words := make([]string, len(o.Args))
		for i, word := range o.Args {
			words[i] = quoted(word)
		}
		options += fmt.Sprintf("\n    args: [%s]", strings.Join(words, ", "))
	}
	if o.Restart > 0 {
		options += fmt.Sprintf("\n    # It keeps state that outlives ucinewgame: a fresh process after so many positions.\n    restart: %d", o.Restart)
	}
	if o.Dir != "" {
		options += "\n    # It opens files there by a relative path: in an empty folder it answers otherwise.\n    dir: " + quoted(o.Dir)
	}
	if o.MateScore > 0 {
		options += fmt.Sprintf("\n    # It tells a mate in n plies as cp %[1]d-n.\n    mate-score: %[1]d", o.MateScore)
	}
	if len(o.Switches) > 0 {
		options += "\n    # What takes a rule of the search away: `zugwatch explain` names the rule that loses a position.\n    switches:"
		for _, s := range o.Switches {
			options += fmt.Sprintf("\n      %s: %s", quoted(s.Name), s.Value)
		}
	}
	return options
}

// newReplacer returns the replacer of the @WORDS@ in the texts of files.
func (o *Options) newReplacer(found *project, measured, side string) *strings.Replacer {
	limits, build := o.limits(), "build: "+quoted(found.build)
	if found.build == "" {
		build = "# build: make # what builds it, before it is run"
	}
	return strings.NewReplacer(
		"@TACTICS@", limits.tactics,
		"@ZUGZWANG@", limits.zugzwang,
		"@PROVEN@", limits.proven,
		"@TREE@", limits.tree,
		"@RACE@", limits.race,
		"@SOLUTION@", limits.solution,
		"@ENDS@", limits.ends,
		"@MATES@", limits.mates,
		"@LONG@", limits.long,
		"@LATER@", limits.later,
		"@KEPT@", limits.kept,
		"@KEPTLATER@", limits.keptLater,
		"@OPTIONS@", o.optionsText(),
		"@GAMES@", limits.games,
		"@PERFT@", limits.perft,
		"@COUNT@", strconv.Itoa(cmp.Or(o.Games, config.DefaultGames)),
		"@ELO@", strconv.Itoa(cmp.Or(o.Elo, config.DefaultElo)),
		"@LOSS@", strconv.Itoa(-cmp.Or(o.Elo, config.DefaultElo)),
		"@BUILDS@", build,
		"@NAME@", found.name,
		"@MEASURE@", measured,
		"@COMMAND@", quoted(found.command),
		"@BUILD@", quoted(found.build),
		"@BRANCH@", o.Branch,
		"@PIN@", o.Pin,
		"@SIDE@", side,
		"@TOOLCHAIN@\n", found.toolchain,
	)
}

// workflowReason returns why there is no workflow, nothing if there is one.
func (o *Options) workflowReason(found *project) string {
	switch {
	case o.Pin == "":
		return "this build names no release or commit (hint: init --pin with a tag or a commit hash writes a workflow)"
	case found.build == "":
		return "nothing says how the engine is built (hint: init --build COMMAND --force writes it)"
	case o.Untried != "":
		return "the engine could not be tried"
	case o.Checkout != "":
		return "it builds the engine in a fresh checkout, which fails"
	}
	return ""
}

// Text returns the files one after the other, each below its name.
func Text(files []File) string {
	parts := make([]string, len(files))
	for i, file := range files {
		parts[i] = "# --- " + file.Name + "\n" + file.Text
	}
	return strings.Join(parts, "\n")
}

// quoted returns a text as a YAML scalar: bare if it is plain, else in double quotes. Of printable text YAML has the
// escapes of Go.
func quoted(text string) string {
	if regexp.MustCompile(`^[A-Za-z./][\w./=+ -]*[\w.]$`).MatchString(text) {
		return text
	}
	return strconv.Quote(text)
}

// Write writes all files below the working directory and makes their folders. If a different file is there and force
// is not set, it writes none. It calls wrote for each file that was new or changed.
func Write(files []File, force bool, wrote func(name string)) error {
	var there []string
	same := make(map[string]bool)
	for _, f := range files {
		switch text, err := os.ReadFile(f.Name); {
		case err == nil && string(text) == f.Text:
			same[f.Name] = true
		case err == nil && f.Amends:
		case err == nil:
			there = append(there, f.Name)
		case !errors.Is(err, fs.ErrNotExist):
			return failure.Default(failure.Machine, err)
		}
	}
	if len(there) > 0 && !force {
		return failure.Inputf("init: %s is there already (expected no such file; --force replaces it, --print only shows the new one)", strings.Join(there, " and "))
	}
	for _, f := range files {
		if same[f.Name] {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(f.Name), 0o777); err != nil {
			return failure.Default(failure.Machine, err)
		}
		if err := file.OutputBytes(f.Name, []byte(f.Text)); err != nil {
			return err
		}
		wrote(f.Name)
	}
	return nil
}

// ignoreName is the file with the patterns that git ignores.
const ignoreName = ".gitignore"

// ignore returns a .gitignore file with the products of a build, as patterns from the root.
// Its text is empty if there is nothing to add.
func ignore(tree fs.FS, products []string, ignored func(path string) bool) (File, error) {
	there, err := fs.ReadFile(tree, ignoreName)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return File{}, failure.Default(failure.Machine, fmt.Errorf("%s: %w", ignoreName, err))
	}
	lines := strings.Split(strings.ReplaceAll(string(there), "\r\n", "\n"), "\n")
	var more strings.Builder
	for _, pattern := range products {
		if !slices.Contains(lines, pattern) && (ignored == nil || !ignored(example(pattern))) {
			more.WriteString(pattern + "\n")
		}
	}
	if more.Len() == 0 {
		return File{}, nil
	}
	before := string(there)
	if before != "" && !strings.HasSuffix(before, "\n") {
		before += "\n"
	}
	return File{Name: ignoreName, Text: before + "# Made by the build: of zugwatch.yaml.\n" + more.String(), Amends: true}, nil
}

// example returns a path that a pattern ignores.
func example(pattern string) string {
	name := strings.TrimPrefix(strings.ReplaceAll(pattern, "*", "x"), "/")
	if strings.HasSuffix(name, "/") {
		name += "x"
	}
	return name
}

// strangeForGit are characters that mean something else in a pattern of git.
const strangeForGit = "*?[]\\!# \n"

// products returns patterns for all that the build makes, with what it was seen to make. The program is not among them where
// it lies outside of the repository, or in a folder that is.
func (p project) products(seen ...string) []string {
	if p.build == "" {
		return nil
	}
	all := slices.Clone(p.makes)
	program := path.Clean(p.command)
	inside := slices.ContainsFunc(all, func(pattern string) bool { return strings.HasPrefix("/"+program, pattern) })
	if filepath.IsLocal(filepath.FromSlash(program)) && !inside && !strings.ContainsAny(program, strangeForGit) {
		all = append([]string{"/" + program}, all...)
	}
	for _, name := range seen {
		if !strings.ContainsAny(name, strangeForGit) && !slices.ContainsFunc(all, func(pattern string) bool { return covers(pattern, name) }) {
			all = append(all, "/"+name)
		}
	}
	return all
}

// covers reports whether a pattern ignores a file or folder.
func covers(pattern, name string) bool {
	if rooted, isRooted := strings.CutPrefix(pattern, "/"); isRooted {
		return name == rooted || strings.HasSuffix(rooted, "/") && strings.HasPrefix(name, rooted)
	}
	matched, _ := path.Match(pattern, path.Base(name))
	return matched
}
