package revision

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	maxTail   = 16 << 10 // bytes of the output of a build that are kept
	tailLines = 20       // lines of them that are told
)

// BuildError says that a build command failed.
type BuildError struct {
	Command []string
	Err     error
	Tail    []string // the last lines that it printed, at most 20
}

// Error says how it ended; the output is told by who wants it.
func (e *BuildError) Error() string { return "build: " + e.Err.Error() }

// Unwrap is how the command ended.
func (e *BuildError) Unwrap() error { return e.Err }

// Build runs a command in the tree's folder. Its error is the cause of ctx, with
// all processes of the command ended, or a *BuildError.
func (t *Tree) Build(ctx context.Context, command []string) error {
	if len(command) == 0 {
		return &BuildError{Err: fmt.Errorf("no command is given")}
	}
	build := exec.CommandContext(ctx, command[0], command[1:]...)
	kept := &tail{}
	build.Dir, build.Stdout, build.Stderr = t.Folder(), kept, kept
	build.Env = withoutGit(os.Environ())
	ownGroup(build)
	build.Cancel = func() error { return killGroup(build) }
	build.WaitDelay = time.Second
	err := build.Run()
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return &BuildError{Command: command, Err: err, Tail: kept.lines()}
	}
	return nil
}

// withoutGit leaves out the variables that would lead a git command of the build
// to another repository than that of its folder.
func withoutGit(environment []string) []string {
	return slices.DeleteFunc(environment, func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		return name == "GIT_DIR" || name == "GIT_WORK_TREE" || name == "GIT_INDEX_FILE" || name == "GIT_PREFIX"
	})
}

// tail keeps the end of what is written to it. It is safe for concurrent use.
type tail struct {
	lock sync.Mutex
	text []byte
}

// Write takes all of p.
func (t *tail) Write(p []byte) (int, error) {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.text = append(t.text, p...)
	if len(t.text) > 2*maxTail {
		t.text = slices.Clone(t.text[len(t.text)-maxTail:])
	}
	return len(p), nil
}

// lines are the last ones; the first may have lost its beginning.
func (t *tail) lines() []string {
	t.lock.Lock()
	defer t.lock.Unlock()
	text := strings.ToValidUTF8(string(bytes.TrimSpace(t.text)), "\uFFFD")
	if text == "" {
		return nil
	}
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	return lines[max(0, len(lines)-tailLines):]
}
