// Package stats is the arithmetic of matches: the difference in strength that the results
// of games show, sequential tests, and the ratings of many players. All of it is pure and
// knows nothing of chess.
//
// Games come in pairs from one opening with the sides changed. The results of the two
// games of a pair depend on each other; pairs are independent. So pairs are counted
// (pentanomial), and never games.
package stats
