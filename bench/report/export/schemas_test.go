package export

import (
	"maps"
	"reflect"
	"testing"

	"github.com/zugwatch/zugwatch/bench/calibrate"
	"github.com/zugwatch/zugwatch/bench/explain"
	"github.com/zugwatch/zugwatch/bench/matrix"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/schema"
)

// jsonReport is the document that writeJSON writes piece by piece.
type jsonReport struct {
	jsonHead
	Suites []jsonWhole `json:"suites"`
}

// jsonWhole is one suite with its positions.
type jsonWhole struct {
	jsonSuite
	Positions []jsonPosition `json:"positions"` // of the shard
}

// TestSchemas holds the published schemas of what is written for programs against the types.
func TestSchemas(t *testing.T) {
	head := map[string][]any{"export.jsonHead.format": {jsonFormat}, "export.jsonHead.schema": {schemaVersion}}
	lines := map[string][]any{"export.jsonLine.record": {"position"}, "export.jsonSummary.record": {"summary"}}
	maps.Copy(lines, head)
	for _, s := range []schema.Schema{
		{Name: "report", Title: "Zugwatch: a report of --format json", Of: []reflect.Type{reflect.TypeFor[jsonReport]()}, Open: true, Fixed: head},
		{
			Name: "report-line", Title: "Zugwatch: a line of a report of --format jsonl", Open: true, Fixed: lines,
			Of: []reflect.Type{reflect.TypeFor[jsonLine](), reflect.TypeFor[jsonSummary]()},
		},
		{Name: "matrix", Title: "Zugwatch: the table of matrix --format json", Of: []reflect.Type{reflect.TypeFor[matrix.Table]()}, Open: true},
		{Name: "profile-difference", Title: "Zugwatch: the difference of profile diff --format json", Of: []reflect.Type{reflect.TypeFor[profile.Difference]()}, Open: true},
		{Name: "sensitivity", Title: "Zugwatch: the report of sensitivity --format json", Of: []reflect.Type{reflect.TypeFor[jsonSensitivity]()}, Open: true},
		{Name: "explanation", Title: "Zugwatch: the report of explain --format json", Of: []reflect.Type{reflect.TypeFor[explain.Explanation]()}, Open: true},
		{Name: "losses", Title: "Zugwatch: the report of explain --all --format json", Of: []reflect.Type{reflect.TypeFor[explain.Losses]()}, Open: true},
		{Name: "calibration", Title: "Zugwatch: the report of calibrate --format json", Of: []reflect.Type{reflect.TypeFor[calibrate.Calibration]()}, Open: true},
	} {
		s.Check(t, "../../..")
	}
}
