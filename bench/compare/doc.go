// Package compare lists the changes between two runs of one suite and judges them by a
// gate.
//
// Compare is a pure function of two runs, a gate and further evidence: it reads no file
// and no clock. Positions are compared one by one, never only in sum, as four gained
// positions must not hide three lost ones. Under exact limits every difference is real and
// needs no statistics. Under limits that read a clock, or with an engine of several
// threads, a difference may be chance. A loss is then inconclusive unless a test excludes
// chance. docs/verdict.md has the rules, and docs/statistics.md the formulas.
//
// The engine may differ between the runs, as it is the subject of the comparison. So may
// its options, except those that the caller wants equal. Suite and limits may not.
package compare
