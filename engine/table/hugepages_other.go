//go:build !linux

package table

// adviseHuge does nothing where huge pages are not asked for.
func adviseHuge([]bucket) {}
