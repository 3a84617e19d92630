//go:build !amd64

package table

// prefetch does nothing where there is no instruction for it at hand.
func prefetch(*bucket) {}
