//go:build !linux

package memory

// advises reports whether huge pages are asked for.
const advises = false

// advise does nothing where huge pages are not asked for.
func advise([]byte) {}
