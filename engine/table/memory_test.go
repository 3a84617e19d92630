//go:build unix

package table

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/zugwatch/zugwatch/engine/memory"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestLargeTable checks that a large table is aligned to huge pages, that Shrink frees it, and that a table that the
// system cannot provide is an error.
func TestLargeTable(t *testing.T) {
	tb := must.Get(New(128))(t)
	if start := uintptr(unsafe.Pointer(unsafe.SliceData(tb.buckets))); start%memory.HugePage != 0 {
		t.Errorf("table begins at %x, want a multiple of %x", start, memory.HugePage)
	}
	for range 2 {
		if tb.Shrink(); len(tb.buckets) != 1 {
			t.Errorf("%d buckets are left, want 1", len(tb.buckets))
		}
	}
	if _, err := New(1 << 40); err == nil || !strings.Contains(err.Error(), "hash of 1099511627776 MiB: ") {
		t.Errorf("table of an exbibyte: error %v", err)
	}
}
