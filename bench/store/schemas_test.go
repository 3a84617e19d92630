package store

import (
	"reflect"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/bench/schema"
)

// baselineFile is the run of a baseline, which is complete, with why it was accepted.
type baselineFile struct {
	Accepted Accepted `json:"accepted"`
	document
}

// TestSchemas holds the published schemas of the files against their types.
func TestSchemas(t *testing.T) {
	for _, s := range []schema.Schema{
		{
			Name: "run", Title: "Zugwatch: the file of a run, and so of a baseline",
			Of:    []reflect.Type{reflect.TypeFor[document]()},
			Fixed: map[string][]any{"store.document.format": {formatName}, "store.document.schema": {bench.Schema, baselineSchema}},
		},
		{
			Name: "baseline", Title: "Zugwatch: the file of a baseline",
			Of:    []reflect.Type{reflect.TypeFor[baselineFile]()},
			Fixed: map[string][]any{"store.document.format": {formatName}, "store.document.schema": {bench.Schema, baselineSchema}, "store.document.complete": {true}},
		},
		{
			Name: "timing", Title: "Zugwatch: the times of a run, in the file beside it",
			Of:    []reflect.Type{reflect.TypeFor[bench.Timing]()},
			Fixed: map[string][]any{"bench.Timing.schema": {bench.Schema}},
		},
		{
			Name: "match", Title: "Zugwatch: the file of a match",
			Of:    []reflect.Type{reflect.TypeFor[matchDocument]()},
			Fixed: map[string][]any{"store.matchDocument.format": {matchFormat}, "store.matchDocument.schema": {match.Schema}},
			As:    map[reflect.Type]reflect.Type{reflect.TypeFor[match.Game](): reflect.TypeFor[match.GameRecord]()},
		},
	} {
		s.Check(t, "../..")
	}
}
