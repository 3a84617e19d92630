// Package shogi implements the rules of shogi: positions with hands, moves, their notations, legal move generation,
// repetition, the declaration of an entered king and perft. It is independent of searching, clocks and files.
//
// A Position is a plain value without pointers. Making a move writes the next position into another value, so there
// is nothing to undo.
package shogi
