package search

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

// signature is the sum of the nodes of Bench at its customary depth: it changes if and only
// if the search or the evaluation does.
const signature = 797875

// TestSignature holds the signature, after a shallower bench of the same searcher.
func TestSignature(t *testing.T) {
	s := must.Get(New(Defaults()))(t)
	defer s.Close()
	for _, depth := range []int{BenchDepth - 3, BenchDepth} {
		nodes, err := s.Bench(t.Context(), depth, nil)
		if err != nil || depth == BenchDepth && nodes != signature {
			t.Errorf("bench visits %d nodes, want %d (%v)", nodes, signature, err)
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	s := must.Get(New(Defaults()))(b)
	b.ReportAllocs()
	var nodes uint64
	for b.Loop() {
		n := must.Get(s.Bench(b.Context(), BenchDepth, nil))(b)
		nodes += n
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}
