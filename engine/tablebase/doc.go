// Package tablebase solves chess endings of at most four pieces exactly, by going
// backwards from the mates: for every position and either side to move, whether
// it is won, drawn or lost, and in how many plies the mate comes when both
// sides play their best. From that it lists the mutual zugzwangs of an ending,
// the positions in which whoever has to move does worse than by passing.
//
// # What is exact
//
// Promotion to every piece, captures into smaller endings, stalemate and en
// passant are played as the rules say. The fifty-move rule and repetition are
// left out, as they depend on the game and not on the position; positions with
// castling rights are not answered.
//
// A table has no place for the right to capture en passant, which lasts for one ply. A
// position with that right is answered from its moves. Each of them leads to a position
// without it. A few positions of a table have double steps that such a capture may answer.
// They are solved in the same way while the table is built. Each round looks at their
// moves one by one, and two plies deep where the right arises.
//
// # Cost
//
// A table has one byte for each position that symmetry leaves: 462 pairs of
// kings without pawns (eight symmetries), 1806 with them (two), times 64 squares
// for each further piece, 48 for each pawn, times two sides to move. The largest
// of four pieces has 11.1 MB, all endings of three and four pieces together 182 MB.
// While a table is built it takes five bytes for each position, so at most 56 MB
// beside the tables of the endings that its captures and promotions lead to. The
// garbage collector may let the heap grow to twice that: a process that builds
// everything was measured at 433 MB, where GOMEMLIMIT=300MiB is enough.
//
// The result does not depend on the number of workers.
package tablebase
