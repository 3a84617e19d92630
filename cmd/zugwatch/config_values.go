package main

import (
	"fmt"
	"path/filepath"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/store"
)

// baselineDir is the folder of baselines, from that of the configuration.
const baselineDir = "bench/baselines"

// defaultGrowth is how much the sum of the nodes may grow where nothing is
// said: 5 %, and any growth where none can show or where it would say nothing.
func defaultGrowth(l bench.Limits) compare.Growth {
	if !l.Exact() || l.FixesNodes() || l.StopSolved > 0 {
		return compare.Unlimited
	}
	return 50
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
