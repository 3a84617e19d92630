//go:build !linux

package memory

// Advise does nothing where huge pages are not asked for.
func Advise([]byte) {}
