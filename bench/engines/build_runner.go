package engines

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/engine/text"
)

// BuildRunner runs the build commands of engines, each once in a folder, so that no engine
// is older than its source. It is safe for concurrent use.
type BuildRunner struct {
	tell Logf
	lock sync.Mutex
	done map[string]bool // by folder and command
}

// NewBuildRunner returns a BuildRunner that logs what it builds.
func NewBuildRunner(tell Logf) *BuildRunner {
	return &BuildRunner{tell: tell, done: make(map[string]bool)}
}

// build builds an engine of a configuration in a folder. It logs the last output of a build that
// failed.
func (m *BuildRunner) build(ctx context.Context, e *config.Engine, folder string) error {
	m.lock.Lock()
	defer m.lock.Unlock()
	key := strings.Join(append([]string{folder}, e.Build...), "\x00")
	if m.done[key] {
		return nil
	}
	m.tell("building %s: %s", e.Name, text.Printable(strings.Join(e.Build, " ")))
	err := revision.Build(ctx, folder, e.Build)
	if err == nil {
		m.done[key] = true
		return nil
	}
	if tellTail(m.tell, err) {
		err = failure.With(failure.Engine, fmt.Errorf("engine %s: %w", e.Name, err))
	}
	return failure.Interruption(ctx, err)
}

// tellTail logs the last output of a failed build, and reports whether err is of one.
func tellTail(tell Logf, err error) bool {
	broken, failed := errors.AsType[*revision.BuildError](err)
	if failed {
		for _, line := range broken.Tail {
			tell("  | %s", text.Printable(line))
		}
	}
	return failed
}

// ensureBuilt builds an engine of the configuration, unless it is to be run as it is, and checks
// that its program exists. A name that is sought in PATH is left to the start.
func (f *Finder) ensureBuilt(ctx context.Context, e *config.Engine, program string) error {
	hint := "there is no build: that makes it"
	switch {
	case e.Build != nil && f.Maker == nil:
		hint = "its build: was left out by --no-build"
	case e.Build != nil:
		hint = "its build: did not make it"
		if err := f.Maker.build(ctx, e, f.Config.Path(".")); err != nil {
			return err
		}
	}
	if filepath.Base(program) == program {
		return nil
	}
	if _, err := exec.LookPath(program); errors.Is(err, fs.ErrNotExist) {
		path := e.Command
		if !filepath.IsAbs(path) && filepath.Clean(f.Config.Dir) != "." {
			path = filepath.Join(f.Config.Dir, path)
		}
		return failure.With(failure.Engine, fmt.Errorf("engine %s: %s is not there (%s)", e.Name, path, hint))
	}
	return nil
}
