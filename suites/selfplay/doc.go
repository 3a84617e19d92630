// Package selfplay makes suites of shogi positions from self-play games of the built-in engine. They are proven mate
// problems with one mating first move, and middle games whose trees are measured.
//
// The same options and the same engine give the same bytes; the file records the engine's signature.
package selfplay
