//go:build unix

package memory

import "golang.org/x/sys/unix"

// Map returns a region that the system maps outside the heap, on huge pages as far as the kernel grants them, and a
// function that gives it back. The error is that there is no memory for it.
func Map(size int) (region []byte, unmap func(), err error) {
	whole, err := unix.Mmap(-1, 0, size+HugePage, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return nil, nil, err
	}
	region = Align(whole)[:size]
	Advise(region)
	return region, func() { _ = unix.Munmap(whole) }, nil // it is one whole mapping
}
