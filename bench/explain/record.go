package explain

import (
	"strings"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/text"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
)

// findRecord returns the record for a text. The text is a record of EPD, a FEN, or an id of a suite, either of the
// configuration or built in.
func findRecord(settings *config.Config, what string) (*epd.Record, error) {
	if strings.Contains(what, " ") {
		return readPosition(what)
	}
	var near []string
	for _, chosen := range settings.Suites {
		suite, err := settings.Open(chosen)
		if err != nil {
			return nil, err
		}
		if record := recordOf(suite, what, &near); record != nil {
			return record, nil
		}
	}
	all, err := suites.All()
	if err != nil {
		return nil, failure.Default(failure.Input, err)
	}
	for _, suite := range all {
		if record := recordOf(suite, what, &near); record != nil {
			return record, nil
		}
	}
	if position, form := suites.FormOf(what); form != "" {
		for _, suite := range all {
			if part, err := suite.Only(position); err == nil {
				if part, err = part.Forms(suites.MaxForms); err == nil {
					if record := recordOf(part, what, &near); record != nil {
						return record, nil
					}
				}
			}
		}
	}
	return nil, failure.Inputf("position %q is in no suite (expected an id of a suite of %s or of one that Zugwatch brings, or a FEN%s)", what, settings.File, text.DidYouMean(what, near))
}

// recordOf returns the record of a suite with an id, nil where it has none. It adds the ids to those that are near.
func recordOf(suite *suites.Suite, id string, near *[]string) *epd.Record {
	for i := range suite.Records {
		if key := suite.Records[i].Key(); key != id {
			*near = append(*near, key)
			continue
		}
		return &suite.Records[i]
	}
	return nil
}

func readPosition(what string) (*epd.Record, error) {
	if p, err := game.ParsePosition(what); err == nil {
		return &epd.Record{Position: p}, nil
	}
	record, err := epd.Parse(what)
	if err != nil {
		return nil, failure.Inputf("position %q: %v (expected a FEN, or a record of EPD)", what, err)
	}
	return record, nil
}
