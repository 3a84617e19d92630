package search

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestLargeTable checks that a table mapped by the system works like one of the Go heap.
func TestLargeTable(t *testing.T) {
	answers := make(map[int]engine.Result)
	task := engine.Task{Start: game.Chess.Start(), Limits: engine.Limits{Depth: 6}}
	for _, size := range []int{32, 128} { // one of the language, one of the system; neither fills
		o := Defaults()
		o.HashMB = size
		s := must.Get(New(o))(t)
		answers[size] = answer(t, s, task)
		for range 2 {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}
		if r, err := s.Search(t.Context(), task, nil); err != nil || r.Depth != 6 {
			t.Errorf("after the end: depth %d, error %v", r.Depth, err)
		}
	}
	if a, b := answers[32], answers[128]; a.Nodes != b.Nodes || a.Best != b.Best || a.Score != b.Score {
		t.Errorf("answers differ: %+v and %+v", a, b)
	}
}
