//go:build !unix || race

package memory

// Map returns a region of the heap, and a function that does nothing. There is no error. The race detector only sees the
// heap.
func Map(size int) (region []byte, unmap func(), err error) {
	return make([]byte, size), func() {}, nil
}
