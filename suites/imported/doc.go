// Package imported makes suites of positions that others have published: the puzzles
// of Lichess as they are given away, and games in PGN with evaluations.
//
// The input is streamed: a file may be larger than the memory. With a limit, the memory
// holds only the positions that may be chosen. Without a limit it holds a number for each
// position, and a temporary file holds the suite.
package imported
