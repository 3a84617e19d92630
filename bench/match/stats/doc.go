// Package stats is the arithmetic of matches: what the results of games say of
// the strength of two players, when a sequential test may stop, and the ratings
// of many players. All of it is pure and knows nothing of chess.
//
// Games come in pairs from one opening with the sides changed. The results of
// the two games of a pair depend on each other, pairs do not: so the pairs are
// what is counted (pentanomial), and never the games.
package stats
