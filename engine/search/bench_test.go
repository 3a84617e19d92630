package search

import (
	"context"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

func BenchmarkSearch(b *testing.B) {
	s := must.Get(New(Defaults()))(b)
	b.ReportAllocs()
	var nodes uint64
	for b.Loop() {
		n := must.Get(s.Bench(context.Background(), 9, nil))(b)
		nodes += n
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}

// TestUntuned checks that the preset is the search with bench 2175727, by its nodes to depth 7.
func TestUntuned(t *testing.T) {
	o := Defaults()
	o.Params = Untuned()
	s := must.Get(New(o))(t)
	const want = 233_511
	if got := must.Get(s.Bench(t.Context(), 7, nil))(t); got != want {
		t.Errorf("%d nodes to depth 7 (expected %d)", got, want)
	}
}
