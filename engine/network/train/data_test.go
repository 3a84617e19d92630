package train

import (
	"slices"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/tune"
)

// TestData holds that positions come back in their order, across pages.
func TestData(t *testing.T) {
	d := NewData(nil)
	const count = pageSize + 5
	for i := range count {
		r := tune.Record{0: byte(i), 1: byte(i >> 8), 2: byte(i >> 16)}
		must.Do(t, d.Add(&r))
	}
	if d.Len() != count {
		t.Errorf("%d positions, want %d", d.Len(), count)
	}
	for i := range int32(count) {
		if r := d.at(i); int32(r[0])|int32(r[1])<<8|int32(r[2])<<16 != i {
			t.Fatalf("position %d is %v", i, r)
		}
	}
}

// TestSplit holds that positions held back are the share asked for, in blocks, from
// all over the set.
func TestSplit(t *testing.T) {
	d := toy(t, 6400, 1)
	learnt, judges := d.split(0.1)
	if len(learnt)+len(judges) != 6400 || len(judges) < 500 || len(judges) > 700 {
		t.Errorf("%d learnt from, %d held back of 6400", len(learnt), len(judges))
	}
	if all := slices.Sorted(slices.Values(slices.Concat(learnt, judges))); len(slices.Compact(all)) != 6400 {
		t.Error("a position is learnt from and held back")
	}
	blocks := 0
	for i, at := range judges {
		if i == 0 || at != judges[i-1]+1 {
			blocks++
		}
	}
	if blocks != 6 || judges[0] > 1500 || judges[len(judges)-1] < 4900 {
		t.Errorf("%d blocks from %d to %d", blocks, judges[0], judges[len(judges)-1])
	}
	if learnt, judges := d.split(0); len(judges) != 0 || len(learnt) != 6400 {
		t.Errorf("none held back: %d, %d", len(learnt), len(judges))
	}
}
