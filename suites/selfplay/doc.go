// Package selfplay makes suites of positions of shogi out of games of the built-in engine
// against itself: problems of mate, each proven and with one first move that mates, and
// middle games whose trees are measured.
//
// The same options and the same engine give the same bytes; the engine's signature stands in
// the file.
package selfplay
