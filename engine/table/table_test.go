package table

import (
	"sync"
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

const mateScore = int32(engine.MateScore)

// TestSharedTable has threads write the same buckets, and checks that every entry read was written whole under its
// key.
func TestSharedTable(t *testing.T) {
	tb := must.Get(New(1))(t)
	tb.Share()
	var all sync.WaitGroup
	for writer := range 4 {
		all.Go(func() {
			for i := range 20000 {
				id := uint64(i*7+writer) % 64
				key := id<<32 | id&3 // few buckets
				tb.Store(key, 0, uint16(id+1), int32(id), int32(id), int(id), Exact, false)
				if h := tb.Probe(key, 0); h.Found && (h.Move != uint16(id+1) || h.Value != int32(id) || h.Depth != int(id)) {
					t.Errorf("key %d holds %+v", id, h)
					return
				}
			}
		})
	}
	all.Wait()
}

// TestTable checks that stored entries are found, mates at any ply included.
func TestTable(t *testing.T) {
	tb := must.Get(New(1))(t)
	for i, v := range []int32{0, 1, -1, 20000, -20000, mateScore - 5, -mateScore + 8, NoValue} {
		key := uint64(i+1) * 0x9e3779b97f4a7c15
		if v == NoValue {
			tb.Store(key, 7, 77, 3, NoValue, 12, Exact, true)
			h := tb.Probe(key, 7)
			if h.Eval != NoValue || !h.PV || h.Bound != Exact || h.Move != 77 || h.Depth != 12 {
				t.Errorf("got %+v", h)
			}
			continue
		}
		tb.Store(key, 7, 99, v, -v%30000, depthMask, Lower, false)
		h := tb.Probe(key, 7)
		if !h.Found || h.Value != v || h.Bound != Lower || h.Depth != depthMask || h.PV {
			t.Errorf("stored %d, got %+v", v, h)
		}
	}
	if h := tb.Probe(12345, 0); h.Found {
		t.Errorf("unknown key gives %+v", h)
	}
	tb.Clear()
	if h := tb.Probe(0x9e3779b97f4a7c15, 0); h.Found {
		t.Errorf("cleared table gives %+v", h)
	}
}

// TestMateFromTableCountsFromNode holds that a mate stored at one ply reads as
// the same mate at another.
func TestMateFromTableCountsFromNode(t *testing.T) {
	tb := must.Get(New(1))(t)
	tb.Store(5, 10, 0, mateScore-13, 0, 40, Exact, false)
	if h := tb.Probe(5, 4); h.Value != mateScore-7 {
		t.Errorf("mate 3 plies below a node reads as %d at ply 4, want %d", h.Value, mateScore-7)
	}
}

// TestBoundOf checks the bounds of values below, at and above beta.
func TestBoundOf(t *testing.T) {
	for _, test := range []struct {
		best   int32
		raised bool
		want   Bound
	}{{50, false, Lower}, {51, true, Lower}, {49, true, Exact}, {49, false, Upper}} {
		if got := BoundOf(test.best, 50, test.raised); got != test.want {
			t.Errorf("%d of 50, raised %t: %d, want %d", test.best, test.raised, got, test.want)
		}
	}
}
