package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/suites"
)

// The limits of the zugzwang command where none is given: what a suite of
// graded positions names and two plies more, else a number of nodes.
const (
	gradedZugzwangLimit = "sd+2"
	otherZugzwangLimit  = "nodes=200000"
)

// defaultZugzwangSuites are the suites of the zugzwang command.
func defaultZugzwangSuites() []string { return []string{"zugzwang", "zugzwang-proven"} }

// zugzwangCommand measures zugzwang safety.
func zugzwangCommand() *cli.Command {
	return &cli.Command{
		Name:      "zugzwang",
		Usage:     "what the null move costs engines on positions of zugzwang",
		ArgsUsage: "[ENGINE...]",
		Description: "Searches the suites of zugzwangs with null moves and without, and says what is\n" +
			"lost and what a solution costs: the tax is the nodes to solution with null moves\n" +
			"divided by those without. Without a limit, suites that name depths are searched\n" +
			"to " + gradedZugzwangLimit + " and others with " + otherZugzwangLimit + ".\n\n" +
			"   zugwatch zugzwang\n" +
			"   zugwatch zugzwang --nullmove r3,guard=none --suite zugzwang-proven\n" +
			"   zugwatch zugzwang zugwatch /usr/games/toga2 --off 'NullMove Pruning=Never'\n\n" +
			"What switches the null move of another engine off stands as nullmove-off in\n" +
			configName + " or in --off; without either only the solutions are counted.",
		Flags: concat(
			[]cli.Flag{
				&cli.StringSliceFlag{Name: "suite", DefaultText: strings.Join(defaultZugzwangSuites(), ", "), Usage: "search `SUITE`, one of Zugwatch or an EPD file; may be given more than once"},
				&cli.StringSliceFlag{Name: "filter", Usage: "search only what `PATTERN` names, as run does"},
				&cli.StringFlag{Name: "off", Usage: "the UCI option `NAME=VALUE` that switches the null move of the other engines off"},
			},
			limitFlags(),
			[]cli.Flag{optionFlag()},
			measurementFlags(), pageFlags()),
		Action: func(c *cli.Context) error {
			return conclude(c, func() (conclusion, error) { return measureTaxes(c, c.Args().Slice()) })
		},
	}
}

// pairing is one engine with its null move and without.
type pairing struct {
	name    string
	with    contender
	without contender // without a way to open it: nothing switches its null move off
}

// measureTaxes runs all suites on all engines.
func measureTaxes(c *cli.Context, engines []string) (end conclusion, err error) {
	options, err := pageOptions(c)
	if err != nil {
		return end, err
	}
	_, m, err := setUp(c)
	if err != nil {
		return end, err
	}
	pairings, err := m.pairings(c, engines)
	if err != nil {
		return end, err
	}
	chosen := c.StringSlice("suite")
	if len(chosen) == 0 {
		chosen = defaultZugzwangSuites()
	}
	var opened []*suites.Suite
	for _, name := range chosen {
		suite, err := openRecords(name, c.StringSlice("filter"))
		if err != nil {
			return end, err
		}
		opened = append(opened, suite)
	}
	var taxes []report.TaxOf
	var faults []error
	for _, p := range pairings {
		for _, suite := range opened {
			tax, err := m.tax(c, p, suite)
			if err != nil && codeOf(err) != codeEngine || tax.Run == nil {
				return end, err
			}
			faults = append(faults, err)
			taxes = append(taxes, tax)
		}
	}
	if err := report.Taxes(c.App.Writer, taxes, options); err != nil {
		return end, err
	}
	return conclusion{verdict: "complete", fields: report.TaxFields(taxes)}, errors.Join(faults...)
}

// pairings finds the engines, each with its null move and without.
func (m *measurement) pairings(c *cli.Context, names []string) (all []pairing, err error) {
	if len(names) == 0 {
		names = []string{m.settings.Engine}
	}
	var with []contender
	for _, name := range names {
		p := pairing{}
		if p.with, err = m.contender(c.Context, name); err != nil {
			return nil, err
		}
		p.name = p.with.name
		for _, other := range with {
			if other.name == p.name {
				return nil, badInput("engine %s stands twice (expected different ones; names can be given in %s)", p.name, configName)
			}
		}
		with = append(with, p.with)
		off := *m
		if known, err := off.switchOff(c, name); err != nil {
			return nil, err
		} else if known {
			if p.without, err = off.contender(c.Context, name); err != nil {
				return nil, err
			}
		}
		all = append(all, p)
	}
	return all, checkBuiltin(c, with)
}

// switchOff changes the settings so that an engine has no null move. It is
// false when nothing is known that does it.
func (m *measurement) switchOff(c *cli.Context, name string) (bool, error) {
	if name == builtinName {
		off, err := m.own.with(m.options)
		off.policy = nullmove.Policy{}
		m.own, m.options = off, nil
		return true, err
	}
	if text := c.String("off"); text != "" {
		option, err := parseOption(text)
		if err != nil {
			return false, badInput("flag --off: %w", err)
		}
		m.options = override(m.options, append(m.options[:0:0], option))
		return true, nil
	}
	for _, e := range m.settings.Engines {
		if e.Name == name && e.NullMoveOff.Name != "" {
			m.options = override(m.options, append(m.options[:0:0], e.NullMoveOff))
			return true, nil
		}
	}
	return false, nil
}

// tax runs one suite on one engine, with its null move and without. An error of
// faults comes with the tax.
func (m *measurement) tax(c *cli.Context, p pairing, suite *suites.Suite) (tax report.TaxOf, err error) {
	limits, err := zugzwangLimits(c, suite)
	if err != nil {
		return tax, err
	}
	with, timing, err := m.run(c.Context, p.with, suite, limits)
	if err != nil {
		return tax, err
	}
	tax = report.TaxOf{Engine: p.name, Run: with}
	faulted := faultError(with, timing)
	if p.without.open == nil {
		return tax, faulted
	}
	without, timing, err := m.run(c.Context, p.without, suite, limits)
	if err != nil {
		return report.TaxOf{}, err
	}
	if err := faultError(without, timing); err != nil {
		faulted = errors.Join(faulted, fmt.Errorf("without null moves: %w", err))
	}
	if tax.Tax, err = compare.TaxOf(with, without); err != nil {
		return report.TaxOf{}, err
	}
	return tax, faulted
}

// zugzwangLimits are those of the flags, or else those that fit the suite.
func zugzwangLimits(c *cli.Context, suite *suites.Suite) (bench.Limits, error) {
	for _, name := range []string{"limit", "depth", "nodes", "movetime", "cputime"} {
		if c.String(name) != "" {
			return flagLimit(c, suite)
		}
	}
	text := gradedZugzwangLimit
	if defaultLimit(suite) == defaultNodes {
		text = otherZugzwangLimit
	}
	if c.IsSet("stop-when-solved") {
		text += ",stop-when-solved=" + c.String("stop-when-solved")
	}
	limits, err := bench.ParseLimits(text)
	return limits, withCode(codeInput, err)
}
