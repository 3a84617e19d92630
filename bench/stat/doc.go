// Package stat is the statistics of measurements: moments, intervals and tests.
// All of it is pure, and safe for use by many goroutines.
//
// Distributions come from gonum, whose last digits may differ between machines. Sums do
// not: they are taken in the order of the values and never fused.
package stat
