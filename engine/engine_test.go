package engine

import (
	"fmt"
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
	got := fmt.Sprint(
		[]Bound{Exact, Lower, Upper},
		[]StopReason{StopDepth, StopNodes, StopTime, StopMate, StopContext, StopForced, StopEarly, StopLate},
	)
	if want := "[exact lower upper] [depth nodes time mate context no-choice early late]"; got != want {
		t.Errorf("names are %s, want %s", got, want)
	}
}
