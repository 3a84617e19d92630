package config

import (
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
)

func TestDefaultGrowth(t *testing.T) {
	for text, want := range map[string]compare.Growth{
		"depth=9": 50, "depth=9,nodes=50000": 50, "sd": 50,
		"nodes=50000": compare.Unlimited, "movetime=1s": compare.Unlimited, "cputime=1s": compare.Unlimited,
		"depth=9,cputime=1s": compare.Unlimited, "depth=9,stop-when-solved=3": compare.Unlimited,
	} {
		limits, err := bench.ParseLimits(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := DefaultGrowth(limits); got != want {
			t.Errorf("%s: got %v, want %v", text, got, want)
		}
	}
}
