// Package tsume proves mates by checks alone, as in shogi problems, in two independent ways. Solver is a proof-number
// search: df-pn (Nagai, 2002) with a table that compares hands. Its verdicts are proven, or Unknown when its nodes
// run out. Exhaustive tries every move, finds the shortest mate, and can also try moves without check.
package tsume
