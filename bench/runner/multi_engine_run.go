package runner

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/suites"
)

// EngineMark stands for the name of the engine in the name of a run file.
const EngineMark = "{engine}"

// MultiEngineRun runs one suite on one engine after the other.
type MultiEngineRun struct {
	Suite   *suites.Suite
	Config  bench.Config
	Engines []engines.Engine
	Files   []string // of the engines' runs; empty ones are not kept
	Mode    store.Mode
}

// FindEngines finds the engines of the names, or that of the configuration without any,
// and names their files after out, in which EngineMark is replaced.
func (k *MultiEngineRun) FindEngines(ctx context.Context, r *Runner, names []string, out string) error {
	asked := len(names) > 0
	if !asked {
		names = []string{r.Config.Engine}
	}
	seen := make(map[string]bool)
	for _, name := range names {
		e, err := r.Find(ctx, builtin.ResolveName(name, k.Suite.Game()))
		if err != nil {
			return err
		}
		if asked {
			e.GivenName = name
		}
		if seen[e.Name] {
			return failure.Inputf("flag --engine=%s: there are two engines of the name %s (expected different ones; names can be given in %s)", name, e.Name, config.FileName)
		}
		seen[e.Name] = true
		k.Engines = append(k.Engines, e)
		k.Files = append(k.Files, strings.ReplaceAll(out, EngineMark, e.Name))
	}
	for _, name := range k.Files {
		if name == "" {
			continue
		}
		if err := file.CheckOutput(name); err != nil {
			return failure.With(failure.Of(err), fmt.Errorf("flag --out=%s: %w", out, err))
		}
	}
	if len(names) > 1 && out != "" && !strings.Contains(out, EngineMark) {
		return failure.Inputf("flag --out=%s: %d engines need as many files (expected %s in the name)", out, len(names), EngineMark)
	}
	return r.Check(k.Engines)
}

// Run runs the suite on all engines and calls finished with the result of each, by its
// place. An engine with faults does not keep the others from their turn; any other error
// ends the run. Faults reports whether the error is only of faults, which the runs
// show too.
func (k *MultiEngineRun) Run(ctx context.Context, r *Runner, finished func(place int, run *bench.Run, timing *bench.Timing)) (faults bool, err error) {
	for i, on := range k.Engines {
		run, timing, broken := r.RunWithCheckpoint(ctx, on, k.Suite, k.Config, k.Files[i], k.Mode)
		faulted := false
		if run != nil {
			if broken == nil {
				broken = FaultError(run, timing)
				faulted = broken != nil
			}
			finished(i, run, timing)
		}
		if broken == nil {
			continue
		}
		if len(k.Engines) > 1 {
			broken = failure.With(failure.Of(broken), fmt.Errorf("engine %s: %w", on.Name, broken))
		}
		if !faulted {
			return false, errors.Join(broken, err) // its kind counts
		}
		faults, err = true, errors.Join(err, broken)
	}
	return faults, err
}
