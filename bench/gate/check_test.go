package gate

import (
	"testing"

	"github.com/zugwatch/zugwatch/bench/failure"
)

// TestWorst: one baseline that is worse decides, then any that is not current.
func TestWorst(t *testing.T) {
	for _, test := range []struct {
		words []string
		want  string
		kind  failure.Kind
	}{
		{nil, "current", failure.None},
		{[]string{"current", "current"}, "current", failure.None},
		{[]string{"current", "better"}, "stale", failure.Baseline},
		{[]string{"missing", "worse", "current"}, "worse", failure.Regression},
	} {
		var all []Status
		for _, word := range test.words {
			all = append(all, Status{Word: word})
		}
		if word, kind := Worst(all); word != test.want || kind != test.kind {
			t.Errorf("%v: %s of kind %d, want %s of kind %d", test.words, word, kind, test.want, test.kind)
		}
	}
}
