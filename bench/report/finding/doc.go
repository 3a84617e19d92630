// Package finding tells what audits, matrices, matches, ranges of commits, calibrations and the like found. What
// runs and judgements of suites found is told by package report.
package finding
