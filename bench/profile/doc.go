// Package profile finds where in the code the time of a search went. It takes CPU profiles of the built-in engine
// with labels for suite, position and phase. It reads those of other engines, with bounds on their size. It sums them
// up by function, compares two of them with the sampling error of each difference, and draws flame graphs.
//
// It is the one importer of github.com/google/pprof. Nothing here reads a clock of its
// own: samples come with their time, and nodes come from the caller.
package profile
