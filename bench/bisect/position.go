package bisect

import (
	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/text"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
)

// findPosition returns the suite of the position, with the limit to search it under. It also returns the part of the
// suite that is this position alone, in its forms.
func findPosition(settings *config.Config, o *Options) (of config.Suite, position *suites.Suite, err error) {
	var names []string
	if o.Suite != "" {
		names = append(names, o.Suite)
	}
	selected, err := settings.Select(names)
	if err != nil {
		return of, nil, err
	}
	var searched, homes, near []string
	for _, chosen := range selected {
		plain := chosen
		plain.Forms = 1
		suite, err := settings.Open(plain)
		if err != nil {
			return of, nil, err
		}
		searched = append(searched, chosen.Name)
		for _, record := range suite.Records {
			near = append(near, record.Key())
			if !o.matchesKey(record.Key()) {
				continue
			}
			homes = append(homes, chosen.Name)
			part := *suite
			part.Records = []epd.Record{record}
			of = chosen
			if position, err = o.formsAsked(&part); err != nil {
				return of, nil, failure.Default(failure.Input, err)
			}
		}
	}
	switch {
	case len(homes) == 0:
		return of, nil, failure.Inputf("position %q is in no suite of %s (expected an id of %s%s)", o.Position, settings.File, text.JoinOr(searched), text.DidYouMean(o.Position, near))
	case len(homes) > 1:
		return of, nil, failure.Inputf("position %q is in several suites (expected --suite with %s)", o.Position, text.JoinOr(homes))
	}
	if o.Limit != nil {
		of.Limit = *o.Limit
	}
	return of, position, nil
}

// matchesKey reports whether a key is that of the position, or of a form of it.
func (o *Options) matchesKey(key string) bool {
	position, form := suites.FormOf(o.Position)
	return key == o.Position || form != "" && key == position
}

// formsAsked returns the position in the forms that are asked for, or the form that is named.
func (o *Options) formsAsked(alone *suites.Suite) (*suites.Suite, error) {
	if alone.Records[0].Key() == o.Position {
		return alone.Forms(o.forms())
	}
	all, err := alone.Forms(suites.MaxForms)
	if err != nil {
		return nil, err
	}
	return all.Filter(o.Position)
}

// checkLimit refuses a limit under which a step would not be sure, or would tell
// nothing.
func checkLimit(o *Options, limit bench.Limits, threads int) error {
	switch {
	case !limit.Exact():
		return failure.Inputf("limit %s reads a clock, so that no step would be sure (expected --limit with a depth or nodes)", limit)
	case threads > 1:
		return failure.Inputf("flag --threads=%d: no step would be sure (expected 1)", threads)
	case o.Metric == Nodes && limit.FixesNodes():
		return failure.Inputf("limit %s fixes the nodes, so that they never change (expected --limit with a depth, such as --limit depth=12)", limit)
	}
	return nil
}
