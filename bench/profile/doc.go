// Package profile finds where in the code the time of a search went. It takes
// CPU profiles of the built-in engine with labels for suite, position and phase,
// reads those of other engines behind a gate, sums them up by function, compares
// two of them with the sampling error of each difference, and draws flame graphs.
//
// It is the one importer of github.com/google/pprof. Nothing here reads a clock
// of its own: samples come with their time, and nodes are what the caller says.
package profile
