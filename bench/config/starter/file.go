// Package starter writes the first configuration of a repository, and a workflow,
// for the engine that it finds there.
package starter

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
)

// The texts of the files, with @WORDS@ to be filled in.
var (
	//go:embed zugwatch.yaml
	configText string
	//go:embed workflow.yml
	workflowText string
	//go:embed baselines.yml
	baselinesText string
)

// WorkflowName is the workflow that is written, from the root of the repository.
const WorkflowName = ".github/workflows/zugwatch.yml"

// Next says what comes after the files are written.
func Next(baselines bool) string {
	first, then, files := "compare a change with the branch that it is for:  zugwatch ab --base BRANCH", "compared with its base", "both files"
	if baselines {
		first, then, files = "accept its present results:                       zugwatch baseline accept --reason 'first measure'", "judged", "both files and bench/baselines"
	}
	return "Next:\n" +
		"  build the engine, and see what it makes of UCI:   zugwatch doctor NAME\n" +
		"  " + first + "\n" +
		"  commit " + files + "; every pull request is " + then + " from then on.\n"
}

// What an engine is compared with, for the configuration.
const (
	measuredSides     = "`zugwatch ab --base BRANCH` compares with another revision."
	measuredBaselines = "The baselines lie in bench/baselines;\n# `zugwatch baseline accept --reason TEXT` makes them."
)

// Options are what is said of the engine instead of what is found, where they are
// not empty, and what cannot be found.
type Options struct {
	Name    string // as the configuration calls the engine
	Command string // the program, from the root of the repository
	Build   string // a line for the shell that builds it
	Branch  string // the default branch
	Pin     string // the whole hash of the commit of Zugwatch that the workflow uses

	// Baselines has stored baselines judge instead of the base branch side by side.
	Baselines bool
	// ByDepth limits all searches by depth, for an engine that does not keep a limit by nodes.
	ByDepth bool
}

// File is one file that is written.
type File struct {
	Name string // from the root of the repository, with slashes
	Text string
}

// Files fills in the files for the engine of a repository. Its errors are of the
// kind Input, or Machine where the repository cannot be read.
func Files(tree fs.FS, o Options) ([]File, error) {
	found, err := findProject(tree)
	if err != nil {
		return nil, failure.Default(failure.Machine, fmt.Errorf("engine: %w", err))
	}
	if found, err = found.with(o); err != nil {
		return nil, err
	}
	if !regexp.MustCompile(`^[A-Za-z0-9][\w./-]*$`).MatchString(o.Branch) {
		return nil, failure.Inputf("flag --branch=%.40q (expected the name of a branch)", o.Branch)
	}
	if !regexp.MustCompile(`^[0-9a-f]{40}$`).MatchString(o.Pin) {
		return nil, failure.Inputf("flag --pin=%.40q (expected the whole hash of a commit of Zugwatch, 40 digits; git ls-remote --tags lists those of the releases)", o.Pin)
	}
	workflow, measured := workflowText, measuredSides
	if o.Baselines {
		workflow, measured = baselinesText, measuredBaselines
	}
	tactics, zugzwang := "nodes=50000", "nodes=200000"
	if o.ByDepth {
		tactics, zugzwang = "depth=8", "depth=10"
	}
	fill := strings.NewReplacer(
		"@TACTICS@", tactics, "@ZUGZWANG@", zugzwang,
		"@NAME@", found.name, "@MEASURE@", measured, "@COMMAND@", quoted(found.command), "@BUILD@", quoted(found.build),
		"@BRANCH@", o.Branch, "@PIN@", o.Pin, "@TOOLCHAIN@\n", found.toolchain)
	files := []File{{config.FileName, fill.Replace(configText)}, {WorkflowName, fill.Replace(workflow)}}
	if _, err := config.Parse(config.FileName, []byte(files[0].Text)); err != nil {
		return nil, err
	}
	return files, nil
}

// Text is the files one after the other, each below its name.
func Text(files []File) string {
	parts := make([]string, len(files))
	for i, file := range files {
		parts[i] = "# --- " + file.Name + "\n" + file.Text
	}
	return strings.Join(parts, "\n")
}

// quoted is a text as a scalar of YAML: bare where it is plain, or in double
// quotes, whose escapes are those of Go for what is printable.
func quoted(text string) string {
	if regexp.MustCompile(`^[A-Za-z./][\w./=+ -]*[\w.]$`).MatchString(text) {
		return text
	}
	return strconv.Quote(text)
}

// Write writes all files below the working directory, whose folders it makes, or none
// when one of them is there and force does not say to replace it. Wrote is told of
// each.
func Write(files []File, force bool, wrote func(name string)) error {
	var there []string
	for _, f := range files {
		switch _, err := os.Lstat(f.Name); {
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
		if err := os.MkdirAll(filepath.Dir(f.Name), 0o777); err != nil {
			return failure.Default(failure.Machine, err)
		}
		err := file.Output(f.Name, func(w io.Writer) error {
			_, err := io.WriteString(w, f.Text)
			return err
		})
		if err != nil {
			return err
		}
		wrote(f.Name)
	}
	return nil
}
