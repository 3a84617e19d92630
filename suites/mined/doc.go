// Package mined makes suites of tactical positions out of games that the built-in
// engine plays against itself.
//
// Games go from random openings. At every move of a level position some mistakes are
// tried that lose nothing on their square, and a short search looks for what wins
// behind them. In each position that is taken exactly one move wins. A search without
// pruning says so, without null moves, reductions and extensions: the best move and the
// best of all others, to the same depth. That is no proof of the outcome as a table of
// an ending gives one: it holds to that depth and by the static evaluation.
//
// The same options and the same engine give the same bytes, whatever the number of
// workers.
package mined
