// Package proven makes suites of positions that hang on a zugzwang, with the
// proof from tables of the ending.
//
// In each position exactly one move keeps the win, or the draw, and it does so
// because it leaves the opponent in a mutual zugzwang: if he could pass, the
// point or the half would be gone. A search that lets him pass there believes
// that the move fails. To each such position there is a control: the same pieces,
// one keeping move, about as deep, but no zugzwang, neither after the move nor
// on the way to where its point shows.
//
// The same options give the same bytes.
package proven
