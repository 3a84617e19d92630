package table

// prefetch asks for a cache line that will be read soon. It has no effect but
// on speed.
//
//go:noescape
func prefetch(b *bucket)
