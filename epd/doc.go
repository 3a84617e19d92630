// Package epd reads and writes test suites in Extended Position Description: one position per line, four fields as in
// FEN and then operations. An operation is an opcode with operands and ends with a semicolon.
//
// Reading is forgiving where a line has one meaning. It takes six-field FEN, other line endings, a missing last
// semicolon, SAN in any spelling and the dialects of the known suites. It is strict where a line has none. The record
// lists every tolerance, and everything else is a SyntaxError with line and column; no line is skipped silently.
//
// # Canonical form
//
// Format writes the one canonical line of a record: four fields, then the operations as "code operands;". Single
// spaces stand between them, none at the end. The order of the operations is
//
//	hmvc fmvn bm am dm sd id c0 c1 … c9 D1 D2 … Dn
//
// and then all others in the order of the record. The clocks hmvc and fmvn are written only when they differ from 0
// and 1. Moves are minimal SAN. The operands of id and the comments c0 to c9 are quoted. The operands of every other
// operation are kept byte for byte, without the blanks around them.
package epd
