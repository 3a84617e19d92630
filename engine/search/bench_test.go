package search

import (
	"context"
	"testing"
)

func BenchmarkSearch(b *testing.B) {
	s, err := New(Defaults())
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	var nodes uint64
	for b.Loop() {
		n, err := s.Bench(context.Background(), 9, nil)
		if err != nil {
			b.Fatal(err)
		}
		nodes += n
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}
