// Package stat is the statistics of measurements: moments, intervals and tests.
// All of it is pure, and safe for use by many goroutines.
//
// Distributions are those of gonum, whose last digits may differ between
// machines; sums are taken in the order of the values and never fused, so that
// they do not.
package stat
