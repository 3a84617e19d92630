package sensitivity

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/mutant"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// head is a mutant that can be asked.
type head struct {
	engines []engines.Engine // for each suite
	program string           // of a patched one; empty: it is settings alone
}

// close removes what was built.
func (h *head) close() {
	if h.program != "" {
		os.Remove(h.program)
	}
}

// ownPackage is the package that the built-in engine is built of.
const ownPackage = "./cmd/zugwatch"

// checkDepth is the depth at which the engine of the source is held against this one.
const checkDepth = 8

// buildable leaves out the mutants that need the source where that is not there. Of the
// others every edit is looked up, and the source has to be that of this engine. Those of
// the file are measured already.
func (s *session) buildable(ctx context.Context, all []mutant.Mutant) (some []mutant.Mutant, left []string, err error) {
	patched := false
	for i := range all {
		m := &all[i]
		switch {
		case !m.Patched() || s.kept.find(m.Name) != nil:
		case s.options.Source == "":
			left = append(left, m.Name)
			continue
		default:
			if _, err := m.Patch(s.options.Source); err != nil {
				return nil, nil, err
			}
			patched = true
		}
		some = append(some, *m)
	}
	if patched {
		err = s.sameSource(ctx)
	}
	if err == nil && len(some) == 0 {
		err = failure.Inputf("all mutants that were asked for are patches of the source (expected --source with the folder of a checkout of Zugwatch)")
	}
	return some, left, err
}

// sameSource holds that the source is that of this engine: else a mutant would differ
// from the base by more than its edits.
func (s *session) sameSource(ctx context.Context) error {
	program := filepath.Join(s.folder, "base")
	plain := mutant.Mutant{Name: "base"}
	if err := plain.Build(ctx, s.options.Source, ownPackage, program, s.folder); err != nil {
		return failure.Interruption(ctx, err)
	}
	there, err := mutant.Signature(ctx, signatureTime, program, checkDepth)
	if err != nil {
		return failure.Interruption(ctx, err)
	}
	here, err := builtin.Signature(ctx, builtin.Defaults(), checkDepth)
	if err == nil && there != here {
		err = failure.Inputf("source %s is of another engine, bench %d at depth %d (expected that of this program, bench %d)", s.options.Source, there, checkDepth, here)
	}
	return failure.Interruption(ctx, err)
}

// head builds a mutant, or finds it by its options, and starts it once: one that cannot
// begin would not have been found by any gate.
func (s *session) head(ctx context.Context, m *mutant.Mutant) (*head, error) {
	h := new(head)
	if m.Patched() {
		h.program = filepath.Join(s.folder, m.Name)
		s.runner.Tell("building %s", m.Name)
		if err := m.Build(ctx, s.options.Source, ownPackage, h.program, s.folder); err != nil {
			return nil, err
		}
		own, err := s.runner.OwnSettings(game.Chess)
		if err != nil {
			return nil, err
		}
		command := uci.Command{Path: h.program, Args: []string{"uci"}, Options: engine.Override(own.Options(), m.Options)}
		patched := engines.Engine{Name: m.Name, Command: command}.Dialed(ctx)
		h.engines = slices.Repeat([]engines.Engine{patched}, len(s.options.Gate.Suites))
		return h, starts(&patched)
	}
	finder := s.runner.Finder
	finder.Options = engine.Override(finder.Options, m.Options)
	if s.options.Gate.Engine == builtin.Name {
		if _, err := finder.Own.Chess.With(m.Options); err != nil {
			return nil, failure.With(failure.Input, err)
		}
	}
	found, err := finder.ForSuites(ctx, s.options.Gate.Engine, s.options.Gate.Suites)
	if err != nil {
		return nil, err
	}
	for i := range found {
		found[i] = found[i].Timed()
	}
	h.engines = found
	return h, starts(&found[0])
}

// starts opens and closes an engine. What is wrong with it is wrong with the mutant, as
// with an option that the engine does not have.
func starts(e *engines.Engine) error {
	opened, err := e.Open()
	if err == nil {
		err = opened.Close()
	}
	if err != nil {
		return failure.Default(failure.Engine, fmt.Errorf("does not start: %w", err))
	}
	return nil
}
