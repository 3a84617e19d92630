package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// session is a process that runs the commands of one scenario, one after the other: a start of the program costs more
// than most of them. It is the test binary. It takes the working directory and the environment of the scenario.
type session struct {
	process *exec.Cmd
	calls   *json.Encoder
	codes   *json.Decoder
	close   func() error
	names   []string // of the environment variables of the scenario
	folder  string   // of what a command prints
}

// call is a command line, and the names of the files for its standard streams.
type call struct {
	Folder       string
	Env, Args    []string
	In, Out, Err string
}

// sessionKey is the key of the session in the values of a scenario.
type sessionKey struct{}

// newSession starts a session for a scenario. It ends with the scenario.
func newSession(env *testscript.Env) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	s := &session{process: exec.Command(program, "session"), folder: filepath.Join(env.WorkDir, ".session")}
	in, errIn := s.process.StdinPipe()
	out, errOut := s.process.StdoutPipe()
	s.process.Stderr = os.Stderr
	if err := errors.Join(errIn, errOut, os.Mkdir(s.folder, 0o777), s.process.Start()); err != nil {
		return err
	}
	s.calls, s.codes, s.close = json.NewEncoder(in), json.NewDecoder(out), in.Close
	for _, variable := range env.Vars {
		name, _, _ := strings.Cut(variable, "=")
		s.names = append(s.names, name)
	}
	s.names = append(s.names, scenarioVariables()...)
	env.Values[sessionKey{}] = s
	env.Defer(func() {
		s.close()
		s.process.Wait()
	})
	return nil
}

// scenarioVariables returns the names of the environment variables that any scenario sets.
var scenarioVariables = sync.OnceValue(func() (names []string) {
	files, _ := filepath.Glob("testdata/*/*.txtar")
	for _, file := range files {
		text, _ := os.ReadFile(file)
		for _, line := range regexp.MustCompile(`(?m)^(?:\[.*\] )?env (.*)$`).FindAllStringSubmatch(string(text), -1) {
			for _, variable := range strings.Fields(line[1]) {
				name, _, _ := strings.Cut(variable, "=")
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
})

// run runs a command line of a scenario and returns its exit code. The last argument may be <FILE, which is its
// standard input. Its output becomes that of the scenario.
func (s *session) run(ts *testscript.TestScript, args []string) int {
	c := call{Folder: ts.MkAbs("."), Out: filepath.Join(s.folder, "out"), Err: filepath.Join(s.folder, "err"), In: os.DevNull}
	if file, ok := strings.CutPrefix(args[len(args)-1], "<"); ok {
		c.In, args = ts.MkAbs(file), args[:len(args)-1]
	}
	c.Args = args
	for _, name := range s.names {
		if value := ts.Getenv(name); value != "" {
			c.Env = append(c.Env, name+"="+value)
		}
	}
	code := -1
	ts.Check(s.calls.Encode(c))
	ts.Check(s.codes.Decode(&code))
	for name, to := range map[string]io.Writer{c.Out: ts.Stdout(), c.Err: ts.Stderr()} {
		text, err := os.ReadFile(name)
		ts.Check(err)
		to.Write(progressLine.ReplaceAll(text, nil))
	}
	return code
}

// progressLine matches a line of progress. Only machines that are slow or busy show one.
var progressLine = regexp.MustCompile(`(?m)^\S+: \d+ of \d+ (positions|games), .*\n`)

// TestProgressLine checks that lines of progress are found, and no others.
func TestProgressLine(t *testing.T) {
	const line = "resumed: 11 of 14 positions are finished already\n"
	if got := progressLine.ReplaceAllString("wac: 1072 of 1200 positions, 1007 solved, 10s, about 1s left\n"+line, ""); got != line {
		t.Errorf("left are %q, want %q", got, line)
	}
}

// serveSession runs commands until there are no more.
func serveSession(calls io.Reader, codes io.Writer) error {
	in, out := json.NewDecoder(calls), json.NewEncoder(codes)
	for {
		var c call
		if err := in.Decode(&c); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		code, err := c.run()
		if err := errors.Join(err, out.Encode(code)); err != nil {
			return err
		}
		runtime.GC() // the tables of the next command stand where those of this one were
	}
}

// run runs the command in this process, in its folder and environment.
func (c call) run() (code int, err error) {
	os.Clearenv()
	for _, variable := range c.Env {
		name, value, _ := strings.Cut(variable, "=")
		os.Setenv(name, value)
	}
	if n, err := strconv.Atoi(os.Getenv("GOMAXPROCS")); err == nil {
		runtime.GOMAXPROCS(n)
	} else {
		runtime.SetDefaultGOMAXPROCS()
	}
	in, errIn := os.Open(c.In)
	out, errOut := os.Create(c.Out)
	diagnostics, errErr := os.Create(c.Err)
	if err := errors.Join(os.Chdir(c.Folder), errIn, errOut, errErr); err != nil {
		return 0, err
	}
	code = run(context.Background(), c.Args, in, out, diagnostics)
	return code, errors.Join(in.Close(), out.Close(), diagnostics.Close())
}
