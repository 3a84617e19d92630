//go:build unix

package table

import (
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	// mappedLeast is the size in bytes from which a table is mapped by the system, so that a lack of memory is an
	// error. An allocation by Go would end the process.
	mappedLeast = 64 << 20
	hugePage    = 2 << 20
)

// allocate gives so many empty buckets, and what gives them back; that is also
// done when owner is gone.
func allocate(owner *Table, n int) (buckets []bucket, release func(), err error) {
	size := n * int(unsafe.Sizeof(bucket{}))
	if size < mappedLeast {
		return make([]bucket, n), func() {}, nil
	}
	region, err := unix.Mmap(-1, 0, size+hugePage, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return nil, nil, err
	}
	unmap := func(region []byte) { _ = unix.Munmap(region) } // it is one whole mapping
	cleanup := runtime.AddCleanup(owner, unmap, region)
	skip := int(-uintptr(unsafe.Pointer(unsafe.SliceData(region))) % hugePage)
	buckets = unsafe.Slice((*bucket)(unsafe.Pointer(&region[skip])), n)
	return buckets, func() {
		cleanup.Stop()
		unmap(region)
	}, nil
}
