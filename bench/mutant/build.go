package mutant

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/builtin"
)

// Patch applies all edits of the mutant to the sources below root, and returns the new texts by the paths of their
// files. It only reads the sources. The error names the mutant, the file and the text that was not found there
// exactly once.
func (m *Mutant) Patch(root string) (map[string]string, error) {
	texts := make(map[string]string)
	for i := range m.Edits {
		e := &m.Edits[i]
		file := filepath.Join(root, filepath.FromSlash(e.File))
		if _, read := texts[file]; !read {
			text, err := os.ReadFile(file)
			if err != nil {
				return nil, failure.Inputf("mutant %s: %w", m.Name, err)
			}
			texts[file] = string(text)
		}
		text, err := e.apply(texts[file])
		if err != nil {
			return nil, failure.Inputf("mutant %s: %w", m.Name, err)
		}
		texts[file] = text
	}
	return texts, nil
}

// ownPackage is the package that the built-in engine is built of.
const ownPackage = "./cmd/zugwatch"

// Build builds the built-in engine of the tree at root as the edits of the mutant make it,
// into the file program. The tree is only read: the compiler takes the patched files from the
// folder scratch, which has to be there. The error tells what the compiler said.
func (m *Mutant) Build(ctx context.Context, root, program, scratch string) error {
	root, err := filepath.Abs(root)
	if err != nil {
		return err
	}
	texts, err := m.Patch(root)
	if err != nil {
		return err
	}
	overlay, err := writeOverlay(texts, scratch, m.Name)
	if err != nil {
		return failure.Default(failure.Machine, err)
	}
	build := exec.CommandContext(ctx, "go", "build", "-pgo=off", "-buildvcs=false", "-overlay", overlay, "-o", program, ownPackage)
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return failure.With(failure.Engine, fmt.Errorf("mutant %s: go build: %w: %s", m.Name, err, lastLines(string(out))))
	}
	return nil
}

// Signature runs the bench of a program built by Build, and returns the number of nodes on its positions. Depth is in
// plies, and flags are more flags of bench. It fails if there is no number within the time: a tree that is no longer
// cut has no end.
func Signature(ctx context.Context, within time.Duration, program string, depth int, flags ...string) (uint64, error) {
	running, cancel := context.WithTimeoutCause(ctx, within, fmt.Errorf("no end within %s", within))
	defer cancel()
	out, err := exec.CommandContext(running, program, append([]string{"bench", "--depth", strconv.Itoa(depth)}, flags...)...).Output()
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	if err == nil {
		for line := range strings.Lines(string(out)) {
			if number, found := strings.CutPrefix(line, "Nodes searched  : "); found {
				return strconv.ParseUint(strings.TrimSpace(number), 10, 64)
			}
		}
		err = errors.New("no line with nodes")
	}
	if cause := context.Cause(running); cause != nil {
		err = cause
	}
	return 0, failure.With(failure.Engine, fmt.Errorf("%s bench: %w", filepath.Base(program), err))
}

// writeOverlay writes the patched files, and the list of them as the compiler takes it.
func writeOverlay(texts map[string]string, scratch, name string) (string, error) {
	replace := make(map[string]string)
	for i, file := range slices.Sorted(maps.Keys(texts)) {
		patched := filepath.Join(scratch, fmt.Sprintf("%s-%d.go", name, i))
		if err := os.WriteFile(patched, []byte(texts[file]), 0o600); err != nil {
			return "", err
		}
		replace[file] = patched
	}
	list, err := json.Marshal(map[string]map[string]string{"Replace": replace})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(scratch, name+".json")
	return overlay, os.WriteFile(overlay, list, 0o600)
}

// lastLines returns the end of what a compiler said, in one line.
func lastLines(out string) string {
	lines := strings.Split(strings.TrimSpace(out), "\n")
	return strings.Join(lines[max(0, len(lines)-3):], "; ")
}

// checkDepth is the depth at which the engine of a source is compared with this one.
const checkDepth = 8

// SignatureTime is the timeout for the signature of a mutant. The unchanged engine takes
// seconds.
const SignatureTime = 2 * time.Minute

// CheckSameSource returns an error if the source at root is not that of this engine. A mutant would then differ from
// the base by more than its edits. It builds in the existing folder scratch.
func CheckSameSource(ctx context.Context, root, scratch string) error {
	program := filepath.Join(scratch, "base")
	plain := Mutant{Name: "base"}
	if err := plain.Build(ctx, root, program, scratch); err != nil {
		return failure.Interruption(ctx, err)
	}
	there, err := Signature(ctx, SignatureTime, program, checkDepth)
	if err != nil {
		return failure.Interruption(ctx, err)
	}
	here, err := builtin.Signature(ctx, builtin.Defaults(), checkDepth)
	if err == nil && there != here {
		err = failure.Inputf("source %s is of another engine, bench %d at depth %d (expected that of this program, bench %d)", root, there, checkDepth, here)
	}
	return failure.Interruption(ctx, err)
}
