//go:build !linux

package search

// adviseHuge does nothing where huge pages are not asked for.
func adviseHuge([]bucket) {}
