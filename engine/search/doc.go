// Package search is the built-in engine: principal variation search with
// iterative deepening, a transposition table, and null-move pruning in all the
// variants of nullmove.Policy.
//
// Under a depth or node limit a search with one thread is a pure function of its task and options. It reads no clock,
// and every table is empty after Reset.
package search
