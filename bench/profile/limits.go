package profile

// Limits bound what is read of a profile from outside before its parser sees
// it. The parser takes up to a hundred bytes of memory for each byte, so that a
// file of a few KiB can fill a machine.
type Limits struct {
	File     int // bytes of the file, compressed or not
	Unpacked int // bytes after decompression
	Messages int // messages of each table: samples, mappings, locations, functions, strings
	Nested   int // lines of all locations, and labels of all samples, each
	Frames   int // locations of all samples
}

// DefaultLimits hold ten minutes of samples, and the memory for them under 320 MiB.
func DefaultLimits() Limits {
	return Limits{File: 4 << 20, Unpacked: 16 << 20, Messages: 100_000, Nested: 300_000, Frames: 3_000_000}
}
