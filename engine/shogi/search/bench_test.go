package search

import (
	"os"
	"testing"
)

// signature is the sum of the nodes of Bench at a shallow depth: it changes if and only
// if the search or the evaluation does.
const (
	signatureDepth = 7
	signature      = 200720
)

// TestSignature holds the signature, twice with one searcher.
func TestSignature(t *testing.T) {
	s := newSearcher(t, Defaults())
	for range 2 {
		nodes, err := s.Bench(t.Context(), signatureDepth, nil)
		if err != nil {
			t.Fatal(err)
		}
		if nodes != signature {
			t.Errorf("bench to depth %d visits %d nodes, want %d", signatureDepth, nodes, signature)
		}
	}
}

// TestBenchSignature holds that of the customary depth.
func TestBenchSignature(t *testing.T) {
	if os.Getenv("ZUGWATCH_SLOW") != "1" {
		t.Skip("takes seconds: ZUGWATCH_SLOW=1")
	}
	const want = 1390059
	nodes, err := newSearcher(t, Defaults()).Bench(t.Context(), BenchDepth, nil)
	if err != nil || nodes != want {
		t.Errorf("bench visits %d nodes, want %d (%v)", nodes, want, err)
	}
}

func BenchmarkSearch(b *testing.B) {
	s, err := New(Defaults())
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	var nodes uint64
	for b.Loop() {
		n, err := s.Bench(b.Context(), signatureDepth, nil)
		if err != nil {
			b.Fatal(err)
		}
		nodes += n
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}
