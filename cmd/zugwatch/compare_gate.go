package main

import (
	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
)

// suiteGateFlags let stored runs be judged as ci would judge them.
func suiteGateFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "suite", Usage: "judge by the gate of the suite `NAME` of " + configName + " instead of the flags above, and without BASE.json by its baseline"},
		&cli.PathFlag{Name: "config", Usage: "read `FILE` instead of " + configName},
	}
}

// gateFlagNames are the flags that say what --suite says as well.
var gateFlagNames = []string{"kind", "lost", "points", "faults", "nodes-total", "nodes-position", "nodes-floor", "nodes-solution"}

// comparedArguments are the run files of the command line: two, or with --suite
// one or two.
func comparedArguments(c *cli.Context) ([]string, error) {
	switch {
	case c.IsSet("suite"):
		return arguments(c, 1, 2, "one or two run files")
	case c.IsSet("config"):
		return nil, badInput("flag --config without --suite (expected --suite NAME, whose gate is read there)")
	}
	return arguments(c, 2, 2, "two run files")
}

// comparedFiles are the files to compare: where one is named, it is held against
// the baseline of the suite.
func comparedFiles(c *cli.Context, args []string) (base, head string, err error) {
	if len(args) == 2 {
		return args[0], args[1], nil
	}
	settings, chosen, err := suiteOfFlag(c)
	if err != nil {
		return "", "", err
	}
	return settings.path(chosen.Baseline), args[0], nil
}

// suiteOfFlag is the entry of the configuration that --suite names.
func suiteOfFlag(c *cli.Context) (*config, suiteConfig, error) {
	settings, err := loadConfig(c.Path("config"))
	if err != nil {
		return nil, suiteConfig{}, err
	}
	chosen, err := settings.selection([]string{c.String("suite")})
	if err != nil {
		return nil, suiteConfig{}, badInput("flag --suite: %w", err)
	}
	return settings, chosen[0], nil
}

// gateOf is the gate that runs like the one given are judged by: that of a suite
// of the configuration, or that of the flags.
func gateOf(c *cli.Context, run *bench.Run) (compare.Gate, error) {
	if !c.IsSet("suite") {
		return flagGate(c, run)
	}
	for _, name := range gateFlagNames {
		if c.IsSet(name) {
			return compare.Gate{}, badInput("flag --%s beside --suite, whose gate says that (expected one of the two)", name)
		}
	}
	_, chosen, err := suiteOfFlag(c)
	gate := chosen.Gate
	gate.Today = today()
	return gate, err
}
