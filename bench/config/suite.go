package config

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/engine/text"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
)

// Open opens a suite of the configuration: one that Zugwatch brings, or a file
// in the configuration's folder.
func (c *Config) Open(chosen Suite) (*suites.Suite, error) {
	suite, err := suites.Open(chosen.Source)
	if _, ok := errors.AsType[*suites.UnknownError](err); ok && filepath.Ext(chosen.Source) != "" {
		suite, err = suites.LoadFile(c.Path(chosen.Source))
	}
	if err == nil && len(chosen.Without) > 0 {
		suite, err = suite.Without(chosen.Without...)
	}
	if err == nil {
		suite, err = suite.Forms(max(1, chosen.Forms))
	}
	if err == nil && chosen.Related {
		suite, err = suite.Relate()
	}
	if err != nil {
		return nil, c.suiteError(&chosen, err)
	}
	suite.Name = chosen.Name
	return suite, nil
}

// OpenForGate opens a suite whose gate is asked today and finds out whether it can
// be asked of the positions.
func (c *Config) OpenForGate(chosen *Suite, today string) (*suites.Suite, error) {
	suite, err := c.Open(*chosen)
	if err != nil {
		return nil, err
	}
	chosen.Gate.Today = today
	err = chosen.Gate.Check(func(yield func(string) bool) {
		for i := range suite.Records {
			if !yield(suite.Records[i].Key()) {
				return
			}
		}
	})
	if err != nil {
		return nil, c.suiteError(chosen, err)
	}
	return suite, nil
}

// WithExactGates returns the suites with gates that ask whether anything changed at all. The error,
// of the kind Input, names one whose limit does not tell.
func (c *Config) WithExactGates(all []Suite) ([]Suite, error) {
	all = slices.Clone(all)
	for i := range all {
		all[i].Gate.Exact = true
		if err := all[i].checkExact(); err != nil {
			return nil, c.suiteError(&all[i], err)
		}
	}
	return all, nil
}

// checkExact finds a limit that does not tell whether anything changed at all.
func (s *Suite) checkExact() error {
	if !s.Gate.Exact || s.Limit.Exact() {
		return nil
	}
	return fmt.Errorf("exact asks whether anything changed at all, which limit %s does not tell (expected a limit by depth or nodes)", s.Limit)
}

// Tests returns how many tests the gates of all suites make, of positions in several forms and
// of single searches should these differ by chance. They share one rate of false alarms, also
// where a job judges one suite alone.
func (c *Config) Tests() (n int) {
	for i := range c.Suites {
		n += c.Suites[i].Gate.Tests(c.Suites[i].Forms > 1)
	}
	return n + len(c.Games)
}

// Looks returns the numbers of forms in which the positions of a suite are judged, one after the other until a look
// decides. Each is twice as many as the one before, up to all.
func (s *Suite) Looks() []int {
	var looks []int
	for forms := s.First; forms > 0 && forms < s.Forms; forms *= 2 {
		looks = append(looks, forms)
	}
	return append(looks, s.Forms)
}

// suiteError returns err with the place of the suite in the file.
func (c *Config) suiteError(chosen *Suite, err error) error {
	what := fmt.Sprintf("suite %s: %v", chosen.Name, err)
	return failure.Default(failure.Input, &epd.SyntaxError{File: c.File, Line: chosen.Line, Col: chosen.Col, What: what})
}

// WrongGames returns what is wrong with an entry of kind games, with its place.
func (c *Config) WrongGames(chosen *Games, err error) error {
	return c.suiteError(&Suite{Name: chosen.Name, Line: chosen.Line, Col: chosen.Col}, err)
}

// Tier says how often a suite is worth its time. Each holds those before it.
type Tier uint8

// The tiers.
const (
	Smoke   Tier = iota // with every change
	Full                // before a release, or where there is time
	Nightly             // once a day
)

var tierWords = []string{"smoke", "full", "nightly"}

// String returns the tier as one word.
func (t Tier) String() string { return tierWords[t] }

// ParseTier reads the word.
func ParseTier(word string) (Tier, error) {
	return text.FindWord[Tier](word, tierWords, "tier")
}

// SuitesUpTo returns the suites with the names, or without names those of the tier and of
// the ones below.
func (c *Config) SuitesUpTo(names []string, most Tier) ([]Suite, error) {
	all, err := c.Select(names)
	if err != nil || len(names) > 0 {
		return all, err
	}
	within := slices.DeleteFunc(slices.Clone(all), func(s Suite) bool { return s.Tier > most })
	if len(within) == 0 {
		return nil, failure.Inputf("%s lists no suite of tier %s or below (expected --tier with a higher one, or the name of a suite)", c.File, most)
	}
	return within, nil
}

