// Package compare tells what changed between two runs of one suite and whether
// a gate lets it pass.
//
// Compare is a pure function of two runs, a gate and further evidence: it reads no
// file and no clock. Positions are compared one by one, never only in sum, for four gained
// positions must not hide three lost ones. Under exact limits every difference
// is real and needs no statistics; under limits that read a clock, or with an
// engine of several threads, a difference may be chance, and what would
// otherwise fail is inconclusive unless a test says that it is not.
// docs/verdict.md has the rules.
//
// The engine may differ between the runs, as that is what is compared. So may its options,
// except those that the caller wants equal. Suite and limits may not.
package compare
