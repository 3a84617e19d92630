package server

import (
	"slices"
	"testing"
	"time"
)

// writes sends each write to a channel.
type writes chan string

func (w writes) Write(p []byte) (int, error) {
	w <- string(p)
	return len(p), nil
}

// TestReports: reports wait for what comes behind them, and not longer than the
// patience of the output.
func TestReports(t *testing.T) {
	tests := []struct {
		name     string
		patience time.Duration
		say      func(o *output)
		want     []string
	}{
		{"none waits", 0, func(o *output) { o.report("a"); o.report("b") }, []string{"a\n", "b\n"}},
		{"for a line", time.Hour, func(o *output) { o.report("a"); o.report("b"); o.line("c") }, []string{"a\nb\nc\n"}},
		{"for a text", time.Hour, func(o *output) { o.report("a"); o.Write([]byte("b\nc\n")) }, []string{"a\nb\nc\n"}},
		{"for nothing", time.Millisecond, func(o *output) { o.report("a") }, []string{"a\n"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := make(writes, 10)
			o := &output{w: w, patience: test.patience}
			test.say(o)
			var got []string
			for range test.want {
				got = append(got, <-w)
			}
			if len(w) > 0 || !slices.Equal(got, test.want) {
				t.Errorf("got %q and %d more, want %q", got, len(w), test.want)
			}
		})
	}
}
