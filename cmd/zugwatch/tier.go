package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"
)

// tier says how often a suite is worth its time. Each holds those before it.
type tier uint8

// The tiers.
const (
	smoke   tier = iota // with every change
	full                // before a release, or where there is time
	nightly             // once a day
)

var tierWords = []string{"smoke", "full", "nightly"}

// String is the tier as one word.
func (t tier) String() string { return tierWords[t] }

// parseTier reads the word.
func parseTier(text string) (tier, error) {
	for i, word := range tierWords {
		if word == text {
			return tier(i), nil
		}
	}
	return smoke, fmt.Errorf("tier %q (expected %s%s)", text, alternatives(tierWords), didYouMean(text, tierWords))
}

// tierFlag is the flag that chooses suites by tier.
func tierFlag(otherwise, usage string) cli.Flag {
	return &cli.StringFlag{Name: "tier", DefaultText: otherwise, Usage: usage}
}

// chosen are the suites named on the command line, or else those of the tier of
// the flag and of the ones below.
func (c *config) chosen(context *cli.Context) ([]suiteConfig, error) {
	most := smoke
	if context.IsSet("tier") {
		if context.NArg() > 0 {
			return nil, badInput("flag --tier=%s chooses suites, and so does %s (expected one of the two)", context.String("tier"), strings.Join(context.Args().Slice(), " "))
		}
		var err error
		if most, err = parseTier(context.String("tier")); err != nil {
			return nil, badInput("flag --tier: %w", err)
		}
	}
	all, err := c.selection(context.Args().Slice())
	if err != nil || context.NArg() > 0 {
		return all, err
	}
	var within []suiteConfig
	for _, suite := range all {
		if suite.Tier <= most {
			within = append(within, suite)
		}
	}
	if len(within) == 0 {
		return nil, badInput("%s lists no suite of tier %s or below (expected --tier with a higher one, or the name of a suite)", c.File, most)
	}
	return within, nil
}

// listSuites prints the names of the suites that ci would run, for scripts that run
// each in a job of its own.
func listSuites(c *cli.Context) error {
	settings, err := loadConfig(c.Path("config"))
	if err != nil {
		return err
	}
	chosen, err := settings.chosen(c)
	if err != nil {
		return err
	}
	for _, suite := range chosen {
		if _, err := fmt.Fprintln(c.App.Writer, suite.Name); err != nil {
			return err
		}
	}
	return nil
}

// beyond names the suites of higher tiers than any that is chosen, each with its
// tier in brackets.
func (c *config) beyond(chosen []suiteConfig) []string {
	most := smoke
	for _, suite := range chosen {
		most = max(most, suite.Tier)
	}
	var names []string
	for _, suite := range c.Suites {
		if suite.Tier > most {
			names = append(names, fmt.Sprintf("%s (%s)", suite.Name, suite.Tier))
		}
	}
	return names
}
