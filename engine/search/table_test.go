package search

import (
	"sync"
	"testing"

	"github.com/zugwatch/zugwatch/engine/chess"
)

// TestSharedTable lets threads write the same buckets: what is read is what
// was written under that key, word for word.
func TestSharedTable(t *testing.T) {
	tb := smallTable(t)
	tb.shared = true
	var all sync.WaitGroup
	for writer := range 4 {
		all.Go(func() {
			for i := range 20000 {
				id := uint64(i*7+writer) % 64
				key := id<<32 | id&3 // few buckets
				tb.store(key, 0, chess.Move(id+1), int32(id), int32(id), int(id), boundExact, false)
				if h := tb.probe(key, 0); h.found && (h.move != chess.Move(id+1) || h.value != int32(id) || h.depth != int(id)) {
					t.Errorf("key %d holds %+v", id, h)
					return
				}
			}
		})
	}
	all.Wait()
}

// smallTable is a table of one MiB.
func smallTable(t *testing.T) *table {
	t.Helper()
	tb, err := newTable(1)
	if err != nil {
		t.Fatal(err)
	}
	return tb
}
