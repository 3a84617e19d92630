package main

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

	"github.com/urfave/cli/v2"
)

// starterConfig and starterWorkflow are what init writes, with @WORDS@ to be
// filled in.
var (
	//go:embed starter/zugwatch.yaml
	starterConfig string
	//go:embed starter/workflow.yml
	starterWorkflow string
)

// workflowName is the workflow that init writes.
const workflowName = ".github/workflows/zugwatch.yml"

// initCommand writes the first configuration of a repository.
func initCommand() *cli.Command {
	return &cli.Command{
		Name:  "init",
		Usage: "write a zugwatch.yaml and a workflow for the engine in this folder",
		Description: "Looks for the engine: " + alternatives(makeNames()) + ".\n" +
			"Writes " + configName + " and " + workflowName + ", both with comments, for\n" +
			"what it found. Files that are there are kept.\n\n" +
			"   zugwatch init --print\n" +
			"   zugwatch init --command ./bin/mine --build 'make -C src'",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "name", Usage: "call the engine `NAME`"},
			&cli.StringFlag{Name: "command", Usage: "the engine is the program at `PATH`, from this folder"},
			&cli.StringFlag{Name: "build", Usage: "`COMMAND` for the shell builds it"},
			&cli.StringFlag{Name: "branch", Value: "main", Usage: "the default branch is `BRANCH`"},
			&cli.StringFlag{Name: "pin", DefaultText: "that of this program", Usage: "the workflow uses Zugwatch at the commit `HASH`"},
			&cli.BoolFlag{Name: "force", Usage: "replace files that are there"},
			&cli.BoolFlag{Name: "print", Usage: "print the files and write none"},
		},
		Action: func(c *cli.Context) error {
			if _, err := arguments(c, 0, 0, "no argument; it looks into the working directory"); err != nil {
				return err
			}
			files, err := starters(c)
			if err != nil {
				return err
			}
			if c.Bool("print") {
				return printStarters(c.App.Writer, files)
			}
			return writeStarters(c.App.Writer, files, c.Bool("force"))
		},
	}
}

// starter is one file that init writes.
type starter struct{ name, text string }

// starters fills in the files for the engine of the working directory.
func starters(c *cli.Context) ([]starter, error) {
	found, err := findProject(os.DirFS("."))
	if err != nil {
		return nil, withCode(codeMachine, fmt.Errorf("engine: %w", err))
	}
	if found, err = found.with(c.String("name"), c.String("command"), c.String("build")); err != nil {
		return nil, err
	}
	branch, pin := c.String("branch"), c.String("pin")
	if !regexp.MustCompile(`^[A-Za-z0-9][\w./-]*$`).MatchString(branch) {
		return nil, badInput("flag --branch=%.40q (expected the name of a branch)", branch)
	}
	if pin == "" {
		pin = commit()
	}
	if !regexp.MustCompile(`^[0-9a-f]{40}$`).MatchString(pin) {
		return nil, badInput("flag --pin=%.40q (expected the whole hash of a commit of Zugwatch, 40 digits; git ls-remote --tags lists those of the releases)", pin)
	}
	fill := strings.NewReplacer(
		"@NAME@", found.name, "@COMMAND@", quoted(found.command), "@BUILD@", quoted(found.build),
		"@SCRIPT@", strings.ReplaceAll(found.build, "\n", "\n          "),
		"@BRANCH@", branch, "@PIN@", pin, "@TOOLCHAIN@\n", found.toolchain)
	files := []starter{{configName, fill.Replace(starterConfig)}, {workflowName, fill.Replace(starterWorkflow)}}
	if _, err := parseConfig(configName, []byte(files[0].text)); err != nil {
		return nil, err
	}
	return files, nil
}

// quoted is a text as a scalar of YAML: bare where it is plain, or in double
// quotes, whose escapes are those of Go for what is printable.
func quoted(text string) string {
	if regexp.MustCompile(`^[A-Za-z./][\w./=+ -]*[\w.]$`).MatchString(text) {
		return text
	}
	return strconv.Quote(text)
}

// printStarters prints the files, each below its name.
func printStarters(w io.Writer, files []starter) error {
	for i, file := range files {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if _, err := fmt.Fprintf(w, "# --- %s\n%s", file.name, file.text); err != nil {
			return err
		}
	}
	return nil
}

// writeStarters writes all files or, when one of them is there, none.
func writeStarters(w io.Writer, files []starter, force bool) error {
	var there []string
	for _, file := range files {
		switch _, err := os.Lstat(file.name); {
		case err == nil:
			there = append(there, file.name)
		case !errors.Is(err, fs.ErrNotExist):
			return withCode(codeMachine, err)
		}
	}
	if len(there) > 0 && !force {
		return badInput("init: %s is there already (expected no such file; --force replaces it, --print only shows the new one)", strings.Join(there, " and "))
	}
	for _, file := range files {
		if err := os.MkdirAll(filepath.Dir(file.name), 0o777); err != nil {
			return withCode(codeMachine, err)
		}
		err := replaceFile(file.name, func(w io.Writer) error {
			_, err := io.WriteString(w, file.text)
			return err
		})
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "wrote %s\n", file.name)
	}
	_, err := fmt.Fprint(w, "\nNext:\n"+
		"  build the engine, and see what it makes of UCI:   zugwatch doctor NAME\n"+
		"  accept its present results:                       zugwatch baseline accept --reason 'first measure'\n"+
		"  commit both files and bench/baselines; every pull request is judged from then on.\n")
	return err
}
