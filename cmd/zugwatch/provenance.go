package main

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/suites"
)

// provenance is what is written into a baseline that is accepted now.
func provenance(c *cli.Context) store.Accepted {
	return store.Accepted{
		Reason: c.String("reason"),
		Date:   today(),
		Tool:   version(),
		Go:     runtime.Version(),
		Commit: currentCommit(c.Context),
		Only:   c.StringSlice("only"),
	}
}

// origin is where a baseline comes from in few words, as far as it says.
func origin(a store.Accepted) string {
	var parts []string
	add := func(what, text string) {
		if text != "" {
			parts = append(parts, what+" "+printable(text))
		}
	}
	add("zugwatch", a.Tool)
	add("built with", a.Go)
	add("at commit", a.Commit)
	if len(a.Only) > 0 {
		add("taken anew:", strings.Join(a.Only, " "))
	}
	return strings.Join(parts, ", ")
}

// graftedRun is the baseline of a suite with the positions of --only measured
// anew or taken from the file of --from.
func graftedRun(c *cli.Context, m *measurement, on contender, chosen suiteConfig, suite *suites.Suite) (*bench.Run, error) {
	settings, only := m.settings, c.StringSlice("only")
	old, err := store.LoadBaseline(settings.path(chosen.Baseline))
	if err != nil {
		return nil, withHint(err, settings)
	}
	if old.Run.Suite.Digest != suite.Digest || old.Run.Limits != chosen.Limit.String() {
		return nil, &failure{code: codeBaseline, err: fmt.Errorf("%s: baseline is of other positions or limits, so that none of it can be kept (expected --only to be left out)", settings.path(chosen.Baseline))}
	}
	if file := c.Path("from"); file != "" {
		run, err := storedRun(settings, chosen, suite, file)
		if err != nil {
			return nil, err
		}
		return bench.Graft(old.Run, run, only)
	}
	part, err := suite.Filter(only...)
	if err != nil {
		return nil, withCode(codeInput, err)
	}
	run, timing, err := m.run(c.Context, on, part, chosen.Limit)
	if err == nil {
		err = faultError(run, timing)
	}
	if err != nil {
		return nil, err
	}
	return bench.Graft(old.Run, run, only)
}
