//go:build unix && !race

package memory

import "golang.org/x/sys/unix"

// Map returns a region that the system maps outside the heap, and a function that gives it back. The region is on
// huge pages as far as the kernel grants them. The error is that there is no memory for it.
func Map(size int) (region []byte, unmap func(), err error) {
	rounded := roundUp(size)
	whole, err := unix.Mmap(-1, 0, rounded+HugePage, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return nil, nil, err
	}
	region = align(whole)[:rounded]
	advise(region)
	return region[:size:size], func() { _ = unix.Munmap(whole) }, nil // it is one whole mapping
}
