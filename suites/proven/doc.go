// Package proven makes suites of positions that depend on a zugzwang, with the proof from endgame tables.
//
// In each position exactly one move keeps the win, or the draw, by putting the opponent in mutual zugzwang. If the
// opponent could pass, the point or half point would be lost. A search with null moves therefore believes that the
// move fails. Each such position has a control: the same pieces, one keeping move, about as deep, but no zugzwang. It
// has none after the move or in the line that shows its point.
//
// The same options give the same bytes.
package proven
