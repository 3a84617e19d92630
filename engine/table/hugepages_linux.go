package table

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// adviseHuge asks the kernel for huge pages under a table, which saves most of
// the address translation of random probes. A refusal costs speed only.
func adviseHuge(buckets []bucket) {
	const page = 4096
	start := uintptr(unsafe.Pointer(unsafe.SliceData(buckets)))
	skip := -start % page
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(buckets))), len(buckets)*int(unsafe.Sizeof(bucket{})))
	if len(bytes) < int(skip)+page {
		return
	}
	bytes = bytes[skip:]
	_ = unix.Madvise(bytes[:len(bytes)/page*page], unix.MADV_HUGEPAGE)
}
