// Package tsume proves mates by checks alone, as the problems of shogi have them, by
// proof-number search: df-pn (Nagai, 2002) with a table that knows hands. What it says
// is proven; of what its nodes do not suffice for it says that.
package tsume
