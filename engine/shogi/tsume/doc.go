// Package tsume proves mates by checks alone, as the problems of shogi have them, in two ways
// that share nothing. Solver is a proof-number search: df-pn (Nagai, 2002) with a table that
// knows hands. What it says is proven; of what its nodes do not suffice for it says that.
// Exhaustive tries everything, finds the shortest mate, and can try moves without a check as
// well.
package tsume
