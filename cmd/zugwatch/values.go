package main

import (
	"context"
	"slices"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/suites"
)

// values returns what a shell offers for flags, by the word that the help has for it. What
// cannot be found out is not offered: nobody asked for an error.
func values() command.Values {
	without := func(names func() []string) func(context.Context, []string) []string {
		return func(context.Context, []string) []string { return names() }
	}
	return command.Values{
		"ENGINE":         without(config.KnownEngines),
		"POLICY":         without(nullmove.Names),
		"PRESET":         without(func() []string { return []string{"modern", "falcon"} }),
		"SUITE":          without(config.KnownSuites),
		"SUITE|FILE.epd": without(suites.Names),
		"SUITE@LIMIT":    without(suites.Names),
		"REVISION":       revisions,
		"ID":             positions,
		"PATTERN":        positions,
	}
}

// revisions returns the branches and tags of the repository.
func revisions(ctx context.Context, _ []string) []string {
	repository, err := revision.Open(ctx, ".")
	if err != nil {
		return nil
	}
	names, err := repository.Names(ctx)
	if err != nil {
		return nil
	}
	return names
}

// positions returns the ids of the suites that are typed, or else of those of the
// configuration.
func positions(_ context.Context, typed []string) []string {
	var ids []string
	add := func(suite *suites.Suite, err error) {
		for i := 0; err == nil && i < len(suite.Records); i++ {
			ids = append(ids, suite.Records[i].Key())
		}
	}
	for _, word := range typed {
		add(suites.Resolve(word))
	}
	settings, err := config.Load("")
	if err != nil {
		return ids
	}
	all := ids == nil && !slices.ContainsFunc(settings.Suites, func(s config.Suite) bool { return slices.Contains(typed, s.Name) })
	for _, s := range settings.Suites {
		if all || slices.Contains(typed, s.Name) {
			s.Forms = 1
			add(settings.Open(s))
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
