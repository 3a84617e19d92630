//go:build unix

package search

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// TestLargeTable shows that a table that the system gives works as any other, and
// that one it cannot give is an error.
func TestLargeTable(t *testing.T) {
	answers := make(map[int]engine.Result)
	task := engine.Task{Start: game.Chess.Start(), Limits: engine.Limits{Depth: 6}}
	for _, size := range []int{32, 128} { // below and above mappedLeast; neither fills
		o := Defaults()
		o.HashMB = size
		s, err := New(o)
		if err != nil {
			t.Fatal(err)
		}
		if answers[size], err = s.Search(t.Context(), task, nil); err != nil {
			t.Fatal(err)
		}
		if start := uintptr(unsafe.Pointer(unsafe.SliceData(s.thread.table.buckets))); size == 128 && start%hugePage != 0 {
			t.Errorf("table begins at %x, want a multiple of %x", start, hugePage)
		}
		for range 2 {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}
		if r, err := s.Search(t.Context(), task, nil); err != nil || r.Depth != 6 || len(s.thread.table.buckets) != 1 {
			t.Errorf("after the end: depth %d, %d buckets, error %v", r.Depth, len(s.thread.table.buckets), err)
		}
	}
	if a, b := answers[32], answers[128]; a.Nodes != b.Nodes || a.Best != b.Best || a.Score != b.Score {
		t.Errorf("answers differ: %+v and %+v", a, b)
	}
	if _, err := newTable(1 << 40); err == nil || !strings.Contains(err.Error(), "hash of 1099511627776 MiB: ") {
		t.Errorf("table of an exbibyte: error %v", err)
	}
}
