package main

import "testing"

func TestNearest(t *testing.T) {
	names := []string{"ci", "run", "compare", "baseline", "suite", "perft", "--nullmove"}
	tests := []struct{ name, word, want string }{
		{"dropped letter", "basline", "baseline"},
		{"added letter", "runn", "run"},
		{"changed letter", "perfd", "perft"},
		{"swapped neighbours", "siute", "suite"},
		{"short swap", "ic", "ci"},
		{"capitals", "Compare", "compare"},
		{"flag", "--nulmove", "--nullmove"},
		{"far from all", "frobnicate", ""},
		{"empty", "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := nearest(test.word, names); got != test.want {
				t.Errorf("nearest(%q) = %q, want %q", test.word, got, test.want)
			}
		})
	}
}
