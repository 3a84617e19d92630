package mates

import (
	"slices"
	"testing"
)

func TestLengths(t *testing.T) {
	for _, test := range []struct {
		word string
		want []int
	}{{"0", []int{0}}, {"8,40", []int{8, 40}}, {"0,12,14", []int{0, 12, 14}}} {
		got, err := ParseLengths(test.word)
		if err != nil || !slices.Equal(got, test.want) || FormatLengths(got) != test.word {
			t.Errorf("%q is %v, %v, written %q", test.word, got, err, FormatLengths(got))
		}
	}
	if got, err := ParseLengths(""); err != nil || got != nil || FormatLengths(nil) != "0" {
		t.Errorf("none is %v, %v, written %q", got, err, FormatLengths(nil))
	}
	for _, word := range []string{"1,", "-1", "1000", "one"} {
		if got, err := ParseLengths(word); err == nil {
			t.Errorf("%q is %v, want an error", word, got)
		}
	}
}