// SkippedTiers names the suites of higher tiers than any that is chosen, each with its
// tier in brackets.
func (c *Config) SkippedTiers(chosen []Suite) []string {
	most := Smoke
	for _, suite := range chosen {
		most = max(most, suite.Tier)
	}
	var names []string
	for _, suite := range c.Suites {
		if suite.Tier > most {
			names = append(names, fmt.Sprintf("%s (%s)", suite.Name, suite.Tier))
		}
	}
	for _, games := range c.Games {
		if games.Tier > most {
			names = append(names, fmt.Sprintf("%s (%s)", games.Name, games.Tier))
		}
	}
	return names
}

// ProfileUse says what the profile of a suite is for in the main job.
type ProfileUse uint8

// The uses of a profile.
const (
	ProfileUnused      ProfileUse = iota // none is taken
	ProfileInformation                   // shifts are reported
	ProfileGate                          // a function that takes a larger share fails the job
)

func parseProfileUse(text string) (ProfileUse, error) {
	switch text {
	case "information":
		return ProfileInformation, nil
	case "gate":
		return ProfileGate, nil
	}
	return ProfileUnused, fmt.Errorf("profile %q (expected information or gate)", text)
}

// ProfileBaseline returns the file of the accepted profile of a suite, beside that of
// the accepted run, as seen from the working directory.
func (c *Config) ProfileBaseline(s *Suite) string {
	return c.Path(strings.TrimSuffix(s.Baseline, ".json") + ".profile.json")
}

// BaselineDir is the folder of baselines, from that of the configuration.
const BaselineDir = "bench/baselines"

// DefaultGrowth returns the default limit on the growth of the sum of the nodes. It is 5 %, or no limit if the nodes
// are fixed or say nothing.
func DefaultGrowth(l bench.Limits) compare.Growth {
	if !l.Exact() || l.FixesNodes() || l.StopSolved > 0 {
		return compare.Unlimited
	}
	return 50
}

// parseSwitch reads what is asked or not.
func parseSwitch(text string) (bool, error) {
	if text != "true" && text != "false" {
		return false, fmt.Errorf("switch %q (expected true or false)", text)
	}
	return text == "true", nil
}

// parseName reads the name of a suite in the configuration, which is also that
// of its baseline.
func parseName(text string) (string, error) {
	if _, err := store.BaselinePath(BaselineDir, text); err != nil {
		return "", fmt.Errorf("name %q (expected small letters, digits, dots, dashes and underscores)", text)
	}
	return text, nil
}

// baselineFile returns where the baseline of a suite is kept when the configuration
// does not say.
func baselineFile(name string) string {
	path, err := store.BaselinePath(BaselineDir, name)
	if err != nil {
		return ""
	}
	return filepath.ToSlash(path)
}

// axes lists the kinds of suites of positions in the order of the report.
func axes() []compare.Axis {
	return []compare.Axis{compare.Tactics, compare.Zugzwang, compare.Mating, compare.Rules, compare.Nodes}
}

// KnownSuites returns the names of the suites of the configuration in the working
// directory; without a sound one there are none.
func KnownSuites() []string {
	settings, err := Load("")
	if err != nil {
		return nil
	}
	return append(settings.suiteNames(), settings.gamesNames()...)
}

// KnownPositions returns the IDs of the suites that are named, or else of those of the
// configuration.
func KnownPositions(names []string) []string {
	var ids []string
	add := func(suite *suites.Suite, err error) {
		for i := 0; err == nil && i < len(suite.Records); i++ {
			ids = append(ids, suite.Records[i].Key())
		}
	}
	for _, name := range names {
		add(suites.Resolve(name))
	}
	settings, err := Load("")
	if err != nil {
		return ids
	}
	all := ids == nil && !slices.ContainsFunc(settings.Suites, func(s Suite) bool { return slices.Contains(names, s.Name) })
	for _, s := range settings.Suites {
		if all || slices.Contains(names, s.Name) {
			s.Forms = 1
			add(settings.Open(s))
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// ParseKind reads the kind of a suite of positions.
func ParseKind(word string) (compare.Axis, error) { return parseKind(word, axes()) }

func parseKind(word string, kinds []compare.Axis) (compare.Axis, error) {
	var names []string
	for _, axis := range kinds {
		names = append(names, axis.String())
	}
	i, err := text.FindWord[uint8](word, names, "kind")
	return kinds[i], err
}
