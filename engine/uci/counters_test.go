package uci

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine"
)

// TestCountersOf fills every field by reflection: none is forgotten in a line.
func TestCountersOf(t *testing.T) {
	var c engine.Counters
	fields := reflect.ValueOf(&c).Elem()
	for i := range fields.NumField() {
		fields.Field(i).SetUint(uint64(i + 1))
	}
	var back counted
	for _, text := range []string{CountersLine(9, c), DepthLine(3, c)} {
		if !back.addLine(text) {
			t.Fatalf("%s is no line with counters", text)
		}
	}
	if back.sum != c || !slices.Equal(back.byDepth, []engine.Counters{{}, {}, {}, c}) {
		t.Errorf("got  %+v\nwant %+v", back, c)
	}
	all := c.All()
	if len(all) != fields.NumField() {
		t.Fatalf("All has %d counters, Counters has %d fields", len(all), fields.NumField())
	}
	for i, one := range all {
		if tag := fields.Type().Field(i).Tag.Get("json"); tag != one.Name+",omitempty" {
			t.Errorf("counter %s has the name %s in JSON", one.Name, tag)
		}
	}
}

func TestAddLine(t *testing.T) {
	tests := []struct {
		name, line string
		found      bool
		sum        engine.Counters
		depths     int
	}{
		{name: "another line", line: "info string null_tried=3"},
		{name: "a longer word", line: "info string countersnull_tried=3"},
		{name: "some", line: "info string counters null_tried=3 reverse_cut=4", found: true, sum: engine.Counters{NullTried: 3, ReverseCut: 4}},
		{name: "unknown words", line: "info string counters null_tried=3 x y=z null_cut=-1 null_nodes= =5 seen=9", found: true, sum: engine.Counters{NullTried: 3}},
		{name: "of a depth", line: "info string counters depth=2 null_tried=3", found: true, depths: 3},
		{name: "of a depth that cannot be", line: "info string counters depth=99999999999 null_tried=3", found: true, depths: 256},
		{name: "a number that cannot be", line: "info string counters null_tried=18446744073709551615", found: true, sum: engine.Counters{NullTried: maxNodes}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var c counted
			found := c.addLine(test.line)
			if found != test.found || c.sum != test.sum || len(c.byDepth) != test.depths {
				t.Errorf("got %t, %+v, %d depths", found, c.sum, len(c.byDepth))
			}
		})
	}
}

// FuzzCounters: what was read is read again as it is written.
func FuzzCounters(f *testing.F) {
	f.Add("null_tried=3 null_cut=2")
	f.Add("depth=7 null_tried=1")
	f.Fuzz(func(t *testing.T, text string) {
		var first, second counted
		first.addLine(countersPrefix + strings.ReplaceAll(text, "\n", " "))
		second.addLine(CountersLine(0, first.sum))
		for depth, c := range first.byDepth {
			second.addLine(DepthLine(depth, c))
		}
		if first.sum != second.sum || !slices.Equal(first.byDepth, second.byDepth) {
			t.Errorf("got %+v, then %+v", first, second)
		}
	})
}
