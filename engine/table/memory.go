package table

import (
	"runtime"
	"unsafe"

	"github.com/zugwatch/zugwatch/engine/memory"
)

// allocate returns so many empty buckets, and a function that gives them back; that is also done when owner is gone. On
// Unix the system maps them, so that a lack of memory is an error: an allocation by Go would end the process.
func allocate(owner *Table, n int) (buckets []bucket, release func(), err error) {
	size := n * int(unsafe.Sizeof(bucket{}))
	if size < memory.MinHugeSize {
		return make([]bucket, n), func() {}, nil
	}
	region, unmap, err := memory.Map(size)
	if err != nil {
		return nil, nil, err
	}
	cleanup := runtime.AddCleanup(owner, func(unmap func()) { unmap() }, unmap)
	return unsafe.Slice((*bucket)(unsafe.Pointer(unsafe.SliceData(region))), n), func() {
		cleanup.Stop()
		unmap()
	}, nil
}
