package sensitivity

import (
	"slices"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/gate"
	"github.com/zugwatch/zugwatch/bench/mutant"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/text"
)

// Options choose the mutants, the suites and the file of the result.
type Options struct {
	Gate   gate.Options // suites, and how they are judged; its Engine is the base, never empty
	Kind   mutant.Kind  // of the mutants; 0: both
	Only   []string     // their names; nil: all
	Source string       // root of a checkout of Zugwatch, from which patches are built; empty: they are left out
	Bench  int          // depth in plies of the signature of the built-in engine; 0: it is left out
	Games  int          // that are played with each mutant instead of judging it, an even number; 0: none
	Limit  uint64       // nodes for each move of these games
	Out    string       // file that is resumed, and written after each mutant; empty: none

	Command string // that is kept in the file
	Today   string // YYYY-MM-DD
	// Begin is told which mutant comes next, counted from 1.
	Begin func(name string, number, of int)
}

// mutants returns the mutants of an engine: those of the configuration, and of the built-in engine those of
// its corpus before them. The error is that there are none, or that a requested name is missing.
func (o *Options) mutants(c *config.Config) ([]mutant.Mutant, error) {
	var all []mutant.Mutant
	if o.Gate.Engine == builtin.Name {
		var err error
		if all, err = mutant.Corpus(); err != nil {
			return nil, err
		}
	}
	for _, m := range c.Mutants {
		if slices.ContainsFunc(all, func(other mutant.Mutant) bool { return other.Name == m.Name }) {
			return nil, failure.Inputf("%s:%d:%d: mutant %s is one of the built-in engine (expected another name)", c.File, m.Line, m.Col, m.Name)
		}
		all = append(all, m)
	}
	if len(all) == 0 {
		return nil, failure.Inputf("%s lists no mutants of engine %s (expected mutants: with entries {name: NAME, kind: damaging, options: {Name: value}}; docs/sensitivity.md has some to begin with)", c.File, o.Gate.Engine)
	}
	return o.chooseMutants(all)
}

// checkMutantSettings returns an error where a mutant of the corpus would change more of the engine than it
// says. Its search and null-move settings are the defaults of the engine with one change.
// They would reset other settings of this engine.
func checkMutantSettings(mutants []mutant.Mutant, c *config.Config, own builtin.Settings) error {
	plain := builtin.Defaults().Options()
	changed := slices.DeleteFunc(own.Options(), func(o engine.Option) bool {
		return o.Name == builtin.HashOption || slices.Contains(plain, o)
	})
	for i := range mutants {
		m := &mutants[i]
		for _, o := range changed {
			sets := slices.ContainsFunc(m.Options, func(set engine.Option) bool { return set.Name == o.Name })
			if sets && !isConfigured(c, m) {
				return failure.Inputf("mutant %s is a change of the engine with its defaults, and this one has %s=%s (expected it without that, or --only with other mutants)", m.Name, o.Name, o.Value)
			}
		}
	}
	return nil
}

// isConfigured reports whether a mutant is one of the configuration.
func isConfigured(c *config.Config, m *mutant.Mutant) bool {
	return slices.ContainsFunc(c.Mutants, func(other mutant.Mutant) bool { return other.Name == m.Name })
}

// chooseMutants returns the mutants that were asked for.
func (o *Options) chooseMutants(all []mutant.Mutant) ([]mutant.Mutant, error) {
	var known []string
	for i := range all {
		known = append(known, all[i].Name)
	}
	for _, name := range o.Only {
		if !slices.Contains(known, name) {
			return nil, failure.Inputf("flag --only=%s (expected the name of a mutant%s)", name, text.DidYouMean(name, known))
		}
	}
	chosen := slices.DeleteFunc(all, func(m mutant.Mutant) bool {
		return o.Kind != 0 && m.Kind != o.Kind || o.Only != nil && !slices.Contains(o.Only, m.Name)
	})
	if len(chosen) == 0 {
		return nil, failure.Inputf("no mutant is of the kind and the names that were asked for")
	}
	return chosen, nil
}
