package bench

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
)

// OpenSuite opens a suite by its name or its file, each position in so many forms, or
// the part of it that patterns name. Its errors are those of the user.
func OpenSuite(name string, forms int, patterns ...string) (*suites.Suite, error) {
	suite, err := suites.Resolve(name)
	if err == nil {
		suite, err = suite.Forms(forms)
	}
	if err == nil && len(patterns) > 0 {
		suite, err = suite.Filter(patterns...)
	}
	if _, ok := errors.AsType[*suites.UnknownError](err); ok {
		if _, statErr := os.Stat(name); statErr == nil {
			err = fmt.Errorf("%w; the file %s needs a path, such as ./%s", err, name, name)
		}
	}
	return suite, failure.Default(failure.Input, err)
}

// KnownSuite returns the built-in suite of a run, nil if there is none. Of a suite from a file,
// or of a part of a suite, the run keeps the keys alone.
func KnownSuite(run *Run) *suites.Suite {
	suite, err := suites.Open(run.Suite.Name)
	if err == nil {
		suite, err = suite.Forms(max(1, run.Suite.Forms))
	}
	if err != nil || suite.Digest != run.Suite.Digest {
		return nil
	}
	return suite
}

// DefaultNodes is the limit of a suite that names no depths, as ParseLimits reads it.
const DefaultNodes = "nodes=50000"

// defaultLeaves is the limit of a suite that only counts leaves, as ParseLimits reads it.
const defaultLeaves = "nodes=5000000"

// DefaultLimits returns the limits of a suite that is given none, as ParseLimits reads them. They are the depths that
// its records name, or else DefaultNodes or defaultLeaves.
func DefaultLimits(suite *suites.Suite) string {
	searched := slices.ContainsFunc(suite.Records, func(r epd.Record) bool { return r.HasVerdict() || len(r.Perft) == 0 })
	switch {
	case suite.NamesDepths():
		return recordDepthWord
	case !searched:
		return defaultLeaves
	}
	return DefaultNodes
}
