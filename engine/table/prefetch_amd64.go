package table

// prefetch loads a cache line that will be read soon. It affects only speed.
//
//go:noescape
func prefetch(b *bucket)
