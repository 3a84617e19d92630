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
