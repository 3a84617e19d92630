// Package tablebase solves chess endings of at most four pieces exactly, by going backwards from the mates. For every
// position and either side to move, it knows the result and the number of plies to mate with best play by both sides.
// From that it lists the mutual zugzwangs of an ending, the positions in which either side would rather pass.
//
// # What is exact
//
// It follows the rules on promotion to every piece, captures into smaller endings, stalemate and en passant. It
// leaves out the fifty-move rule and repetition, which depend on the game and not on the position. It does not answer
// positions with castling rights.
//
// A table has no place for the right to capture en passant, which lasts for one ply. A position with that right is
// answered from its moves. Each of them leads to a position without it. A few positions of a table have double steps
// that such a capture may answer. They are solved in the same way while the table is built. Each round looks at their
// moves one by one, and two plies deep where the right arises.
//
// # Cost
//
// A table has one byte for each position up to symmetry. There are 462 pairs of kings without pawns (eight
// symmetries) and 1806 with them (two). Each further piece multiplies that by 64 squares, each pawn by 48, and the
// side to move by two. The largest of four pieces has 11.1 MB, all endings of three and four pieces together 182 MB.
// Building a table takes five bytes for each position, at most 56 MB. It also takes the tables of the endings that
// its captures and promotions lead to. The garbage collector may let the heap grow to twice that. A process that
// builds everything was measured at 433 MB; GOMEMLIMIT=300MiB is enough for it.
//
// The result does not depend on the number of workers.
package tablebase
