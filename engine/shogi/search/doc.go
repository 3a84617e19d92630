// Package search is the built-in engine for shogi: principal variation search with iterative deepening. It has a
// transposition table that knows hands, and the whole null-move family behind one policy value. The table, the
// family, limits and rules of thumb are those of the engine for chess.
//
// Under a depth or node limit a search is a pure function of its task and options. It reads no clock, and every table
// is empty after Reset.
package search
