package engine

import (
	"reflect"
	"testing"
)

// TestCountersAdd adds every counter: one that Add forgets shows as zero.
func TestCountersAdd(t *testing.T) {
	var sum, part Counters
	fields := reflect.ValueOf(&part).Elem()
	for i := range fields.NumField() {
		fields.Field(i).SetUint(uint64(i + 1))
	}
	sum.Add(part)
	sum.Add(part)
	got := reflect.ValueOf(sum)
	for i := range got.NumField() {
		if want := uint64(2 * (i + 1)); got.Field(i).Uint() != want {
			t.Errorf("%s is %d, want %d", got.Type().Field(i).Name, got.Field(i).Uint(), want)
		}
	}
}

func TestNames(t *testing.T) {
	tests := []struct{ name, got, want string }{
		{"exact", Exact.String(), "exact"},
		{"lower", Lower.String(), "lower"},
		{"upper", Upper.String(), "upper"},
		{"depth", StopDepth.String(), "depth"},
		{"nodes", StopNodes.String(), "nodes"},
		{"time", StopTime.String(), "time"},
		{"mate", StopMate.String(), "mate"},
		{"context", StopContext.String(), "context"},
		{"no choice", StopForced.String(), "no-choice"},
		{"early", StopEarly.String(), "early"},
		{"late", StopLate.String(), "late"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.got != test.want {
				t.Errorf("name is %q, want %q", test.got, test.want)
			}
		})
	}
}
