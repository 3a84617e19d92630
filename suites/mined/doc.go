// Package mined makes suites of tactical positions from self-play games of the built-in engine.
//
// Games start from random openings. At every move of a level position the package tries some mistakes that lose
// nothing on their square. A short search looks for a win behind each. In each accepted position exactly one move
// wins. A search without null moves, reductions and extensions verifies that, by searching the best move and the best
// of all others to the same depth. That is no proof of the outcome like an endgame table: it holds to that depth and
// by the static evaluation.
//
// The same options and the same engine give the same bytes with any number of workers.
package mined
