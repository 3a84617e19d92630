package search

import (
	"context"
	"testing"
)

func BenchmarkSearch(b *testing.B) {
	s := must(New(Defaults()))(b)
	b.ReportAllocs()
	var nodes uint64
	for b.Loop() {
		n := must(s.Bench(context.Background(), 9, nil))(b)
		nodes += n
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}
