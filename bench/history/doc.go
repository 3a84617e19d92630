// Package history records the results of a branch, commit by commit, and finds the
// commits at which their level changed.
//
// A history is a file of JSON Lines that only grows. It has one line for each run of a suite at a commit, with the
// values of the trends and a check of the line. See Record for the fields, Append for the rules of adding, and
// findChanges for the method.
package history
