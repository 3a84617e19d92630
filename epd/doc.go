// Package epd reads and writes test suites in Extended Position Description:
// one position per line, four fields as in FEN and then operations, each an
// opcode with operands that a semicolon ends.
//
// Reading is forgiving where a line has one meaning (six-field FEN, other line
// endings, a missing last semicolon, SAN in any spelling, the dialects of the
// known suites) and strict where it has none. Whatever was forgiven is listed
// in the record, whatever was not is a SyntaxError with line and column; no
// line is skipped without a word.
//
// # Canonical form
//
// Format writes the one canonical line of a record: four fields, then the
// operations as "code operands;" with single spaces between them and no space
// at the end. Their order is
//
//	hmvc fmvn bm am dm sd id c0 c1 … c9 D1 D2 … Dn
//
// and then all others in the order of the record. The clocks hmvc and fmvn
// are written only when they differ from 0 and 1. Moves are minimal SAN. id
// and the comments c0 to c9 are quoted. The operands of every other operation
// are kept byte for byte, without the blanks around them.
package epd
