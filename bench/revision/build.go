package revision

import (
	"bytes"
	"context"
	"errors"
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
	err := RunGroup(build)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return &BuildError{Command: command, Err: err, Tail: kept.lines()}
	}
	return nil
}

// RunGroup runs a command of exec.CommandContext in a process group of its own,
// which is ended with it: nothing that it has started outlives it, but for what
// left the group. Output of what it left behind is waited for a second.
func RunGroup(command *exec.Cmd) error {
	ownGroup(command)
	command.Cancel = func() error { return killGroup(command) }
	command.WaitDelay = time.Second
	err := command.Run()
	if command.Process != nil {
		_ = killGroup(command) // there may be nothing left
	}
	if errors.Is(err, exec.ErrWaitDelay) && command.ProcessState.Success() {
		return nil
	}
	return err
}

// withoutGit leaves out the variables, as they are set inside a hook, that would
// lead git to another repository than that of its folder.
func withoutGit(environment []string) []string {
	return slices.DeleteFunc(environment, func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		return slices.Contains([]string{
			"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX",
			"GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE",
		}, name)
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
