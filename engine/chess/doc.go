// Package chess is the rules of the game: positions, moves, their notations,
// legal move generation, exchange evaluation and perft. It knows nothing of
// searching, clocks or files.
//
// A Position is a plain value without pointers. Making a move writes the next
// position into another value, so there is nothing to undo.
package chess
