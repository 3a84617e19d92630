package network

import (
	_ "embed"
	"sync"
)

//go:embed zugwatch.zugnet
var embedded []byte

// Embedded is the network that is built in. It is read once; an error would be one of
// the build. Programs do not verify its weights: TestEmbedded does.
var Embedded = sync.OnceValues(func() (*Network, error) {
	n, _, err := read(embedded)
	return n, err
})
