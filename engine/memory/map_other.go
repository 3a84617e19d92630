//go:build !unix

package memory

// Map returns a region of the heap, and a function that does nothing. There is no error.
func Map(size int) (region []byte, unmap func(), err error) {
	return Align(make([]byte, size+HugePage))[:size], func() {}, nil
}
