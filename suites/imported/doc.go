// Package imported makes suites of positions that others have published: the puzzles
// of Lichess as they are given away, and games in PGN with evaluations.
//
// What is read is streamed: a file may be larger than the memory. With a limit no more
// is kept than the positions that may be chosen; without one, besides the suite itself,
// which is kept in a file meanwhile, a number for each of its positions.
package imported
