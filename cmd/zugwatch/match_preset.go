package main

import (
	"io"
	"maps"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/bench/report"
)

// matchPresets are published matches, as the flags that play them again here.
func matchPresets() map[string]map[string][]string {
	table6 := func(search string) map[string][]string {
		return map[string][]string{
			"a":     {"search=" + search, "nullmove=nmr3-4"},
			"b":     {"search=" + search, "nullmove=adaptive2-3"},
			"nodes": {"10000"},
			"games": {"1000"},
		}
	}
	return map[string]map[string][]string{"table6": table6(paperSearch), "table6-modern": table6("modern")}
}

// matchPresetFlags are the flags that play a published match again.
func matchPresetFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "preset", Usage: "play a published match again, `TABLE` table6 or table6-modern; other flags change it"},
		&cli.PathFlag{Name: "into", Usage: "write the report of the preset into `FILE`, between its marks"},
	}
}

// applyMatchPreset sets the flags of the preset that are not given.
func applyMatchPreset(c *cli.Context) error {
	name := c.String("preset")
	if name == "" {
		if c.IsSet("into") {
			return badInput("flag --into is of no use without --preset")
		}
		return nil
	}
	presets := matchPresets()
	flags, there := presets[name]
	if !there {
		names := slices.Sorted(maps.Keys(presets))
		return badInput("flag --preset=%s (expected %s%s)", name, alternatives(names), didYouMean(name, names))
	}
	for _, flag := range slices.Sorted(maps.Keys(flags)) {
		if c.IsSet(flag) {
			continue
		}
		for _, value := range flags[flag] {
			if err := c.Set(flag, value); err != nil {
				return badInput("flag --%s: %w", flag, err)
			}
		}
	}
	return nil
}

// writeMatchInto writes the report of a preset into the file of --into, if there
// is one and the match was played to its end.
func writeMatchInto(c *cli.Context, m *match.Match) error {
	if c.Path("into") == "" {
		return nil
	}
	return writeInto(c.Path("into"), "match", c.String("preset"), func(w io.Writer) error {
		return report.Match(w, m, report.Options{Format: report.Markdown})
	})
}
