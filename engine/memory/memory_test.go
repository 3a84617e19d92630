package memory

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/zugwatch/zugwatch/engine/must"
)

// entry is a value as tables hold it.
type entry struct {
	key   uint64
	moves [3]int16
	used  bool
}

const entrySize = int(unsafe.Sizeof(entry{}))

func TestMake(t *testing.T) {
	for name, allocate := range map[string]func(n int) []entry{"Make": Make[entry], "MakePermanent": MakePermanent[entry]} {
		for _, n := range []int{0, 1, 1000, MinHugeSize / entrySize, HugePage / entrySize, HugePage/entrySize + 1, 3 * HugePage / entrySize} {
			values := allocate(n)
			if len(values) != n {
				t.Fatalf("%s(%d): %d values", name, n, len(values))
			}
			start := uintptr(unsafe.Pointer(unsafe.SliceData(values)))
			if large := n*entrySize >= MinHugeSize; large && start%HugePage != 0 {
				t.Errorf("%s(%d) begins at %x, want a multiple of %x", name, n, start, HugePage)
			}
			for i := range values {
				if values[i] != (entry{}) {
					t.Fatalf("%s(%d): value %d is %v, want zero", name, n, i, values[i])
				}
				values[i] = entry{key: uint64(i), used: true}
			}
		}
	}
}

func TestPointers(t *testing.T) {
	for want, allocate := range map[string]func(){
		"*int":   func() { Make[*int](1) },
		"string": func() { MakePermanent[string](1) },
		"[2]struct { a int; b []int": func() {
			Make[[2]struct {
				a int
				b []int
			}](1)
		},
	} {
		func() {
			defer func() {
				if got, _ := recover().(string); !strings.HasPrefix(got, "memory: "+want) || !strings.HasSuffix(got, " holds pointers") {
					t.Errorf("%s: panic %q", want, got)
				}
			}()
			allocate()
		}()
	}
}

func TestMap(t *testing.T) {
	region, unmap, err := Map(HugePage + 5)
	must.Do(t, err)
	if len(region) != HugePage+5 {
		t.Errorf("%d bytes", len(region))
	}
	region[len(region)-1] = 1
	unmap()
}
