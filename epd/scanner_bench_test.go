package epd

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"testing"
)

// ordinary are lines of the usual kind: a position, one best move, an id.
var ordinary = []string{
	`2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";`,
	`8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - bm Rxb2; id "WAC.002";`,
	`r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - bm Qxh7+; id "WAC.004";`,
	`rnbqkb1r/p3pppp/1p6/2ppP3/3N4/2P5/PPP1QPPP/R1B1KB1R w KQkq - bm e6; id "BK.04";`,
	`r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - bm Nd5 a4; id "BK.05";`,
}

// endless repeats a block of text until n lines have been read, so that a long
// suite needs no memory of its own.
type endless struct {
	block []byte
	at    int
	lines int
}

func (e *endless) Read(p []byte) (int, error) {
	if e.lines <= 0 {
		return 0, io.EOF
	}
	n := copy(p, e.block[e.at:])
	e.at = (e.at + n) % len(e.block)
	e.lines -= bytes.Count(p[:n], []byte("\n"))
	return n, nil
}

func newEndless(lines int) *endless {
	var block bytes.Buffer
	for _, line := range ordinary {
		fmt.Fprintln(&block, line)
	}
	return &endless{block: block.Bytes(), lines: lines}
}

func BenchmarkScanner(b *testing.B) {
	b.ReportAllocs()
	s := NewScanner(newEndless(b.N), "bench")
	records := 0
	for s.Scan() {
		if s.Problem() != nil {
			b.Fatal(s.Problem())
		}
		records++
	}
	if s.Err() != nil || records < b.N {
		b.Fatalf("%d of %d records, %v", records, b.N, s.Err())
	}
	b.ReportMetric(float64(records)/b.Elapsed().Seconds(), "records/s")
}

// heapGrowth returns by how many bytes the live heap is larger after n records than
// after the first.
func heapGrowth(tb testing.TB, n int) int64 {
	tb.Helper()
	s := NewScanner(newEndless(n), "bench")
	if !s.Scan() {
		tb.Fatal(s.Err())
	}
	before := liveHeap()
	records := 1
	for s.Scan() {
		records++
	}
	if s.Err() != nil || records < n {
		tb.Fatalf("%d of %d records, %v", records, n, s.Err())
	}
	grown := liveHeap() - before
	runtime.KeepAlive(s)
	return grown
}

func liveHeap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestScannerMemory: memory does not depend on the length of the stream.
func TestScannerMemory(t *testing.T) {
	if grown := heapGrowth(t, 100_000); grown > 64<<10 {
		t.Errorf("heap grew by %d bytes over 100000 records, want at most 64 KiB", grown)
	}
}
