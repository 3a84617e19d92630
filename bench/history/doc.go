// Package history keeps what the runs of a branch came to, commit by commit, and finds
// the commits since which they are on another level.
//
// A history is a file of JSON Lines that only grows: one line for each run of a suite at
// a commit, with what a trend is made of and a check of the line itself. See Record for
// the fields, Append for what is taken, and Changes for the method.
package history
