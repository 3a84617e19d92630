package bench

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/epd"
)

// TestRecordDepth: which depth a record is searched to.
func TestRecordDepth(t *testing.T) {
	graded, plain := &epd.Record{Depth: 9, ACD: 20}, &epd.Record{ACD: 20}
	tests := []struct {
		text          string
		graded, plain int
	}{
		{"sd", 9, 0},
		{"sd+2", 11, 0},
		{"sd+240", engine.MaxDepth, 0},
		{"sd+2,depth=7", 11, 7},
		{"sd+2,acd", 11, 20},
		{"acd", 20, 20},
	}
	for _, test := range tests {
		limits, err := ParseLimits(test.text)
		if err != nil {
			t.Fatal(err)
		}
		if got := limits.For(graded).Depth; got != test.graded {
			t.Errorf("%s: depth %d, want %d", test.text, got, test.graded)
		}
		if got := limits.For(plain).Depth; got != test.plain {
			t.Errorf("%s without sd: depth %d, want %d", test.text, got, test.plain)
		}
	}
}
