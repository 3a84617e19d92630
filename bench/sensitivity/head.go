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
)

// head is a mutant that can be asked.
type head struct {
	engines []engines.Engine // for each suite, and then for each suite of games
	program string           // of a patched one; empty: it is settings alone
}

// close removes what was built.
func (h *head) close() {
	if h.program != "" {
		os.Remove(h.program)
	}
}

// buildable leaves out the mutants that need the source if it is missing. For the others every
// edit is looked up, and the source has to be that of this engine. Mutants in the file are
// measured already.
func (s *session) buildable(ctx context.Context, all []mutant.Mutant) (some []mutant.Mutant, left []string, err error) {
	patched := false
	for i := range all {
		m := &all[i]
		switch {
		case !m.HasEdits() || s.kept.findRow(m) != nil:
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
		err = mutant.CheckSameSource(ctx, s.options.Source, s.folder)
	}
	if err == nil && len(some) == 0 {
		err = failure.Inputf("all mutants that were asked for are patches of the source (expected --source with the folder of a checkout of Zugwatch)")
	}
	return some, left, err
}

// head builds a mutant, or finds it by its options, and starts it once. No gate would have found one that cannot
// start.
func (s *session) head(ctx context.Context, m *mutant.Mutant) (*head, error) {
	h := new(head)
	if m.HasEdits() {
		h.program = filepath.Join(s.folder, m.Name)
		s.runner.Tell("building %s", m.Name)
		if err := m.Build(ctx, s.options.Source, h.program, s.folder); err != nil {
			return nil, err
		}
		own, err := s.runner.OwnSettings(game.Chess)
		if err != nil {
			return nil, err
		}
		patched := engines.NewMutant(ctx, m.Name, h.program, engine.Override(own.Options(), m.Options))
		h.engines = slices.Repeat([]engines.Engine{patched}, len(s.options.Gate.Suites)+len(s.options.Gate.Games))
		return h, checkStart(&patched)
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
	for range s.options.Gate.Games {
		plays, err := finder.Find(ctx, s.options.Gate.Engine)
		if err != nil {
			return nil, err
		}
		found = append(found, plays)
	}
	for i := range found {
		found[i] = found[i].WithCPUTime()
	}
	h.engines = found
	return h, checkStart(&found[0])
}

// checkStart opens and closes an engine. Its error is the mutant's, such as an option that the
// engine does not have.
func checkStart(e *engines.Engine) error {
	opened, err := e.Open()
	if err == nil {
		err = opened.Close()
	}
	if err != nil {
		return failure.Default(failure.Engine, fmt.Errorf("does not start: %w", err))
	}
	return nil
}
