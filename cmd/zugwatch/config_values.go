package main

import (
	"fmt"
	"path/filepath"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/engine"
)

// baselineDir is the folder of baselines, from that of the configuration.
const baselineDir = "bench/baselines"

// limit is how far each position of a suite is searched.
type limit struct {
	engine.Limits
	fromRecord bool // the depth that the suite names goes before that of Limits
}

// none tells whether l limits nothing.
func (l limit) none() bool { return l == limit{} }

// fixesNodes tells whether each search ends at a number of nodes and at nothing
// else, so that no growth of the nodes can show.
func (l limit) fixesNodes() bool {
	return !l.fromRecord && l.Nodes > 0 && l.Limits == engine.Limits{Nodes: l.Nodes}
}

// defaultGrowth is how much the sum of the nodes may grow where nothing is
// said: 5 %, and any growth where none can show.
func (l limit) defaultGrowth() compare.Growth {
	if l.fixesNodes() {
		return compare.Unlimited
	}
	return 50
}

// parseLimit reads the text form of limits, such as "nodes=50000" or "sd".
func parseLimit(text string) (limit, error) {
	limits, fromRecord, err := bench.ParseLimits(text)
	return limit{Limits: limits, fromRecord: fromRecord}, err
}

// parseName reads the name of a suite in the configuration, which is also that
// of its baseline.
func parseName(text string) (string, error) {
	if _, err := store.BaselinePath(baselineDir, text); err != nil {
		return "", fmt.Errorf("name %q (expected small letters, digits, dots, dashes and underscores)", text)
	}
	return text, nil
}

// baselineFile is where the baseline of a suite is kept when the configuration
// does not say.
func baselineFile(name string) string {
	path, err := store.BaselinePath(baselineDir, name)
	if err != nil {
		return ""
	}
	return filepath.ToSlash(path)
}

// axes lists the kinds of suites in the order of the report.
func axes() []compare.Axis {
	return []compare.Axis{compare.Tactics, compare.Zugzwang, compare.Nodes}
}

// parseKind reads the kind of a suite.
func parseKind(text string) (compare.Axis, error) {
	var names []string
	for _, axis := range axes() {
		names = append(names, axis.String())
	}
	axis, err := compare.ParseAxis(text)
	if err != nil {
		return axis, fmt.Errorf("kind %q (expected %s%s)", text, alternatives(names), didYouMean(text, names))
	}
	return axis, nil
}
